export { auditSafely } from './audit-safely.ts';
export {
  toOutcome,
  toOutcomeError,
  toRecord,
  type AcceptedHandoff,
  type ExecuteTarget,
  type GovernOutcome,
  type GovernPlatform,
  type OutcomeError,
  type Ruling,
  type SendOutcome,
} from './outcome.ts';
export { readEvidence } from './read-evidence.ts';
export { initRegistry, type InitOutcome } from './init.ts';
export { lockRegistry, previewLock, type LockOutcome, type LockRequest } from './lock-registry.ts';
export { newGovernedHandoff } from './new-handoff.ts';
export {
  reconcileAgent,
  type PersonProof,
  type ReconcileOutcome,
  type ReconcilePreview,
  type ReconcileRequest,
} from './reconcile.ts';
export { findRegistry, type RegistryOptions } from './registry-place.ts';
export { checkRegistryFiles, listRestricted, readGovernanceGraph, type CheckOutcome } from './registry.ts';
export { recordGovernedResponse, type RespondRequest } from './respond.ts';
export { findGovernedDocument, sendGovernedDocument, type SendDocumentRequest } from './send-document.ts';
export { ruleOnHandoff, sendGovernedHandoff, settleRuling, type SendRequest } from './send.ts';
