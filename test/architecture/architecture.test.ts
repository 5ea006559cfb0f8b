import { expect, test } from 'vitest';
import { readSourceFigures } from '../../scripts/measure-house/source-figures.ts';
import { findViolations, type Violation } from './rule.ts';
import { EXCEPTIONS, RULES } from './rules.ts';
import { readSourceTree } from './source-tree.ts';

const tree = readSourceTree(process.cwd());
const figures = readSourceFigures(process.cwd());
const violations = findViolations(tree, RULES);
const isExcepted = ({ rule, path }: Violation): boolean =>
  EXCEPTIONS.some((exception) => exception.rule === rule && exception.path === path);

test('every file of src parses', () => {
  expect(tree.files.length).toBeGreaterThan(0);
  expect(tree.files.filter((file) => file.syntaxErrors.length > 0).map((file) => file.path)).toEqual([]);
});

test.each(RULES.map((rule) => [rule.name, rule.why] as const))('%s: %s', (name) => {
  const broken = violations.filter((violation) => violation.rule === name && !isExcepted(violation));
  expect(broken.map(({ path, line, what }) => `${path}:${line} ${what}`)).toEqual([]);
});

test('every exception is still needed', () => {
  const idle = EXCEPTIONS.filter(
    ({ rule, path }) => !violations.some((each) => each.rule === rule && each.path === path),
  );
  expect(idle).toEqual([]);
});

test('folders beside each other do not import each other, directly or through a third', () => {
  expect(figures.folderCycles).toEqual([]);
});

test('verbs do not import verbs: what two of them share has a file named after what it is', () => {
  expect(figures.verbImports).toEqual([]);
});
