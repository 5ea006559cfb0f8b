export { anchorAudit, listAudit, proveEntry, showAudit, verifyAudit } from './audit/index.ts';
export { doctor, type DoctorRequest, type DoctorRow } from './doctor/doctor.ts';
export {
  adaptDocument,
  compressDocument,
  createDocument,
  discoverTargets,
  expandDocument,
  hashDocument,
  hasSchema,
  readDocumentBytes,
  receiveDocument,
  refused,
  repairDocument,
  validateDocument,
  validateDocuments,
  validateLines,
  writeTo,
  type AdaptOutcome,
  type AdaptRequest,
  type CompressOutcome,
  type CompressRequest,
  type CreateOutcome,
  type CreateRequest,
  type Discovery,
  type DiscoverRequest,
  type DocumentBytes,
  type DocumentReport,
  type Expanded,
  type LineReport,
  type PayloadHashes,
  type Receipt,
  type RepairAttempt,
  type RepairOutcome,
  type RepairRequest,
  type ValidateRequest,
  type WrittenFile,
} from './document/index.ts';
export { findRoot } from './find-root.ts';
export { enforceOutput, type Enforcement, type EnforceRequest } from './output/enforce-output.ts';
export { checkAgentOutput, readOutput, type CheckOutputRequest, type ReadOutputRequest } from './output/read-output.ts';
export { runCommand, type RunOutput, type RunRequest } from './output/run-command.ts';
export { wrapOutput, type WrappedOutput, type WrapRequest } from './output/wrap-output.ts';
export {
  checkRegistryFiles,
  initRegistry,
  lockRegistry,
  readGovernanceGraph,
  reconcileAgent,
  recordGovernedResponse,
  sendGovernedDocument,
  sendGovernedHandoff,
  type AcceptedHandoff,
  type CheckOutcome,
  type ExecuteTarget,
  type GovernOutcome,
  type GovernPlatform,
  type InitOutcome,
  type LockOutcome,
  type ReconcileOutcome,
  type ReconcileRequest,
  type RegistryOptions,
  type RespondRequest,
  type SendDocumentRequest,
  type SendOutcome,
  type SendRequest,
} from './govern/index.ts';
export type { MachineFacts, Platform } from './platform.ts';
export { readConfig } from './read-config.ts';
export { readNotifyRules } from './read-notify-rules.ts';
export {
  MAX_SCAN_BYTES,
  prepareScan,
  scanFiles,
  scanStaged,
  type ScanReport,
  type ScanRequest,
  type TextScanner,
} from './scan.ts';
export {
  appendTrace,
  exportTrace,
  HANDOFF_EVENTS,
  readTrace,
  renderOtlp,
  renderTraceparent,
  type HandoffEvent,
  type Hop,
  type OtlpTraces,
  type SourceReading,
  type Trace,
  type TraceEvent,
  type TraceSource,
} from './trace/index.ts';
export * from './tasks/index.ts';
