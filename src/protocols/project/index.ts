/** Project state: the files of `.ai/handoff/`, what they mean, and what to do with them. Pure. */
export { findCorruption, type Corruption, type CorruptionKind } from './corruption.ts';
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
export { planMigration } from './migrate.ts';
export {
  addAttributes,
  addHookBlock,
  GITATTRIBUTES,
  hasHookBlock,
  MERGE_DRIVER,
  removeAttributes,
  removeHookBlock,
} from './git-set-up.ts';
