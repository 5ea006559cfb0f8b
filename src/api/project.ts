/** `agent-baton/project`: the files of `.ai/handoff/` as text: what they say, what is wrong with them, merging. Pure. */
export {
  CORE_FILES,
  findCorruption,
  HANDOFF_FOLDER,
  MANIFEST_FILE,
  PHASES,
  planReading,
  PRIORITIES,
  TASK_STATUSES,
  WORK_KINDS,
  type Corruption,
  type CorruptionKind,
  type FileTrust,
  type GraphTask,
  type HandoffLock,
  type LastSession,
  type Manifest,
  type ManifestFile,
  type Phase,
  type Priority,
  type Provenance,
  type TaskGraph,
  type TaskStatus,
  type TokenBudget,
  type TrustLabel,
  type WorkKind,
} from '../protocols/project/index.ts';
export {
  decideExpiry,
  parseClaims,
  type Claim,
  type Expiry,
  type TrustClock,
} from '../protocols/project/trust/index.ts';
export { decideLockState, parseLock, type LockFacts, type LockState } from '../protocols/project/session/index.ts';
export {
  findGraphFaults,
  listReady,
  readGraph,
  type GraphState,
  type ReadyTask,
} from '../protocols/project/actions/index.ts';
export { findManifestFaults, parseManifest, renderManifest } from '../protocols/project/manifest/index.ts';
export { findProvenance, readLastEntries, renderProvenance } from '../protocols/project/log/index.ts';
export { maskIgnored, parseAiignore, scanIgnored, type IgnorePattern } from '../protocols/project/aiignore/index.ts';
export { mergeHandoffFile, mergeManifests, type ThreeSides } from '../protocols/project/merge/index.ts';
export { parseItems, type Item, type ItemState } from '../protocols/project/items/index.ts';
export {
  publicLint,
  type PublicCheck,
  type PublicRemark,
  type PublicReport,
} from '../protocols/project/public/index.ts';
