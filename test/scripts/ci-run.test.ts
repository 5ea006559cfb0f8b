import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureTree, linkPackages } from './fixture-tree.ts';

/** Stands in for npm: each call ends with the code the test wants, and a test run leaves a report. */
const NPM = `#!/usr/bin/env bash
case "$1 $3" in
  "ci "*) exit "\${CI_CODE:-0}" ;;
  "run check") exit "\${CHECK_CODE:-0}" ;;
  "run test"*) for word in "$@"; do case $word in --outputFile.json=*) printf '%s' "$REPORT" > "\${word#*=}" ;; esac; done; exit "\${TEST_CODE:-0}" ;;
esac
`;
const SCRIPTS = [
  '.ci/run',
  'scripts/sum-test-results.ts',
  'scripts/test/sum-reports.ts',
  'scripts/support/run-report.ts',
];

const reportOf = (...statuses: string[]): string =>
  JSON.stringify({
    testResults: [
      {
        name: 'a',
        status: statuses.includes('failed') ? 'failed' : 'passed',
        assertionResults: statuses.map((status) =>
          status === 'repeated'
            ? { fullName: 'a slow test', status: 'passed', failureMessages: ['Error: too slow\n  at line 1'] }
            : { fullName: status, status },
        ),
      },
    ],
  });

function runCi(env: Readonly<Record<string, string>>): {
  code: number | null;
  lastLine: string | undefined;
  output: string;
  errors: string;
} {
  const root = fixtureTree({
    'bin/npm': NPM,
    // A test installs nothing on the machine it runs on.
    'scripts/ci-packages.txt': '# none\n',
    ...Object.fromEntries(SCRIPTS.map((path) => [path, readFileSync(path, 'utf8')])),
  });
  linkPackages(root);
  chmodSync(join(root, 'bin/npm'), 0o755);
  const run = spawnSync('bash', [join(root, '.ci/run')], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, REPORT: reportOf('passed', 'passed'), ...env, PATH: `${root}/bin:${process.env['PATH']}` },
  });
  return {
    code: run.status,
    lastLine: run.stdout.trimEnd().split('\n').at(-1),
    output: run.stdout,
    errors: run.stderr,
  };
}

test('the run bit is set', () => {
  const { stdout } = spawnSync('git', ['ls-files', '--stage', '.ci/run'], { encoding: 'utf8' });
  expect(stdout).toMatch(/^100755 /);
});

/** Every suite of the script runs with the same report. */
const SUITES = readFileSync('.ci/run', 'utf8').match(/^test_stage '/gm)?.length ?? 0;

test.each([
  ['all green', {}, 0, `${2 * SUITES} passed, 0 failed`],
  [
    'skipped tests are told',
    { REPORT: reportOf('passed', 'skipped') },
    0,
    `${SUITES} passed, 0 failed, ${SUITES} skipped`,
  ],
  ['a failing test', { REPORT: reportOf('passed', 'failed'), TEST_CODE: '1' }, 1, `${SUITES} passed, ${SUITES} failed`],
  ['a red run whose report is green', { TEST_CODE: '1' }, 1, `${2 * SUITES} passed, ${SUITES} failed`],
  ['a failing check', { CHECK_CODE: '1' }, 1, `${2 * SUITES} passed, 1 failed`],
  ['packages that cannot be installed', { CI_CODE: '1' }, 1, '0 passed, 1 failed'],
])('%s', (_, env, code, lastLine) => {
  expect(runCi(env)).toMatchObject({ code, lastLine });
});

test('a test that passed only when it was repeated is named', () => {
  const run = runCi({ REPORT: reportOf('passed', 'repeated') });
  expect(run).toMatchObject({ code: 0, lastLine: `${2 * SUITES} passed, 0 failed` });
  expect(run.errors).toContain('passed only when repeated: a slow test: Error: too slow\n');
});
