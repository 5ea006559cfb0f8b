import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PAGES } from '../../scripts/conformance/pages.ts';
import { applyMutant, readMutants, type Mutant } from '../../scripts/mutants/mutant.ts';
import { runMutants, type Trial } from '../../scripts/mutants/run-mutants.ts';
import { fixtureTree, linkPackages, runScript } from './fixture-tree.ts';

const SOURCE = `import { sign } from './sign.ts';
export const add = (a: number, b: number): number => a + b;
export const shout = (text: string): string => text.toUpperCase();
export class Purse {
  #cents = 0;
  put(a: number, b: number): number {
    this.#cents += a + b;
    return sign(this.#cents);
  }
}
void add;
`;
const TEST = `import { expect, test } from 'vitest';
import { add, shout } from '../src/sum.ts';
test('adds', () => { expect(add(2, 3)).toBe(5); });
test('shouts', () => { expect(shout('a').length).toBe(1); });
`;

const entry = (overrides: Partial<Mutant> = {}): Mutant => ({
  id: 'adding-subtracts',
  file: 'src/sum.ts',
  symbol: 'add',
  find: 'a + b',
  replace: 'a - b',
  tests: ['test/sum.test.ts'],
  why: 'sums are wrong',
  ...overrides,
});

const whisper = (overrides: Partial<Mutant> = {}): Mutant =>
  entry({ id: 'shouting-whispers', symbol: 'shout', find: 'toUpperCase', replace: 'toLowerCase', ...overrides });

function withoutSymbol(mutant: Mutant): Mutant {
  const { symbol: _, ...rest } = mutant;
  return rest;
}

const treeWith = (entries: unknown, testText = TEST): string =>
  fixtureTree({
    'package.json': '{ "type": "module" }\n',
    'vitest.config.ts': 'export default {};\n',
    'src/sum.ts': SOURCE,
    'src/sign.ts': 'export const sign = (a: number): number => Math.sign(a);\n',
    'test/sum.test.ts': testText,
    'conformance/mutants/all.json': JSON.stringify(entries),
    ...Object.fromEntries(
      PAGES.map(({ name, prefix }) => [
        `conformance/${name}.json`,
        JSON.stringify([{ id: `${prefix}-001`, text: 'A sentence.' }]),
      ]),
    ),
  });

const read = (root: string) => readMutants(root, new Set(['PRJ-001']));
const problemsOf = (entries: unknown): string[] => read(treeWith(entries)).problems.map(({ message }) => message);

describe('an entry must fit the code', () => {
  test('one that fits is silent', () => {
    expect(problemsOf([entry({ requirements: ['PRJ-001'] })])).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['text that is gone', entry({ find: 'a * b' }), 'its text occurs 0 times in add of src/sum.ts, not once'],
    ['text that is not unique', whisper({ find: 'text' }), 'its text occurs 2 times in shout of src/sum.ts, not once'],
    ['no symbol', withoutSymbol(whisper()), 'its text is in shout: name it as the symbol'],
    ['no change', entry({ replace: 'a + b' }), 'changes nothing'],
    ['white space at the ends', entry({ find: ' a + b' }), 'white space at the ends'],
    ['an unknown symbol', entry({ symbol: 'plus' }), 'plus is neither in src/sum.ts nor elsewhere'],
    ['a missing file', withoutSymbol(entry({ file: 'src/gone.ts' })), 'src/gone.ts is missing'],
    ['a missing test', entry({ tests: ['test/gone.test.ts'] }), 'test/gone.test.ts is missing'],
    ['no tests', entry({ tests: [] }), 'names no tests'],
    ['an unknown requirement', entry({ requirements: ['PRJ-999'] }), 'there is no requirement PRJ-999'],
  ])('names %s', (_, row, message) => {
    expect(problemsOf([row])).toEqual([`${(row as Mutant).id}: ${message}`]);
  });

  test('names broken syntax, doubled and malformed ids, and unknown keys', () => {
    expect(problemsOf([entry({ replace: 'a +* b' })])[0]).toMatch(
      /^adding-subtracts: breaks the syntax, which proves nothing: /,
    );
    expect(problemsOf([entry(), entry()])).toEqual(['adding-subtracts is listed twice']);
    expect(problemsOf([entry({ id: 'Adding subtracts' })])).toEqual(['Adding subtracts: the id is not kebab-case']);
    const odd = { ...entry(), note: 'x' };
    expect(problemsOf([odd])).toEqual([`not a mutant: ${JSON.stringify(odd)}`]);
  });
});

describe('where an entry is found', () => {
  const mutatedBy = (root: string): string[] =>
    read(root).mutants.map((mutant) =>
      applyMutant(readFileSync(join(root, mutant.file), 'utf8'), mutant)
        .split('\n')
        .filter((line) => line.includes(mutant.replace))
        .join(),
    );

  test('the same text in another function, or in another class, is not meant', () => {
    const root = treeWith([
      entry(),
      entry({ id: 'purse-loses', symbol: 'Purse.put', find: 'a + b', replace: 'a - b' }),
      entry({ id: 'purse-starts-full', symbol: 'Purse.#cents', find: '0', replace: '100' }),
    ]);
    expect(mutatedBy(root)).toEqual([
      'export const add = (a: number, b: number): number => a - b;',
      '    this.#cents += a - b;',
      '  #cents = 100;',
    ]);
  });

  test('white space may differ, and the replacement is taken literally', () => {
    const root = treeWith([entry({ find: 'b: number):\n  number', replace: "$& $1 $'): number" })]);
    expect(mutatedBy(root)).toEqual(["export const add = (a: number, $& $1 $'): number => a + b;"]);
  });

  test('a function that moved to another file is found there, and a test by its name', () => {
    const root = treeWith([entry(), whisper({ tests: ['test/old/sum.test.ts'] })]);
    renameSync(join(root, 'src/sum.ts'), join(root, 'src/total.ts'));
    writeFileSync(join(root, 'src/sum.ts'), 'export const nothing = 0;\n');
    expect(read(root).problems).toEqual([]);
    expect(read(root).mutants.map(({ file, tests }) => [file, ...tests])).toEqual([
      ['src/total.ts', 'test/sum.test.ts'],
      ['src/total.ts', 'test/sum.test.ts'],
    ]);
  });

  test('a renamed function is lost, with its likely new name, and --relocate writes that into the list', () => {
    const root = treeWith([
      whisper(),
      withoutSymbol(whisper({ id: 'without-symbol' })),
      whisper({ id: 'was-split', symbol: 'add' }),
    ]);
    writeFileSync(join(root, 'src/sum.ts'), SOURCE.replace('const shout', 'const yell'));
    expect(read(root).problems.map(({ message }) => message)).toEqual([
      'shouting-whispers: shout is neither in src/sum.ts nor elsewhere; it is in yell of src/sum.ts',
      'without-symbol: its text is in yell: name it as the symbol',
      'was-split: its text occurs 0 times in add of src/sum.ts, not once; it is in yell of src/sum.ts',
    ]);
    expect(runScript(root, 'scripts/mutants.ts', ['--relocate'])).toEqual({ code: 0, output: '3 entries changed\n' });
    expect(JSON.parse(readFileSync(join(root, 'conformance/mutants/all.json'), 'utf8'))).toEqual([
      whisper({ symbol: 'yell' }),
      whisper({ id: 'without-symbol', symbol: 'yell' }),
      whisper({ id: 'was-split', symbol: 'yell' }),
    ]);
    expect(read(root).problems).toEqual([]);
  });

  test('a name that is declared twice is decided by the text', () => {
    const root = treeWith([entry({ file: 'src/gone.ts' })]);
    writeFileSync(join(root, 'src/other.ts'), 'export const add = (list: number[]) => list.length;\n');
    expect(mutatedBy(root)).toEqual(['export const add = (a: number, b: number): number => a - b;']);
    writeFileSync(join(root, 'src/other.ts'), 'export const add = (a: string, b: string) => a + b;\n');
    expect(read(root).problems.map(({ message }) => message)).toEqual([
      'adding-subtracts: its text occurs 2 times in add of src/other.ts, src/sum.ts, not once',
    ]);
  });

  test('files that are not TypeScript, and statements outside any symbol, need none', () => {
    const root = treeWith([
      withoutSymbol(entry({ id: 'as-script', file: 'package.json', find: '"module"', replace: '"commonjs"' })),
      withoutSymbol(entry({ id: 'forgets-to-add', find: 'void add;', replace: 'void shout;' })),
    ]);
    expect(mutatedBy(root)).toEqual(['{ "type": "commonjs" }', 'void shout;']);
  });
});

async function runAll(root: string): Promise<{ trials: Trial[]; told: string[] }> {
  linkPackages(root);
  const told: string[] = [];
  const trials = await runMutants(read(root).mutants, {
    root,
    jobs: 1,
    timeoutMs: 60_000,
    onTrial: ({ mutant }) => told.push(mutant.id),
  });
  return { trials, told };
}

describe('running mutants in a copy', () => {
  test('tells killed ones from survivors and from what proves nothing, and leaves the tree alone', async () => {
    const mutants = [
      entry(),
      whisper(),
      entry({ id: 'unknown-name', replace: 'a + nowhere' }),
      whisper({ id: 'does-not-load', find: 'export const shout', replace: "import './gone.ts';\nexport const shout" }),
    ];
    const root = treeWith(mutants);
    const { trials, told } = await runAll(root);
    expect(told).toEqual(mutants.map(({ id }) => id));
    expect(trials.map(({ verdict }) => verdict.kind)).toEqual(['killed', 'survived', 'invalid', 'invalid']);
    expect(trials[0]?.verdict).toEqual({ kind: 'killed', by: 'adds' });
    expect(trials[2]?.verdict).toEqual({ kind: 'invalid', reason: 'ReferenceError: nowhere is not defined' });
    expect(readFileSync(join(root, 'src/sum.ts'), 'utf8')).toBe(SOURCE);
  });

  test('refuses to begin if the tests are red without any mutant', async () => {
    const root = treeWith([entry()], TEST.replace('toBe(5)', 'toBe(6)'));
    await expect(runAll(root)).rejects.toThrow('the tests are not green on the unchanged tree');
  });
});

describe('npm run mutants', () => {
  test('--only takes an id or a requirement number, and a survivor fails the run', () => {
    const root = treeWith([
      entry(),
      whisper({ why: 'nobody hears it', requirements: ['PRJ-001'] }),
      entry({ id: 'adding-multiplies', replace: 'a * b', requirements: ['PRJ-001'] }),
    ]);
    linkPackages(root);
    const run = runScript(root, 'scripts/mutants.ts', ['--only', 'PRJ-001', '--jobs', '1']);
    expect(run.code).toBe(1);
    expect(run.output).toMatch(/^1\/2 ✗ shouting-whispers [\d.]+ s survived: nobody hears it$/m);
    expect(run.output).toMatch(/^2\/2 ✓ adding-multiplies [\d.]+ s killed by "adds"$/m);
    expect(run.output).toMatch(/^1 of 2 mutants not killed by a test: shouting-whispers$/m);
    const byId = runScript(root, 'scripts/mutants.ts', ['--only', 'adding-subtracts']);
    expect(byId.output).toMatch(/^1 mutant, each killed by a test$/m);
    expect(runScript(root, 'scripts/mutants.ts', ['--only', 'PRJ-002'])).toEqual({
      code: 2,
      output: 'conformance/mutants has no PRJ-002\n',
    });
  });

  test('with --verify-only looks at the list alone', () => {
    expect(runScript(treeWith([entry()]), 'scripts/mutants.ts', ['--verify-only'])).toEqual({
      code: 0,
      output: '1 mutant fits the code\n',
    });
    expect(runScript(treeWith([entry({ find: 'gone' })]), 'scripts/mutants.ts', ['--verify-only'])).toEqual({
      code: 1,
      output: 'conformance/mutants: adding-subtracts: its text occurs 0 times in add of src/sum.ts, not once\n',
    });
  });

  test('tries nothing if --changed finds nothing changed', () => {
    const root = treeWith([entry()]);
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'a'], { cwd: root });
    expect(runScript(root, 'scripts/mutants.ts', ['--changed'])).toEqual({ code: 0, output: 'no mutant to try\n' });
  });
});
