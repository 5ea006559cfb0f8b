import type { Finding, Severity } from '../../../kernel/finding.ts';
import type { Json } from '../../../kernel/json.ts';
import { ORIGINAL_DESCRIPTION } from '../original.ts';
import { stringsIn } from '../pointer.ts';
import type { DocumentIssue } from '../types.ts';

export interface GuardIssue extends DocumentIssue {
  readonly severity: Severity;
}

/**
 * Passes every string of a document, member names included, through the guard. Paths, ids, times and hashes are not
 * prose: a field that holds what it should is not scanned, one that holds sentences instead is.
 */
export function scanStrings(document: Json, scan: (text: string) => readonly Finding[]): GuardIssue[] {
  const issues: GuardIssue[] = [];
  for (const { path, text, isName } of stringsIn(document)) {
    if (isName ? PLAIN_NAME.test(text) : isGenerated(path, text)) continue;
    for (const finding of scan(text)) if (finding.severity !== 'note') issues.push(describe(path, finding));
  }
  return issues;
}

/** A member name of plain lower-case words holds nothing to find. */
const PLAIN_NAME = /^[a-z_]{1,40}$/;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^sha256:[0-9a-f]{64}$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:\d\d)$/;
const ID = /^[\p{L}\p{N}][\p{L}\p{N}._:@-]{0,79}$/u;

/** Fields that programs fill in, and the form they have then. */
const GENERATED: readonly (readonly [path: RegExp, hasForm: (text: string) => boolean])[] = [
  [/^\/handoff\/trace_id$/, (text) => UUID.test(text)],
  [/^\/handoff\/(?:timestamp|expires_at)$|^\/handoff\/tracing\/events\/\d+\/timestamp$/, (text) => TIME.test(text)],
  [/^\/handoff\/meta\/payload_hash$|^\/handoff\/payload\/[a-z/]+\/\d+\/checksum$/, (text) => HASH.test(text)],
  [/^\/handoff\/(?:source\/workflow_id|tracing\/parent_span_id)$/, (text) => ID.test(text)],
  [
    /^\/handoff\/source\/session_path$|^\/handoff\/payload\/(?:references\/files|session\/artifacts)\/\d+\/path$/,
    isPath,
  ],
  [/^\/handoff\/payload\/references\/files\/\d+\/description$/, (text) => text === ORIGINAL_DESCRIPTION],
];

const isGenerated = (path: string, text: string): boolean =>
  GENERATED.some(([place, hasForm]) => place.test(path) && hasForm(text));

const MAX_PATH = 4_096;
const MAX_PATH_WORDS = 4;

/** A path may have spaces in its names; a name of many words is a sentence. */
function isPath(text: string): boolean {
  if (text.length > MAX_PATH || /\p{Cc}/u.test(text)) return false;
  return text.split(/[/\\]/).every((name) => name.trim().split(/\s+/).length <= MAX_PATH_WORDS);
}

const describe = (path: string, { rule, message, excerpt, hint, severity }: Finding): GuardIssue => ({
  path,
  rule: `guard/${rule}`,
  message: `${severity === 'error' ? 'the guard would block' : 'the guard noticed in'} ${path}: ${message}`,
  found: excerpt,
  repair: hint,
  severity,
});
