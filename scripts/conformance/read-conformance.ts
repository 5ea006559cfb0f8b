import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../support/problem.ts';
import { readRepoFiles } from '../support/repo-files.ts';
import { findProofs, type Proof } from './find-proofs.ts';
import { renderConformance } from './render-conformance.ts';
import { readRequirements } from './requirements.ts';
import { filesRun, readSuitesRun } from './suites.ts';

export const CONFORMANCE_PAGE = 'docs/conformance.md';

export interface Conformance {
  readonly proofs: readonly Proof[];
  readonly problems: readonly Problem[];
  /** Files that name numbers but that no script runs: their proofs do not count. */
  readonly idle: readonly string[];
  readonly counts: { readonly proven: number; readonly all: number };
  readonly markdown: string;
}

export async function readConformance(root: string): Promise<Conformance> {
  const { pages, problems: dataProblems } = readRequirements(root);
  const requirements = pages.flatMap((page) => page.requirements);
  const known = new Set(requirements.map(({ id }) => id));
  const incomplete = new Set(requirements.filter(({ missing }) => missing !== undefined).map(({ id }) => id));
  const testFiles = readRepoFiles(root).paths.filter((path) => path.startsWith('test/') && path.endsWith('.ts'));
  const running = filesRun(root, testFiles, await readSuitesRun(root));
  const problems = [...dataProblems];
  const proofs: Proof[] = [];
  const idle: string[] = [];
  for (const file of testFiles) {
    const found = findProofs(file, readFileSync(join(root, file), 'utf8'));
    problems.push(...found.problems, ...found.proofs.filter(({ id }) => !known.has(id)).map(unknownNumber));
    if (running.has(file)) proofs.push(...found.proofs);
    else if (found.proofs.length > 0) idle.push(file);
  }
  const proven = new Set(proofs.map(({ id }) => id).filter((id) => known.has(id) && !incomplete.has(id)));
  const markdown = renderConformance(pages, proven);
  return { proofs, problems, idle, counts: { proven: proven.size, all: known.size }, markdown };
}

const unknownNumber = ({ file, line, id }: Proof): Problem => ({
  file,
  line,
  message: `there is no requirement ${id}; the numbers are in conformance/*.json`,
});
