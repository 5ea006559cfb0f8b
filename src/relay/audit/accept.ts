import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { anchorAudit, type AnchorPlatform } from './anchor.ts';
import { assertNoRun, assertPersonNote, type PersonNote } from './person-note.ts';
import { verifyAudit, type VerifyPlatform } from './audit-verdict.ts';

export interface AcceptRequest extends PersonNote {
  readonly dryRun?: boolean;
}

export interface AcceptOutcome {
  readonly accepted: readonly string[];
  readonly refusal: string | null;
  readonly audit_ref: string | null;
}

/**
 * A person has looked into what `audit verify` found beside the entries (a lost anchor, entries that were set aside, a
 * log that is gone) and lets the log go on. What is wrong with the entries themselves is never accepted.
 */
export async function acceptAudit(
  platform: AnchorPlatform & VerifyPlatform & Pick<Platform, 'audit'>,
  request: AcceptRequest,
): Promise<AcceptOutcome> {
  assertPersonNote(request);
  assertNoRun(platform, 'accept what was found in the audit log');
  const isGone = (await platform.audit.head()) === undefined;
  const { problems } = await verifyAudit(platform);
  const damage = problems.find(({ id }) => id === undefined);
  if (damage !== undefined && !isGone) {
    throw new BatonError('AUDIT_BROKEN', `this cannot be accepted: ${damage.file}: ${damage.reason}`);
  }
  const ids = problems.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (ids.length === 0 && damage === undefined)
    return { accepted: [], refusal: 'there is nothing to accept', audit_ref: null };
  const reasons = problems.map(({ reason }) => reason);
  if (request.dryRun === true) return { accepted: reasons, refusal: null, audit_ref: null };
  await platform.audit.forget();
  const { by, reason } = request;
  const [receipt] = await platform.audit.append([
    { kind: 'log.accepted', body: { by, reason, problems: ids, found: reasons } },
  ]);
  await anchorAudit(platform, { force: true, recreate: true });
  return { accepted: reasons, refusal: null, audit_ref: receipt?.ref ?? null };
}
