import { BatonError } from '../../kernel/errors/index.ts';
import type { AuditDraft, Platform } from '../../kernel/ports/index.ts';
import { anchorAudit, type AnchorPlatform } from './anchor.ts';
import { assertNoRun, assertPersonNote, CONFIRM_REFUSED, type Confirm, type PersonNote } from './person-note.ts';
import { verifyAudit, type AuditFinding, type VerifyPlatform } from './audit-verdict.ts';

export interface AcceptRequest extends PersonNote {
  /** Asked on a terminal, with what was found. */
  readonly confirm: Confirm;
  readonly dryRun?: boolean;
}

export interface AcceptOutcome {
  readonly accepted: readonly string[];
  /** Entries of the log that is given up; 0 if none is. */
  readonly given_up: number;
  /** Blocks, holds and locks that the machine remembered of it and that hold in this one. */
  readonly carried: readonly string[];
  readonly refusal: string | null;
  readonly audit_ref: string | null;
}

const NOTHING: AcceptOutcome = { accepted: [], given_up: 0, carried: [], refusal: null, audit_ref: null };

/**
 * A person has looked into what `audit verify` found beside the entries (a lost anchor, entries that were set aside, a
 * log that is gone or was put back) and lets the log go on. What is wrong with the entries themselves is never accepted.
 */
export async function acceptAudit(
  platform: AnchorPlatform & VerifyPlatform & Pick<Platform, 'audit'>,
  request: AcceptRequest,
): Promise<AcceptOutcome> {
  assertPersonNote(request);
  assertNoRun(platform, 'accept what was found in the audit log');
  const kept = (await platform.audit.head())?.entries ?? 0;
  const { problems } = await verifyAudit(platform);
  const damage = problems.find(({ id }) => id === undefined);
  if (damage !== undefined && kept > 0)
    throw new BatonError('AUDIT_BROKEN', `this cannot be accepted: ${damage.file}: ${damage.reason}`);
  if (problems.length === 0) return { ...NOTHING, refusal: 'there is nothing to accept' };
  const accepted = problems.map(({ reason }) => reason);
  if (request.dryRun === true) return { ...NOTHING, accepted };
  if (!(await request.confirm(accepted))) return { ...NOTHING, refusal: CONFIRM_REFUSED };
  let [givenUp, carried]: [number, readonly string[]] = [0, []];
  const [receipt] = await platform.audit.acceptLoss((lost, { flagged }) => {
    givenUp = Math.max(lost.entries, ...problems.map(({ remembered = 0 }) => remembered));
    carried = lost.flags.filter((name) => !flagged.has(name));
    return [
      ...planAccepted(request, problems, { givenUp, kept }),
      ...carried.map((name) => planCarried(name, givenUp)),
    ];
  });
  await anchorAudit(platform, { force: true });
  return { accepted, given_up: givenUp, carried, refusal: null, audit_ref: receipt?.ref ?? null };
}

function planAccepted(
  { by, reason }: PersonNote,
  problems: readonly AuditFinding[],
  { givenUp, kept }: { readonly givenUp: number; readonly kept: number },
): AuditDraft[] {
  const ids = problems.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const body = { by, reason, problems: ids, found: problems.map((problem) => problem.reason) };
  const sizes = givenUp === 0 ? {} : { given_up: givenUp, kept };
  return [{ kind: 'log.accepted', body: { ...body, ...sizes } }];
}

/** To give a log up is no way to lift a block. */
const planCarried = (name: string, entries: number): AuditDraft => ({
  kind: 'log.carried',
  flag: { name, up: true },
  body: { reason: `carried over from the log of ${entries} entries that was given up` },
});
