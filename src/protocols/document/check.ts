/** Stages 1 and 3 together, for callers that have a value and want a verdict. */
import { checkSchema, isHandoffDocument } from './check-schema.ts';
import { checkMeaning } from './decide.ts';
import { comparePointers } from './pointer.ts';
import type { DocumentIssue } from './types.ts';

export interface Verdict {
  readonly valid: boolean;
  readonly errors: readonly DocumentIssue[];
  readonly warnings: readonly DocumentIssue[];
}

/** Schema and meaning of a document in memory; tokens, hash, files and guard need more than the value. */
export function checkDocument(document: unknown, nowMs: number): Verdict {
  if (!isHandoffDocument(document)) return { valid: false, errors: checkSchema(document), warnings: [] };
  const { errors, warnings } = checkMeaning(document, nowMs);
  return { valid: errors.length === 0, errors, warnings };
}

export const byPath = (issues: readonly DocumentIssue[]): DocumentIssue[] =>
  issues.toSorted((a, b) => comparePointers(a.path, b.path) || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0));
