import { fingerprintOf } from '../../kernel/audit/index.ts';
import { anchorAudit, type AnchorPlatform } from './anchor.ts';
import { readAnchors } from './git-anchors.ts';
import { assertNoRun, assertPersonNote, CONFIRM_REFUSED, type Confirm } from './person-note.ts';

export interface RekeyRequest {
  /** The person who looked into it. */
  readonly by: string;
  readonly reason: string;
  /** Asked on a terminal. */
  readonly confirm: Confirm;
  readonly dryRun?: boolean;
}

export interface RekeyOutcome {
  readonly rekeyed: boolean;
  /** Why not, in words. */
  readonly refusal: string | null;
  readonly audit_ref: string | null;
  /** Of the key that signs now; null in a dry run that would make one. */
  readonly key_fingerprint: string | null;
}

/** Goes on with the audit log after its key was lost. A person answers for it, by name and with a reason. */
export async function rekeyAudit(platform: AnchorPlatform, request: RekeyRequest): Promise<RekeyOutcome> {
  assertPersonNote(request);
  assertNoRun(platform, 'take the audit log over with another key');
  const before = await platform.audit.head();
  const { own } = await readAnchors(await platform.project.findRepo(), before?.log);
  const { by, reason } = request;
  const possible = await platform.audit.rekey({ by, reason, dryRun: true }, own);
  if (possible !== undefined && request.dryRun !== true && !(await request.confirm(describe(before?.entries ?? 0))))
    return { rekeyed: false, refusal: CONFIRM_REFUSED, audit_ref: null, key_fingerprint: null };
  const receipt = request.dryRun === true ? possible : await platform.audit.rekey({ by, reason }, own);
  const head = await platform.audit.head();
  const fingerprint = head === undefined ? null : fingerprintOf(head.key);
  if (receipt === undefined) {
    const refusal = head === undefined ? 'there is no audit log yet' : 'the key of this installation already signs it';
    return { rekeyed: false, refusal, audit_ref: null, key_fingerprint: fingerprint };
  }
  if (request.dryRun === true) return { rekeyed: true, refusal: null, audit_ref: null, key_fingerprint: null };
  await anchorAudit(platform, { force: true, takesOver: true });
  return { rekeyed: true, refusal: null, audit_ref: receipt.ref, key_fingerprint: fingerprint };
}

const describe = (entries: number): string[] => [
  `another key takes over a log of ${entries} entries; everybody who checks proofs needs its fingerprint`,
];
