export {
  MAX_SCAN_BYTES,
  prepareScan,
  scanFiles,
  scanInput,
  scanStaged,
  type ScanReport,
  type ScanRequest,
} from './scan.ts';
