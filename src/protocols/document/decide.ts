/** Stage 3: what a document that passed the schema means, beyond the form of its fields. */
import { findIsoTime, isUuidV4 } from '../../kernel/index.ts';
import { checkChain, type Judgement } from './chain.ts';
import { convertTime } from './convert.ts';
import type { DocumentIssue, HandoffDocument } from './types.ts';

/** Everything that can be said from the document and the time alone. */
export function checkMeaning(document: HandoffDocument, nowMs: number): Judgement {
  const { timestamp, expires_at, trace_id } = document.handoff;
  const chain = checkChain(document);
  const expiry = expires_at === undefined ? undefined : checkExpiry(timestamp, expires_at, nowMs);
  const warnings: DocumentIssue[] = [];
  if (!isUuidV4(trace_id)) warnings.push(notVersion4(trace_id));
  warnNotUtc(warnings, '/handoff/timestamp', timestamp);
  if (expires_at !== undefined) warnNotUtc(warnings, '/handoff/expires_at', expires_at);
  return {
    errors: expiry === undefined ? chain.errors : [expiry, ...chain.errors],
    warnings: warnings.length === 0 ? chain.warnings : [...warnings, ...chain.warnings],
  };
}

function checkExpiry(timestamp: string, expiresAt: string, nowMs: number): DocumentIssue | undefined {
  const expires = findIsoTime(expiresAt)?.epochMs;
  const written = findIsoTime(timestamp)?.epochMs;
  if (expires === undefined || written === undefined) return undefined;
  if (written >= expires) {
    return {
      path: '/handoff/expires_at',
      rule: 'expiry-order',
      message: `expires_at (${expiresAt}) must lie after timestamp (${timestamp})`,
      found: JSON.stringify(expiresAt),
      repair: 'set a later expires_at, or leave it out',
    };
  }
  if (nowMs < expires) return undefined;
  return {
    path: '/handoff/expires_at',
    rule: 'expired',
    message: `the document expired at ${expiresAt}`,
    found: JSON.stringify(expiresAt),
    repair: 'ask the sender for a new one',
  };
}

const notVersion4 = (traceId: string): DocumentIssue => ({
  path: '/handoff/trace_id',
  rule: 'uuid-version',
  message: 'trace_id is a UUID, but not of version 4',
  found: JSON.stringify(traceId),
  repair: 'keep it within this trace; begin new traces with a UUID v4',
});

function warnNotUtc(warnings: DocumentIssue[], path: string, time: string): void {
  if (time.endsWith('Z')) return;
  const value = convertTime(time);
  warnings.push({
    path,
    rule: 'utc',
    message: `${path} should be UTC and end in Z`,
    found: JSON.stringify(time),
    repair: value === undefined ? 'write it in UTC' : `convert it to ${JSON.stringify(value)}`,
    ...(value === undefined ? {} : { fix: { kind: 'set', value } }),
  });
}
