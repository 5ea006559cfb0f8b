export { acceptAudit } from './accept.ts';
export { admitKey } from './admit.ts';
export { anchorAudit, assertNoOtherLog, type AnchorPlatform } from './anchor.ts';
export { listAudit, proveEntry, showAudit } from './audit.ts';
export { assertNoRun, assertPersonNote, type Confirm, type PersonNote } from './person-note.ts';
export { rekeyAudit } from './rekey.ts';
export { verifyAudit, type VerifyOptions } from './audit-verdict.ts';
export { witnessInFile, witnessInRemote } from './witness.ts';
