export { anchorAudit } from './anchor.ts';
export { listAudit, proveEntry, showAudit, verifyAudit } from './audit.ts';
