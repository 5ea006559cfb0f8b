import { REKEYED } from '../../kernel/audit/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type { AuditDraft, AuditReport, RekeyNote } from '../../kernel/ports/index.ts';

export const LOST_KEY_HINT =
  'restore that key from a backup, or continue with the new one: baton audit rekey --by PERSON --reason TEXT';

export const anotherKey = (): BatonError =>
  new BatonError('AUDIT_BROKEN', 'the signed head of the audit log was signed by another key', { hint: LOST_KEY_HINT });

export const keyMissing = (): BatonError =>
  new BatonError('AUDIT_BROKEN', 'the key that signs the audit log is gone', { hint: LOST_KEY_HINT });

/** A new key must not cover up anything: what it takes over has to be sound. */
export function assertSoundBeforeRekey({ ok, problems }: AuditReport): void {
  if (ok) return;
  const [first] = problems;
  const place = first?.entry === undefined ? (first?.file ?? '') : `entry ${first.entry}`;
  throw new BatonError('AUDIT_BROKEN', `a new key does not repair the audit log: ${place}: ${first?.reason ?? ''}`);
}

export const draftRekeyed = ({ by, reason }: RekeyNote, from: string, key: string): AuditDraft => ({
  kind: REKEYED,
  body: { by, reason, from, key },
});
