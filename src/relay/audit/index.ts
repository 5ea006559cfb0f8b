export { anchorAudit } from './anchor.ts';
export { listAudit, proveEntry, showAudit, verifyAudit } from './audit.ts';
export { rekeyAudit, type RekeyOutcome, type RekeyRequest } from './rekey.ts';
