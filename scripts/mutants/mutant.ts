import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseModule } from '../support/ast.ts';
import { testImportClosure } from '../support/import-closure.ts';
import type { Problem } from '../support/problem.ts';
import { locateMutant, locateTest, type Location } from './locate.ts';
import { readWorkTree, type WorkTree } from './work-tree.ts';

/** One file per area of the code; together they are one list. */
export const MUTANTS_FOLDER = 'conformance/mutants';

/** One deliberate fault: a piece of one function is replaced, and one of the tests must fail. */
export interface Mutant {
  readonly id: string;
  /** Where the symbol was last seen. If it has moved, it is found by its name. */
  readonly file: string;
  /** `function` or `Class.method`. Only files that are not TypeScript, and statements outside any symbol, have none. */
  readonly symbol?: string;
  /** Occurs exactly once in the symbol's text; white space may differ. */
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
  /** What a user would suffer from it. */
  readonly why: string;
  /** Requirement numbers whose proof this tries. */
  readonly requirements?: readonly string[];
}

/** A mutant with its place in the work tree. */
export interface LocatedMutant extends Mutant {
  readonly location: Location;
}

export interface MutantsRead {
  readonly mutants: readonly LocatedMutant[];
  readonly problems: readonly Problem[];
}

export function readMutants(root: string, knownRequirements: ReadonlySet<string>): MutantsRead {
  const tree = readWorkTree(root);
  const rows = readFiles(root).flatMap(({ rows: own }) => own);
  const mutants = rows.filter(isMutant);
  const ids = mutants.map(({ id }) => id);
  const messages = [
    ...rows.filter((row) => !isMutant(row)).map((row) => `not a mutant: ${JSON.stringify(row)}`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} is listed twice`),
  ];
  const located: LocatedMutant[] = [];
  for (const mutant of mutants) {
    const { location, tests, faults } = examine(tree, mutant, knownRequirements);
    messages.push(...faults.map((fault) => `${mutant.id}: ${fault}`));
    if (location !== undefined) located.push({ ...mutant, file: location.file, tests, location });
  }
  return { mutants: located, problems: messages.map((message) => ({ file: MUTANTS_FOLDER, message })) };
}

/** Writes the files, symbols and tests that were found into the list, so that it says where things are now. */
export function relocateMutants(root: string): number {
  const tree = readWorkTree(root);
  let changed = 0;
  for (const { path, rows } of readFiles(root)) {
    const updated = rows.map((row) => (isMutant(row) ? relocate(tree, row) : row));
    if (JSON.stringify(updated) === JSON.stringify(rows)) continue;
    changed += updated.filter((row, at) => JSON.stringify(row) !== JSON.stringify(rows[at])).length;
    writeFileSync(path, renderRows(updated));
  }
  return changed;
}

function relocate(tree: WorkTree, mutant: Mutant): Mutant {
  const located = locateMutant(tree, mutant);
  const { file, symbol } = (located.kind === 'found' ? located.location : located.likely) ?? mutant;
  const { id, file: _, symbol: __, ...rest } = mutant;
  const tests = mutant.tests.map((test) => locateTest(tree, test) ?? test);
  return { id, file, ...(symbol === undefined ? {} : { symbol }), ...rest, tests };
}

const LINE_LENGTH = 120;

/** As the formatter writes it: a list that fits stays on one line. */
const renderRows = (rows: readonly unknown[]): string =>
  `${JSON.stringify(rows, null, 2).replaceAll(
    /^( +"\w+": )\[\s+([^\]]*?)\s+\](,?)$/gm,
    (whole, key: string, items: string, comma: string) => {
      const line = `${key}[${items.replaceAll(/\n\s+/g, ' ')}]${comma}`;
      return line.length <= LINE_LENGTH ? line : whole;
    },
  )}\n`;

function readFiles(root: string): { path: string; rows: readonly unknown[] }[] {
  const names = readdirSync(join(root, MUTANTS_FOLDER)).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => {
    const path = join(root, MUTANTS_FOLDER, name);
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return { path, rows: Array.isArray(value) ? value : [value] };
  });
}

function examine(
  tree: WorkTree,
  mutant: Mutant,
  knownRequirements: ReadonlySet<string>,
): { location: Location | undefined; tests: readonly string[]; faults: readonly string[] } {
  const faults = (mutant.requirements ?? [])
    .filter((id) => !knownRequirements.has(id))
    .map((id) => `there is no requirement ${id}`);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(mutant.id)) faults.push('the id is not kebab-case');
  if (mutant.tests.length === 0) faults.push('names no tests');
  if ([mutant.find, mutant.replace].some((text) => text.trim() !== text)) faults.push('white space at the ends');
  if (mutant.find === mutant.replace) faults.push('changes nothing');
  const tests = mutant.tests.map((test) => {
    const found = locateTest(tree, test);
    if (found === undefined) faults.push(`${test} is missing`);
    return found ?? test;
  });
  const located = locateMutant(tree, mutant);
  if (located.kind === 'lost') return { location: undefined, tests, faults: [...faults, located.reason] };
  const { location } = located;
  const mutated = applyMutant(tree.read(location.file), { ...mutant, location });
  const errors = location.file.endsWith('.ts') ? parseModule(location.file, mutated).syntaxErrors : [];
  if (errors.length > 0) faults.push(`breaks the syntax, which proves nothing: ${errors[0]}`);
  return { location, tests, faults };
}

/** True if the tests use what is built: then the mutated tree must be built too, or they would test the old one. */
export const needsBuild = (root: string, tests: readonly string[]): boolean =>
  [...testImportClosure(root, tests)].some((file) => readFileSync(join(root, file), 'utf8').includes('dist/'));

/** The mutated text. The replacement is taken literally: `$&` has no meaning. */
export const applyMutant = (
  text: string,
  { replace, location: { start, end } }: Pick<LocatedMutant, 'replace' | 'location'>,
): string => `${text.slice(0, start)}${replace}${text.slice(end)}`;

function isMutant(row: unknown): row is Mutant {
  if (typeof row !== 'object' || row === null) return false;
  const { id, file, symbol, find, replace, tests, why, requirements, ...others } = row as Record<string, unknown>;
  return (
    [id, file, symbol ?? 'none', find, why].every((text) => typeof text === 'string' && text !== '') &&
    typeof replace === 'string' &&
    isStringList(tests) &&
    (requirements === undefined || isStringList(requirements)) &&
    Object.keys(others).length === 0
  );
}

const isStringList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
