export { createAuditLog } from './audit-log.ts';
export type { AuditDeps } from './audit-deps.ts';
