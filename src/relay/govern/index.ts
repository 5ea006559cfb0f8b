export {
  auditSafely,
  toOutcome,
  toOutcomeError,
  toRecord,
  type AcceptedHandoff,
  type ExecuteTarget,
  type GovernOutcome,
  type Ruling,
  type SendOutcome,
} from './case-file.ts';
export { readEvidence, findRegistry, type RegistryOptions } from './registry-place.ts';
export { initRegistry } from './init.ts';
export { lockRegistry, previewLock, type LockOutcome } from './lock-registry.ts';
export { newGovernedHandoff } from './new-handoff.ts';
export { reconcileAgent, type PersonProof, type ReconcilePreview } from './reconcile.ts';
export { checkRegistryFiles, listRestricted, readGovernanceGraph } from './registry.ts';
export { recordGovernedResponse } from './respond.ts';
export { findGovernedDocument, sendGovernedDocument } from './send-document.ts';
export { ruleOnHandoff, sendGovernedHandoff, settleRuling, type SendRequest } from './send.ts';
