export { doctor, type DoctorRequest, type DoctorRow } from './doctor/doctor.ts';
export { findRoot } from './find-root.ts';
export { enforceOutput, type Enforcement, type EnforceRequest } from './output/enforce-output.ts';
export { checkAgentOutput, readOutput, type CheckOutputRequest, type ReadOutputRequest } from './output/read-output.ts';
export { runCommand, type RunOutput, type RunRequest } from './output/run-command.ts';
export { wrapOutput, type WrappedOutput, type WrapRequest } from './output/wrap-output.ts';
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
