import { fingerprintOf } from '../../kernel/audit/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { readAnchors } from './anchor.ts';

export interface RekeyRequest {
  /** The person who looked into it. */
  readonly by: string;
  readonly reason: string;
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
export async function rekeyAudit(
  platform: Pick<Platform, 'audit' | 'project'>,
  request: RekeyRequest,
): Promise<RekeyOutcome> {
  if (request.by.trim() === '' || request.reason.trim() === '') {
    throw new BatonError('USAGE_INVALID', 'a new key needs a person and a reason: --by and --reason');
  }
  const before = await platform.audit.head();
  const { heads } = await readAnchors(platform);
  const own = heads.filter(({ log }) => log === before?.log);
  const receipt = await platform.audit.rekey(request, own);
  const head = await platform.audit.head();
  const fingerprint = head === undefined ? null : fingerprintOf(head.key);
  if (receipt === undefined) {
    const refusal = head === undefined ? 'there is no audit log yet' : 'the key of this installation signs it already';
    return { rekeyed: false, refusal, audit_ref: null, key_fingerprint: fingerprint };
  }
  if (request.dryRun === true) return { rekeyed: true, refusal: null, audit_ref: null, key_fingerprint: null };
  return { rekeyed: true, refusal: null, audit_ref: receipt.ref, key_fingerprint: fingerprint };
}
