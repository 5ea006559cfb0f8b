export { acceptAudit, type AcceptOutcome, type AcceptRequest } from './accept.ts';
export { admitKey, type AdmitOutcome, type AdmitRequest } from './admit.ts';
export { anchorAudit, assertNoOtherLog, type AnchorOptions, type AnchorPlatform } from './anchor.ts';
export { listAudit, proveEntry, showAudit } from './audit.ts';
export { assertNoRun, assertPersonNote, type Confirm, type PersonNote } from './person-note.ts';
export { rekeyAudit, type RekeyOutcome, type RekeyRequest } from './rekey.ts';
export {
  verifyAudit,
  type AuditFinding,
  type AuditVerdict,
  type VerifyOptions,
  type VerifyPlatform,
} from './audit-verdict.ts';
export { witnessInFile, witnessInRemote, type WitnessOutcome } from './witness.ts';
