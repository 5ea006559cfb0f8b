/** Project state: the files of `.ai/handoff/`, what they mean, and what to do with them. Pure. */
export {
  decideLockState,
  describeHolder,
  findAgentProcess,
  MAX_LOCK_BYTES,
  parseLock,
  renderLock,
  type LockFacts,
  type LockState,
} from './session/lock.ts';
export { DEFAULT_AIIGNORE, maskIgnored, parseAiignore, scanIgnored, type IgnorePattern } from './aiignore/index.ts';
export { findCorruption, type Corruption, type CorruptionKind } from './corruption.ts';
export { isOldestFirst, findProvenance, findProvenanceFault, renderProvenance } from './log/provenance.ts';
export {
  addEntry,
  EMPTY_LOG,
  findArchiveDamage,
  KEPT_ENTRIES,
  planRotation,
  readLastEntries,
  type EntryDraft,
} from './log/log.ts';
export {
  AIIGNORE_FILE,
  ARCHIVE_FILE,
  ARCHIVE_INDEX_FILE,
  AUTOMATIC_NOTE,
  CORE_FILES,
  GITIGNORE_FILE,
  GROUNDING_FILE,
  HANDOFF_FOLDER,
  LOCK_FILE,
  MANIFEST_FILE,
  isInFullRead,
  isIndexed,
  isProtocolFile,
} from './names.ts';
export {
  addItem,
  appendOverflow,
  EMPTY_NEXT_ACTIONS,
  findItem,
  getItem,
  hasSubstance,
  isActive,
  isOpen,
  labelOf,
  limitItems,
  MAX_ACTIVE,
  namesWork,
  parseItems,
  type Item,
  type ItemState,
} from './items/index.ts';
export {
  draftAction,
  draftAmendment,
  draftClaim,
  draftEntry,
  draftNote,
  draftRemoval,
  draftSection,
  draftTrust,
  vouch,
  type SessionDraft,
} from './edits/index.ts';
export { changeActions, type ActionChange } from './actions/change-actions.ts';
export {
  findManifest,
  findManifestFaults,
  MAX_MANIFEST_BYTES,
  parseManifest,
  renderManifest,
} from './manifest/parse-manifest.ts';
export {
  draftManifest,
  finishManifest,
  parsePhase,
  renderForCount,
  type Description,
  type ManifestDraft,
  type ManifestInput,
  deriveContext,
  summarise,
} from './manifest/plan-manifest.ts';
export {
  decideLabels,
  findPartTrust,
  labelUnknown,
  joinLedgers,
  listParts,
  recordChange,
  type Ledger,
} from './labels/index.ts';
export { repairManifest, type RepairedManifest } from './manifest/repair-manifest.ts';
export {
  linesOfFile,
  planDigest,
  preferWhole,
  selectParts,
  type DigestPart,
  type PricedPart,
  type Selection,
} from './digest/index.ts';
export { findForbidden, findLinks, type ForbiddenRule } from './public/public-check.ts';
export { publicLint } from './public/public-lint.ts';
export {
  listGone,
  listMismatched,
  makeReport,
  note,
  ok,
  readPublicManifest,
  violation,
  type PublicCheck,
  type PublicManifest,
  type PublicRemark,
  type PublicReport,
} from './public/public-manifest.ts';
export {
  PHASES,
  PRIORITIES,
  TASK_STATUSES,
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
} from './schema.ts';
export { showTasks, TASK_ID, type PlaneTask } from './actions/show-tasks.ts';
export { mergeTasks, type MergedTasks, type TaskSide } from './actions/merge-tasks.ts';
export {
  addTask,
  blockTask,
  completeTask,
  findGraphFaults,
  listReady,
  readGraph,
  type GraphState,
  type ReadyTask,
} from './actions/task-graph.ts';
export {
  addProvenanceSection,
  DATA_SENTENCE,
  EMPTY_SUMMARY,
  GROUNDING_TEXT,
  HANDOFF_GITIGNORE,
  isFresh,
  PUBLIC_TEMPLATES,
  TEMPLATES,
} from './templates.ts';
export {
  addClaim,
  dropClaim,
  findClaim,
  EMPTY_TRUST,
  markExpired,
  markUnknown,
  parseClaims,
  refuteClaim,
  TRUST_FILE,
  verifyClaim,
  type Claim,
} from './trust/trust.ts';
export {
  commitOf,
  decideEffective,
  decideExpiry,
  defaultTtl,
  findTtl,
  hasExpired,
  isExpired,
  parseTtl,
  type Expiry,
  type TrustClock,
} from './trust/trust-expiry.ts';
export {
  checkHealth,
  decideLabel,
  decideMode,
  renderHealth,
  type HealthFacts,
  type HealthStep,
  type Mode,
} from './health.ts';
export { addDashboard, findPart, planReading, WORK_KINDS, type WorkKind } from './reading.ts';
export { regenerateStatus } from './status.ts';
export { findUnlogged, logMismatches, updateEntries, type Mismatch } from './mismatch.ts';
export { planClose, sessionMinutes } from './plan-close.ts';
export { renderDiff } from './merge/line-diff.ts';
export { planMigration } from './migrate.ts';
export { mergeHandoffFile, mergeManifests, type ThreeSides } from './merge/merge.ts';
export {
  addAttributes,
  addHookBlock,
  GITATTRIBUTES,
  hasHookBlock,
  MERGE_DRIVER,
  removeAttributes,
  removeHookBlock,
} from './git-set-up.ts';
export { recordEndedTasks } from './actions/record-ended-tasks.ts';
