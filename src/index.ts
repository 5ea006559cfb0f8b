/** The public API: the running system as a set of ports, and the use cases on it, one per verb. */
export { composePlatform, type ComposedPlatform, type ComposeOptions } from './compose.ts';
export {
  BatonError,
  ERRORS,
  isBatonError,
  VERSION,
  type ErrorCode,
  type Finding,
  type ResolvedConfig,
  type Settings,
} from './kernel/index.ts';
export {
  doctor,
  scanFiles,
  scanStaged,
  type DoctorRequest,
  type DoctorRow,
  type Platform,
  type ScanReport,
  type ScanRequest,
} from './relay/index.ts';
export {
  checkAgentOutput,
  enforceOutput,
  readOutput,
  runCommand,
  wrapOutput,
  type CheckOutputRequest,
  type Enforcement,
  type EnforceRequest,
  type ReadOutputRequest,
  type RunOutput,
  type RunRequest,
  type WrappedOutput,
  type WrapRequest,
} from './relay/index.ts';
