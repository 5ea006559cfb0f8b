export { createAuditLog } from './audit-log.ts';
export type { AuditDeps } from './audit-deps.ts';
export { createLateAuditLog } from './late-audit-log.ts';
export { renderSegmentName } from './segment-name.ts';
export { findSigningKey, getSigningKey } from './signing-key.ts';
export { ChainWalk, findKeyTrouble } from './verify-log.ts';
