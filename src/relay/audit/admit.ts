import { fingerprintOf, isPublicKey, KEY_ADDED, KEY_REMOVED } from '../../kernel/audit/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import { anchorAudit, type AnchorPlatform } from './anchor.ts';
import { assertNoRun, assertPersonNote, type PersonNote } from './person-note.ts';

export interface AdmitRequest extends PersonNote {
  /** Public key of another machine, as it names it when it is refused. */
  readonly key: string;
  /** Takes the key off the list instead. */
  readonly remove?: boolean;
  readonly dryRun?: boolean;
}

export interface AdmitOutcome {
  readonly key_fingerprint: string;
  readonly audit_ref: string | null;
}

/** Lists the key of another machine in the log, signed by this one's: no key file has to be copied. */
export async function admitKey(platform: AnchorPlatform, request: AdmitRequest): Promise<AdmitOutcome> {
  assertPersonNote(request);
  assertNoRun(platform, 'list a key in the audit log');
  const { key, by, reason } = request;
  if (!isPublicKey(key)) throw new BatonError('INPUT_INVALID', 'that is not an Ed25519 public key in base64url');
  const outcome = { key_fingerprint: fingerprintOf(key), audit_ref: null };
  if (request.dryRun === true) return outcome;
  const kind = request.remove === true ? KEY_REMOVED : KEY_ADDED;
  const [receipt] = await platform.audit.append([{ kind, body: { key, by, reason } }]);
  await anchorAudit(platform, { force: true });
  return { ...outcome, audit_ref: receipt?.ref ?? null };
}
