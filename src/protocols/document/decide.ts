/** Stage 3: what a document that passed the schema means, beyond the form of its fields. */
import { findIsoTime } from '../../kernel/time.ts';
import { checkChain, type Judgement } from './checks/chain.ts';
import { convertTime } from './faults/convert.ts';
import type { DocumentIssue, HandoffDocument } from './types.ts';

/** Everything that can be said from the document and the time alone. */
export function checkMeaning(document: HandoffDocument, nowMs: number): Judgement {
  const { timestamp, expires_at, trace_id } = document.handoff;
  const chain = checkChain(document);
  const expiry = expires_at === undefined ? undefined : checkExpiry(timestamp, expires_at, nowMs);
  const warnings: DocumentIssue[] = [];
  if (!isVersion4(trace_id)) warnings.push(notVersion4(trace_id));
  warnNotUtc(warnings, '/handoff/timestamp', timestamp);
  if (expires_at !== undefined) warnNotUtc(warnings, '/handoff/expires_at', expires_at);
  return {
    errors: expiry === undefined ? chain.errors : [expiry, ...chain.errors],
    warnings: warnings.length === 0 ? chain.warnings : [...warnings, ...chain.warnings],
  };
}

function checkExpiry(timestamp: string, expiresAt: string, nowMs: number): DocumentIssue | undefined {
  const expires = epochOf(expiresAt);
  const written = epochOf(timestamp);
  if (written >= expires) {
    return {
      path: '/handoff/expires_at',
      rule: 'expiry-order',
      message: `expires_at (${expiresAt}) must be after timestamp (${timestamp})`,
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

/** The schema has made sure of a date that exists; only a leap second is beyond what the engine reads. */
function epochOf(time: string): number {
  const epochMs = Date.parse(time);
  return Number.isNaN(epochMs) ? (findIsoTime(time)?.epochMs ?? 0) : epochMs;
}

/** The schema has made sure that it is a lower-case UUID. */
const isVersion4 = (uuid: string): boolean => uuid[14] === '4' && /[89ab]/.test(uuid[19] ?? '');

const notVersion4 = (traceId: string): DocumentIssue => ({
  path: '/handoff/trace_id',
  rule: 'uuid-version',
  message: 'trace_id is a UUID, but not of version 4',
  found: JSON.stringify(traceId),
  repair: 'keep it within this trace; start new traces with a UUID v4',
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
