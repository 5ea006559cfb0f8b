import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runSteps } from '../../scripts/check/run-steps.ts';
import { parseRunReport } from '../../scripts/support/run-report.ts';
import { runCommand } from '../../scripts/support/run-command.ts';
import { findBuildReason } from '../../scripts/test/build-state.ts';
import { sumReports, type Totals } from '../../scripts/test/sum-reports.ts';
import { vitestArguments } from '../../scripts/test/vitest-arguments.ts';
import { fixtureTree } from './fixture-tree.ts';

const report = (...files: { status: string; message?: string; tests: string[] }[]): string =>
  JSON.stringify({
    testResults: files.map(({ status, message, tests }, at) => ({
      name: `${at}.test.ts`,
      status,
      message: message ?? '',
      assertionResults: tests.map((each) => ({
        fullName: each,
        status: each.split(' ')[0],
        failureMessages: each.startsWith('failed') ? [`AssertionError: ${each}\n  at x`] : [],
      })),
    })),
  });

test('a report is read into counts, failures and files that did not load', () => {
  const text = report(
    { status: 'failed', tests: ['passed a', 'failed b', 'skipped c', 'todo d'] },
    { status: 'failed', message: 'Cannot find module\nat y', tests: [] },
    { status: 'failed', message: 'set-up threw', tests: ['skipped e'] },
  );
  expect(parseRunReport(text)).toEqual({
    passed: 1,
    failed: 1,
    repeated: [],
    skipped: 3,
    failures: [{ title: 'failed b', message: 'AssertionError: failed b' }],
    brokenFiles: [
      { file: '1.test.ts', message: 'Cannot find module' },
      { file: '2.test.ts', message: 'set-up threw' },
    ],
  });
});

function sum(text: string | undefined, exitCode: number): Totals {
  const root = fixtureTree(text === undefined ? {} : { 'r.json': text });
  return sumReports([{ report: join(root, 'r.json'), exitCode }]);
}

describe('adding up runs', () => {
  test('counts tests, and a file that did not load as one failure', () => {
    const text = report({ status: 'failed', tests: ['passed a', 'failed b'] }, { status: 'failed', tests: [] });
    expect(sum(text, 1)).toMatchObject({ passed: 1, failed: 2, skipped: 0 });
  });

  test('a red run is never counted as free of failures', () => {
    expect(sum(report({ status: 'passed', tests: ['passed a'] }), 1)).toMatchObject({
      passed: 1,
      failed: 1,
      skipped: 0,
    });
    expect(sum(undefined, 124)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
    expect(sum(undefined, 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });

  test('a green run is counted as it is', () => {
    expect(sum(report({ status: 'passed', tests: ['passed a', 'skipped b'] }), 0)).toMatchObject({
      passed: 1,
      failed: 0,
      skipped: 1,
    });
  });
});

test('npm test runs the fast suite unless another is named, and hands the rest over', () => {
  expect(vitestArguments([])).toEqual(['run', '--project', 'fast']);
  expect(vitestArguments(['test/kernel', '-t', 'x'])).toEqual(['run', '--project', 'fast', 'test/kernel', '-t', 'x']);
  expect(vitestArguments(['--project', 'crash'])).toEqual(['run', '--project', 'crash']);
  expect(vitestArguments(['--project=crash'])).toEqual(['run', '--project=crash']);
});

test('dist is built again when it is missing, older than a source, or a source was removed', () => {
  const root = fixtureTree({ 'src/a.ts': '', 'src/deep/b.ts': '', 'package.json': '{}' });
  const setTimes = (at: number, ...paths: string[]): void => {
    for (const path of paths) utimesSync(join(root, path), at, at);
  };
  expect(findBuildReason(root)).toBe('dist is missing');
  mkdirSync(join(root, 'dist/cli'), { recursive: true });
  writeFileSync(join(root, 'dist/cli/baton.cjs'), '');
  setTimes(1000, 'src', 'src/a.ts', 'src/deep', 'src/deep/b.ts', 'package.json');
  setTimes(2000, 'dist/cli/baton.cjs');
  expect(findBuildReason(root)).toBeUndefined();
  setTimes(3000, 'src/deep/b.ts');
  expect(findBuildReason(root)).toBe('src/deep/b.ts is newer than dist');
  rmSync(join(root, 'src/deep/b.ts'));
  expect(findBuildReason(root)).toBe('src/deep is newer than dist');
});

describe('running commands', () => {
  test('keeps both streams and the exit code', async () => {
    const run = await runCommand('sh', ['-c', 'echo out; echo err >&2; exit 3'], { cwd: '/', timeoutMs: 10_000 });
    expect({ code: run.code, lines: run.output.trim().split('\n').sort(), timedOut: run.timedOut }).toEqual({
      code: 3,
      lines: ['err', 'out'],
      timedOut: false,
    });
  });

  test('ends what outlives its limit, with its children', async () => {
    const run = await runCommand('sh', ['-c', 'sleep 300 & wait'], { cwd: '/', timeoutMs: 100 });
    expect(run).toMatchObject({ timedOut: true, output: '' });
    expect(run.code).not.toBe(0);
  });

  test('reports a program that is not there', async () => {
    expect((await runCommand('/no/such/program', [], { cwd: '/', timeoutMs: 10_000 })).code).toBe(127);
  });
});

test('a check is its commands in order, up to the first that fails; the others still run', async () => {
  const root = fixtureTree({ 'node_modules/.bin/say': '#!/bin/sh\necho "$@"\n[ "$1" != bad ]\n' });
  expect((await runCommand('chmod', ['+x', 'node_modules/.bin/say'], { cwd: root, timeoutMs: 10_000 })).code).toBe(0);
  const told: string[] = [];
  const results = await runSteps(
    root,
    [
      {
        name: 'one',
        commands: [
          ['say', 'fine'],
          ['say', 'bad', 'luck'],
          ['say', 'never'],
        ],
      },
      { name: 'two', commands: [['say', 'fine']] },
    ],
    1,
    ({ step }) => told.push(step.name),
  );
  expect(told).toEqual(['one', 'two']);
  expect(results.map(({ passed, output }) => ({ passed, output }))).toEqual([
    { passed: false, output: '$ say bad luck\nbad luck' },
    { passed: true, output: '' },
  ]);
});
