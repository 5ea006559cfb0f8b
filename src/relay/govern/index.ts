export { auditSafely } from './audit-safely.ts';
export { toOutcome, toOutcomeError, toRecord, type GovernOutcome, type OutcomeError } from './outcome.ts';
export { readEvidence } from './read-evidence.ts';
export { reconcileAgent, type ReconcileOutcome, type ReconcileRequest } from './reconcile.ts';
export { findRegistry, type RegistryOptions } from './registry-place.ts';
export {
  checkRegistryFiles,
  initRegistry,
  lockRegistry,
  readGovernanceGraph,
  type CheckOutcome,
  type InitOutcome,
  type LockOutcome,
} from './registry.ts';
export { recordGovernedResponse, type RespondRequest } from './respond.ts';
export { sendGovernedDocument, type SendDocumentRequest } from './send-document.ts';
export type { AcceptedHandoff, ExecuteTarget, GovernPlatform, SendOutcome } from './ruling.ts';
export { sendGovernedHandoff, type SendRequest } from './send.ts';
