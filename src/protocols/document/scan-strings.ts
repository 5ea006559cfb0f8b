import type { Finding, Severity } from '../../kernel/finding.ts';
import type { Json } from '../../kernel/json.ts';
import { stringsIn } from './pointer.ts';
import type { DocumentIssue } from './types.ts';

export interface GuardIssue extends DocumentIssue {
  readonly severity: Severity;
}

/** Passes every string of a document, member names included, through the guard. */
export function scanStrings(document: Json, scan: (text: string) => readonly Finding[]): GuardIssue[] {
  const issues: GuardIssue[] = [];
  for (const { path, text, isName } of stringsIn(document)) {
    if (isName && PLAIN_NAME.test(text)) continue;
    for (const finding of scan(text)) issues.push(describe(path, finding));
  }
  return issues;
}

/** A member name of plain lower-case words holds nothing to find. */
const PLAIN_NAME = /^[a-z_]{1,40}$/;

const describe = (path: string, { rule, message, excerpt, hint, severity }: Finding): GuardIssue => ({
  path,
  rule: `guard/${rule}`,
  message: `${severity === 'error' ? 'the guard would block this' : 'the guard noticed'}: ${message}`,
  found: excerpt,
  repair: hint,
  severity,
});
