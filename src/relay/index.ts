export { doctor, type DoctorRequest, type DoctorRow } from './doctor/doctor.ts';
export { findRoot } from './find-root.ts';
export type { MachineFacts, Platform } from './platform.ts';
export { readConfig } from './read-config.ts';
export {
  MAX_SCAN_BYTES,
  prepareScan,
  readAllowLists,
  scanFiles,
  scanStaged,
  type ScanReport,
  type ScanRequest,
  type TextScanner,
} from './scan.ts';
