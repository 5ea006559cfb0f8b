import type { SourceFile, SourceTree } from './source-tree.ts';

/** One sentence of the architecture, and how a file breaks it. */
export interface Rule {
  readonly name: string;
  readonly why: string;
  check(file: SourceFile, tree: SourceTree): Breach[];
}

export interface Breach {
  readonly line: number;
  readonly what: string;
}

export interface Violation extends Breach {
  readonly rule: string;
  readonly path: string;
}

/** A place where a rule is broken on purpose. It must still be needed: one that nothing uses fails the test. */
export interface Exception {
  readonly rule: string;
  readonly path: string;
  readonly why: string;
}

export const findViolations = (tree: SourceTree, rules: readonly Rule[]): Violation[] =>
  tree.files.flatMap((file) =>
    rules.flatMap((rule) => rule.check(file, tree).map((breach) => ({ ...breach, rule: rule.name, path: file.path }))),
  );
