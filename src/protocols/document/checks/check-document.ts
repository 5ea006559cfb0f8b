/** Stages 1 and 3 together, for callers that have a value and want a verdict. */
import { checkSchema, isHandoffDocument } from '../schema.ts';
import type { Json } from '../../../kernel/json.ts';
import { stringify } from '../input.ts';
import { parseDocumentText } from '../parse.ts';
import { checkMeaning } from '../decide.ts';
import { comparePointers } from '../pointer.ts';
import type { DocumentIssue } from '../types.ts';

/** Whether a document is valid, and everything found in it. */
export interface Verdict {
  readonly valid: boolean;
  readonly errors: readonly DocumentIssue[];
  readonly warnings: readonly DocumentIssue[];
}

/** Schema and meaning of a document in memory or as text; tokens, hash, files and guard need more than that. */
export function checkDocument(document: unknown, nowMs: number): Verdict {
  if (typeof document === 'string') {
    const parsed = parseDocumentText(document);
    return parsed.kind === 'refused'
      ? { valid: false, errors: [parsed.issue], warnings: [] }
      : checkDocument(withoutText(parsed.value), nowMs);
  }
  if (isHandoffDocument(document)) {
    const { errors, warnings } = checkMeaning(document, nowMs);
    return { valid: errors.length === 0, errors, warnings };
  }
  // What has no JSON form at all is the caller's mistake, not the sender's.
  stringify(document);
  return { valid: false, errors: checkSchema(document), warnings: [] };
}

/** JSON text whose value is a string again is no document, and must not be read once more. */
const withoutText = (value: Json): Json => (typeof value === 'string' ? [value] : value);

export const byPath = (issues: readonly DocumentIssue[]): DocumentIssue[] =>
  issues.toSorted((a, b) => comparePointers(a.path, b.path) || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0));
