import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseModule } from '../support/ast.ts';
import { testImportClosure } from '../support/import-closure.ts';
import type { Problem } from '../support/problem.ts';

/** One file per area of the code; together they are one list. */
export const BREAKAGES_FOLDER = 'conformance/breakages';

/** One deliberate breakage: text in one file is replaced, and one of the tests must fail. */
export interface Breakage {
  readonly id: string;
  readonly file: string;
  /** Must occur exactly once in the file, so that the list cannot rot unseen. */
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
  /** What a user would suffer from it. */
  readonly why: string;
  /** Requirement numbers whose proof this tries. */
  readonly requirements?: readonly string[];
}

export interface BreakagesRead {
  readonly breakages: readonly Breakage[];
  readonly problems: readonly Problem[];
}

export function readBreakages(root: string, knownRequirements: ReadonlySet<string>): BreakagesRead {
  const rows = readRows(root);
  const breakages = rows.filter(isBreakage);
  const ids = breakages.map(({ id }) => id);
  const messages = [
    ...rows.filter((row) => !isBreakage(row)).map((row) => `not a breakage: ${JSON.stringify(row)}`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} stands twice`),
    ...breakages.flatMap((breakage) =>
      findFaults(root, breakage, knownRequirements).map((fault) => `${breakage.id}: ${fault}`),
    ),
  ];
  return { breakages, problems: messages.map((message) => ({ file: BREAKAGES_FOLDER, message })) };
}

function readRows(root: string): unknown[] {
  const names = readdirSync(join(root, BREAKAGES_FOLDER)).filter((name) => name.endsWith('.json'));
  return names
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(join(root, BREAKAGES_FOLDER, name), 'utf8')) as unknown);
}

function findFaults(root: string, breakage: Breakage, knownRequirements: ReadonlySet<string>): string[] {
  const faults = [
    ...breakage.tests.filter((test) => !existsSync(join(root, test))).map((test) => `${test} is not there`),
    ...(breakage.requirements ?? [])
      .filter((id) => !knownRequirements.has(id))
      .map((id) => `there is no requirement ${id}`),
  ];
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(breakage.id)) faults.push('the id is not kebab-case');
  if (breakage.tests.length === 0) faults.push('names no tests');
  if (!existsSync(join(root, breakage.file))) return [...faults, `${breakage.file} is not there`];
  const text = readFileSync(join(root, breakage.file), 'utf8');
  const count = text.split(breakage.find).length - 1;
  if (count !== 1) return [...faults, `its text occurs ${count} times in ${breakage.file}, not once`];
  if (breakage.find === breakage.replace) faults.push('changes nothing');
  const errors = breakage.file.endsWith('.ts')
    ? parseModule(breakage.file, applyBreakage(text, breakage)).syntaxErrors
    : [];
  return errors.length === 0 ? faults : [...faults, `breaks the syntax, which proves nothing: ${errors[0]}`];
}

/** True where the tests use what is built: then the broken tree must be built too, or they would test the old one. */
export const needsBuild = (root: string, tests: readonly string[]): boolean =>
  [...testImportClosure(root, tests)].some((file) => readFileSync(join(root, file), 'utf8').includes('dist/'));

/** The broken text. The replacement is taken literally: `$&` has no meaning. */
export const applyBreakage = (text: string, { find, replace }: Breakage): string => text.replace(find, () => replace);

function isBreakage(row: unknown): row is Breakage {
  if (typeof row !== 'object' || row === null) return false;
  const { id, file, find, replace, tests, why, requirements, ...others } = row as Record<string, unknown>;
  const texts = [id, file, find, why];
  return (
    texts.every((text) => typeof text === 'string' && text !== '') &&
    typeof replace === 'string' &&
    isStringList(tests) &&
    (requirements === undefined || isStringList(requirements)) &&
    Object.keys(others).length === 0
  );
}

const isStringList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
