import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyBreakage, readBreakages, type Breakage } from '../../scripts/breakages/breakage.ts';
import { tryBreakages, type Trial } from '../../scripts/breakages/try-breakages.ts';
import { PAGES } from '../../scripts/conformance/pages.ts';
import { fixtureTree, linkPackages, runScript } from './fixture-tree.ts';

const SOURCE = `export const add = (a: number, b: number): number => a + b;
export const shout = (text: string): string => text.toUpperCase();
`;
const TEST = `import { expect, test } from 'vitest';
import { add, shout } from '../src/sum.ts';
test('adds', () => { expect(add(2, 3)).toBe(5); });
test('shouts', () => { expect(shout('a').length).toBe(1); });
`;

const entry = (overrides: Partial<Breakage> = {}): Breakage => ({
  id: 'adding-subtracts',
  file: 'src/sum.ts',
  find: 'a + b',
  replace: 'a - b',
  tests: ['test/sum.test.ts'],
  why: 'sums are wrong',
  ...overrides,
});

const treeWith = (entries: unknown, testText = TEST): string =>
  fixtureTree({
    'package.json': '{ "type": "module" }',
    'vitest.config.ts': 'export default {};\n',
    'src/sum.ts': SOURCE,
    'test/sum.test.ts': testText,
    'conformance/breakages/all.json': JSON.stringify(entries),
    ...Object.fromEntries(PAGES.map(({ name }) => [`conformance/${name}.json`, '[]'])),
  });

const problemsOf = (entries: unknown): string[] =>
  readBreakages(treeWith(entries), new Set(['PRJ-001'])).problems.map(({ message }) => message);

describe('an entry must fit the code', () => {
  test('one that fits is silent', () => {
    expect(problemsOf([entry({ requirements: ['PRJ-001'] })])).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    [
      'text that is gone',
      entry({ find: 'a * b' }),
      'adding-subtracts: its text occurs 0 times in src/sum.ts, not once',
    ],
    [
      'text that is not unique',
      entry({ find: 'text' }),
      'adding-subtracts: its text occurs 2 times in src/sum.ts, not once',
    ],
    ['no change', entry({ replace: 'a + b' }), 'adding-subtracts: changes nothing'],
    ['a missing file', entry({ file: 'src/gone.ts' }), 'adding-subtracts: src/gone.ts is not there'],
    ['a missing test', entry({ tests: ['test/gone.test.ts'] }), 'adding-subtracts: test/gone.test.ts is not there'],
    ['no tests', entry({ tests: [] }), 'adding-subtracts: names no tests'],
    [
      'an unknown requirement',
      entry({ requirements: ['PRJ-999'] }),
      'adding-subtracts: there is no requirement PRJ-999',
    ],
    ['an id with spaces', entry({ id: 'Adding subtracts' }), 'Adding subtracts: the id is not kebab-case'],
    ['an unknown key', { ...entry(), note: 'x' }, `not a breakage: ${JSON.stringify({ ...entry(), note: 'x' })}`],
  ])('names %s', (_, row, message) => {
    expect(problemsOf([row])).toEqual([message]);
  });

  test('names broken syntax and doubled ids', () => {
    expect(problemsOf([entry({ replace: 'a +* b' })])[0]).toMatch(
      /^adding-subtracts: breaks the syntax, which proves nothing: /,
    );
    expect(problemsOf([entry(), entry()])).toEqual(['adding-subtracts stands twice']);
  });
});

test('the replacement is taken literally', () => {
  expect(applyBreakage('a + b', entry({ replace: "$& $1 $'" }))).toBe("$& $1 $'");
});

async function tryAll(root: string, breakages: readonly Breakage[]): Promise<{ trials: Trial[]; told: string[] }> {
  linkPackages(root);
  const told: string[] = [];
  const trials = await tryBreakages(breakages, {
    root,
    jobs: 1,
    timeoutMs: 60_000,
    onTrial: ({ breakage }) => told.push(breakage.id),
  });
  return { trials, told };
}

describe('trying breakages in a copy', () => {
  test('tells what a test notices from what none does and from what proves nothing, and leaves the tree alone', async () => {
    const breakages = [
      entry(),
      entry({ id: 'shouting-whispers', find: 'toUpperCase', replace: 'toLowerCase' }),
      entry({ id: 'unknown-name', replace: 'a + nowhere' }),
      entry({ id: 'does-not-load', find: 'export const shout', replace: "import './gone.ts';\nexport const shout" }),
    ];
    const root = treeWith(breakages);
    const { trials, told } = await tryAll(root, breakages);
    expect(told).toEqual(breakages.map(({ id }) => id));
    expect(trials.map(({ verdict }) => verdict.kind)).toEqual(['noticed', 'unnoticed', 'invalid', 'invalid']);
    expect(trials[0]?.verdict).toEqual({ kind: 'noticed', by: 'adds' });
    expect(trials[2]?.verdict).toEqual({ kind: 'invalid', reason: 'ReferenceError: nowhere is not defined' });
    expect(readFileSync(join(root, 'src/sum.ts'), 'utf8')).toBe(SOURCE);
  });

  test('refuses to begin where the tests are red without any breakage', async () => {
    const root = treeWith([entry()], TEST.replace('toBe(5)', 'toBe(6)'));
    await expect(tryAll(root, [entry()])).rejects.toThrow('the tests are not green on the unbroken tree');
  });
});

describe('npm run breakages', () => {
  test('reports a breakage that no test notices and fails', () => {
    const root = treeWith([
      entry(),
      entry({ id: 'shouting-whispers', find: 'toUpperCase', replace: 'toLowerCase', why: 'nobody hears it' }),
    ]);
    linkPackages(root);
    const run = runScript(root, 'scripts/breakages.ts', ['--only', 'shouting-whispers']);
    expect(run.code).toBe(1);
    expect(run.output).toMatch(/^1\/1 ✗ shouting-whispers [\d.]+ s no test noticed: nobody hears it$/m);
    expect(run.output).toMatch(/^1 of 1 breakage not noticed by an honest failure: shouting-whispers$/m);
  });

  test('with --verify-only looks at the list alone', () => {
    expect(runScript(treeWith([entry()]), 'scripts/breakages.ts', ['--verify-only'])).toEqual({
      code: 0,
      output: '1 breakage fits the code\n',
    });
    expect(runScript(treeWith([entry({ find: 'gone' })]), 'scripts/breakages.ts', ['--verify-only'])).toEqual({
      code: 1,
      output: 'conformance/breakages: adding-subtracts: its text occurs 0 times in src/sum.ts, not once\n',
    });
  });

  test('tries nothing where --changed finds nothing changed', () => {
    const root = treeWith([entry()]);
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'a'], { cwd: root });
    expect(runScript(root, 'scripts/breakages.ts', ['--changed'])).toEqual({ code: 0, output: 'no breakage to try\n' });
  });
});
