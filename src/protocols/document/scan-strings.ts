import type { Finding, Json, Scanner } from '../../kernel/index.ts';
import { stringsIn } from './pointer.ts';
import type { DocumentIssue } from './types.ts';

/** Passes every string of a document, member names included, through the guard. */
export function scanStrings(document: Json, scanner: Scanner): DocumentIssue[] {
  const issues: DocumentIssue[] = [];
  for (const { path, text, isName } of stringsIn(document)) {
    if (isName && PLAIN_NAME.test(text)) continue;
    for (const finding of scanner.scan(text)) issues.push(describe(path, finding));
  }
  return issues;
}

/** A member name of plain lower-case words holds nothing to find. */
const PLAIN_NAME = /^[a-z_]{1,40}$/;

const describe = (path: string, { rule, message, excerpt, hint, severity }: Finding): DocumentIssue => ({
  path,
  rule: `guard/${rule}`,
  message: `${severity === 'error' ? 'the guard would block this' : 'the guard noticed'}: ${message}`,
  found: excerpt,
  repair: hint,
});
