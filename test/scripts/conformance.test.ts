import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProofs } from '../../scripts/conformance/find-proofs.ts';
import { PAGES } from '../../scripts/conformance/pages.ts';
import { parseRequirements } from '../../scripts/conformance/requirements.ts';
import { globPattern, runsSuite } from '../../scripts/conformance/suites.ts';
import { fixtureTree, runScript } from './fixture-tree.ts';

const IMPORT = "import { verifies } from '../support/verifies.ts';\n";

describe('finding proofs', () => {
  test('reads one number or a list of them, with the line', () => {
    const text = `${IMPORT}verifies('PRJ-001', 'a', () => check());\nverifies(['PRJ-002', 'PRJ-003'], 'b', () => check());\n`;
    expect(findProofs('test/a.test.ts', text)).toEqual({
      proofs: [
        { id: 'PRJ-001', file: 'test/a.test.ts', line: 2 },
        { id: 'PRJ-002', file: 'test/a.test.ts', line: 3 },
        { id: 'PRJ-003', file: 'test/a.test.ts', line: 3 },
      ],
      problems: [],
    });
  });

  test('follows another local name', () => {
    const text =
      "import { verifies as proves } from '../support/verifies.ts';\nproves('PRJ-001', 'a', () => check());\n";
    expect(findProofs('a.ts', text).proofs).toEqual([{ id: 'PRJ-001', file: 'a.ts', line: 2 }]);
  });

  test('sees no proof in comments, strings, or a function of that name from elsewhere', () => {
    const other =
      "import { verifies } from './other.ts';\n// verifies('PRJ-001')\nverifies('PRJ-002', 'x', () => check());\n";
    expect(findProofs('a.ts', other)).toEqual({ proofs: [], problems: [] });
    expect(findProofs('a.ts', `${IMPORT}const text = "verifies('PRJ-001')";\n`)).toEqual({ proofs: [], problems: [] });
  });

  test.each([
    ['a variable', 'verifies(id, "a", () => check());', 'the numbers must be a string literal or a list of them'],
    [
      'a template',
      'verifies(`PRJ-001`, "a", () => check());',
      'the numbers must be a string literal or a list of them',
    ],
    ['an empty list', 'verifies([], "a", () => check());', 'the numbers must be a string literal or a list of them'],
    ['a spread', 'verifies([...ids], "a", () => check());', 'the numbers must be a string literal or a list of them'],
    ['an empty test', "verifies('PRJ-001', 'a', async () => {});", 'the test is empty and proves nothing'],
    ['a skipped test', "verifies('PRJ-001', 'a', () => check(), { skip: true });", 'a test with skip proves nothing'],
    ['a failing test', "verifies('PRJ-001', 'a', () => check(), { fails: true });", 'a test with fails proves nothing'],
    [
      'a skipped group',
      "describe.skip('g', () => { verifies('PRJ-001', 'a', () => check()); });",
      'a test in a skipped group proves nothing',
    ],
    ['an indirect call', 'ids.forEach(verifies);', 'verifies must be called directly, so that its numbers can be read'],
  ])('refuses %s', (_, call, message) => {
    expect(findProofs('a.ts', `${IMPORT}\n${call}\n`)).toEqual({
      proofs: [],
      problems: [{ file: 'a.ts', line: 3, message }],
    });
  });
});

describe('requirement data', () => {
  const page = { name: 'fleet', title: 'Fleet', prefix: 'FLT' };
  const problemsOf = (rows: unknown): string[] =>
    parseRequirements(page, 'f', JSON.stringify(rows)).problems.map(({ message }) => message);

  test.each([
    [
      'a doubled number',
      [
        { id: 'FLT-001', text: 'a' },
        { id: 'FLT-001', text: 'b' },
      ],
      'FLT-001 stands twice',
    ],
    [
      'a wrong order',
      [
        { id: 'FLT-002', text: 'a' },
        { id: 'FLT-001', text: 'b' },
      ],
      'FLT-001 stands after FLT-002',
    ],
    ['a number of another page', [{ id: 'PRJ-001', text: 'a' }], 'PRJ-001 is not a number of this page'],
    ['a malformed number', [{ id: 'FLT-1', text: 'a' }], 'FLT-1 is not a number of this page'],
    ['two lines', [{ id: 'FLT-001', text: 'a\nb' }], 'FLT-001: not one line of text'],
    ['an empty text', [{ id: 'FLT-001', text: '' }], 'FLT-001: not one line of text'],
    ['a long text', [{ id: 'FLT-001', text: 'a'.repeat(201) }], 'FLT-001: over 200 characters'],
    ['a gap of no words', [{ id: 'FLT-001', text: 'a', missing: '' }], 'FLT-001: not one line of text'],
    ['another shape', [{ id: 'FLT-001' }], 'not {id, text, missing?}: {"id":"FLT-001"}'],
    ['no list', {}, 'not a list'],
  ])('names %s', (_, rows, message) => {
    expect(problemsOf(rows)).toEqual([message]);
  });

  test('is silent on sorted rows', () => {
    expect(
      problemsOf([
        { id: 'FLT-001', text: 'a' },
        { id: 'FLT-002', text: 'b' },
      ]),
    ).toEqual([]);
  });
});

test.each([
  ['tsx scripts/test.ts', 'fast', true],
  ['tsx scripts/test.ts', 'crash', false],
  ['tsx scripts/test.ts --project crash', 'crash', true],
  ['tsx scripts/test.ts --project=crash', 'fast', false],
  ['vitest run', 'crash', true],
  ['vitest bench --project soak', 'soak', true],
  ['tsx scripts/build.ts', 'fast', false],
])('script "%s" on suite %s: %s', (command, suite, runs) => {
  expect(runsSuite(command, suite)).toBe(runs);
});

test.each([
  ['test/**/*.test.ts', 'test/a.test.ts', true],
  ['test/**/*.test.ts', 'test/a/b/c.test.ts', true],
  ['test/**/*.test.ts', 'test/a/b.crash.ts', false],
  ['test/**/*.{crash,soak}.ts', 'test/a/b.soak.ts', true],
  ['test/*.test.ts', 'test/a/b.test.ts', false],
  ['test/**/*.test.ts', 'test/aXtest.ts', false],
])('glob %s on %s: %s', (glob, path, matches) => {
  expect(globPattern(glob).test(path)).toBe(matches);
});

describe('npm run conformance', () => {
  const data = Object.fromEntries(
    PAGES.map(({ name, prefix }) => [
      `conformance/${name}.json`,
      JSON.stringify([{ id: `${prefix}-001`, text: 'A | B' }]),
    ]),
  );
  const base = {
    ...data,
    'package.json': JSON.stringify({ type: 'module', scripts: { test: 'tsx scripts/test.ts' } }),
    'vitest.config.ts':
      "export default { test: { projects: [{ test: { name: 'fast', include: ['test/**/*.test.ts'] } }, { test: { name: 'soak', include: ['test/**/*.soak.ts'] } }] } };",
    'docs/keep.md': '',
    'test/support/verifies.ts': 'export function verifies() {}',
  };

  test('writes a table in which only what a script runs is proven', () => {
    const root = fixtureTree({
      ...base,
      'test/a.test.ts':
        "import './contract/b.ts';\nimport { verifies } from './support/verifies.ts';\nverifies('PRJ-001', 'a', () => check());",
      'test/contract/b.ts':
        "import { verifies } from '../support/verifies.ts';\nexport const b = () => verifies('TSK-001', 'b', () => check());",
      'test/c.soak.ts': "import { verifies } from './support/verifies.ts';\nverifies('FLT-001', 'c', () => check());",
    });
    const first = runScript(root, 'scripts/conformance.ts');
    expect(first).toEqual({
      code: 0,
      output:
        '2 of 10 requirements proven; docs/conformance.md is up to date\n' +
        'test/c.soak.ts: no script of package.json runs it; its numbers do not count\n',
    });
    const rows = readFileSync(join(root, 'docs/conformance.md'), 'utf8')
      .split('\n')
      .filter((line) => /^\| [A-Z]{3}-/.test(line));
    expect(rows).toEqual(
      ['PRJ', 'UHS', 'GOV', 'AOP', 'TSK', 'GRD', 'SUR', 'FLT', 'SEC', 'CMD'].map(
        (prefix) => `| ${prefix}-001 | A \\| B | ${prefix === 'PRJ' || prefix === 'TSK' ? 'proven' : 'not yet'} |`,
      ),
    );
    expect(runScript(root, 'scripts/conformance.ts', ['--check']).code).toBe(0);
    expect(runScript(root, 'scripts/conformance.ts', ['--where', 'TSK-001']).output).toBe('test/contract/b.ts:2\n');
  });

  test('a number that is incomplete is not proven, whatever its tests show', () => {
    const root = fixtureTree({
      ...base,
      'conformance/project-state.json': JSON.stringify([{ id: 'PRJ-001', text: 'A', missing: 'half of it' }]),
      'test/a.test.ts': "import { verifies } from './support/verifies.ts';\nverifies('PRJ-001', 'a', () => check());",
    });
    expect(runScript(root, 'scripts/conformance.ts').output).toMatch(/^0 of 10 requirements proven/);
    expect(readFileSync(join(root, 'docs/conformance.md'), 'utf8')).toContain('| PRJ-001 | A | partly: half of it |');
  });

  test('fails on an unknown number, and with --check on a stale table, which it leaves alone', () => {
    const unknown = fixtureTree({
      ...base,
      'test/a.test.ts': "import { verifies } from './support/verifies.ts';\n\nverifies('PRJ-999', 'a', () => check());",
    });
    expect(runScript(unknown, 'scripts/conformance.ts')).toEqual({
      code: 1,
      output: 'test/a.test.ts:3: there is no requirement PRJ-999; the numbers are in conformance/*.json\n',
    });
    const stale = fixtureTree({ ...base, 'docs/conformance.md': 'old\n' });
    expect(runScript(stale, 'scripts/conformance.ts', ['--check'])).toEqual({
      code: 1,
      output: 'docs/conformance.md is out of date: run npm run conformance\n',
    });
    expect(readFileSync(join(stale, 'docs/conformance.md'), 'utf8')).toBe('old\n');
  });
});
