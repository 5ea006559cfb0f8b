import type { Finding, Json, Scanner } from '../../kernel/index.ts';
import { stringsIn } from './pointer.ts';
import type { DocumentIssue } from './types.ts';

/** Passes every string of a document, member names included, through the guard. */
export function scanStrings(document: Json, scanner: Scanner): DocumentIssue[] {
  const issues: DocumentIssue[] = [];
  for (const { path, text } of stringsIn(document)) {
    if (KNOWN_NAMES.has(text)) continue;
    for (const finding of scanner.scan(text)) issues.push(describe(path, finding));
  }
  return issues;
}

/** Names of the protocol itself hold nothing to find. */
const KNOWN_NAMES = new Set([
  ...['handoff', 'version', 'schema_type', 'timestamp', 'expires_at', 'trace_id', 'source', 'target', 'context'],
  ...['payload', 'meta', 'tracing', 'skill', 'workflow_id', 'session_path', 'phase', 'invocation', 'category'],
  ...['summary', 'problem_type', 'original_prompt', 'focus_areas', 'known_gaps', 'success_criteria', 'working'],
  ...['session', 'references', 'files', 'urls', 'path', 'description', 'relevance', 'artifacts', 'token_count'],
  ...['confidence', 'handoff_chain', 'handoff_reason', 'payload_hash', 'payload_size_bytes', 'user_approved'],
]);

const describe = (path: string, { rule, message, excerpt, hint, severity }: Finding): DocumentIssue => ({
  path,
  rule: `guard/${rule}`,
  message: `${severity === 'error' ? 'the guard would block this' : 'the guard noticed'}: ${message}`,
  found: excerpt,
  repair: hint,
});
