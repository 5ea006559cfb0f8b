export { begin, type BeginRequest, inSession } from './begin.ts';
export { close, type CloseRequest, type CloseResult } from './close.ts';
export { TRACE_TRAILER } from './closing/finish-session.ts';
export { describeProject, read, readPlain, readSections, type ReadRequest, type ReadResult } from './read.ts';
export { handoff, type HandoffRequest, type HandoffResult } from './handoff.ts';
export { findGitOperation } from './git/read-git.ts';
export { init, type InitRequest, type InitResult } from './init.ts';
export { log, type LogRequest } from './log-entry.ts';
export { recordDraft, type DraftEnd } from './record-draft.ts';
export {
  findDraft,
  listDrafts,
  removeDraft,
  type WorkDraft,
  beginDraft,
  keepDraft,
  lastSeen,
} from './drafts/draft-store.ts';
export { readChangedFiles } from './drafts/work-state.ts';
export { readManifest, findFileText, findHandoff, getHandoff, readTexts, type Handoff } from './folder/read-handoff.ts';
export { manifest, type ManifestRequest, type ManifestResult } from './manifest.ts';
export { listNext, next, type ActionRow, type NextList, type NextRequest } from './next.ts';
export { orient, type Orientation, type OrientRequest } from './orient.ts';
export type { OrientationDoor, OrientationView } from './reading/compose-orientation.ts';
export { findForeignPlan } from './change/pending.ts';
export { scanFilesCached } from './checks/scan-files.ts';
export { isHolder, readLockState, type SessionRequest } from './folder/session.ts';
export { set, type SetRequest } from './set.ts';
export { listClaims, trust, type ClaimRow, type Probe, type TrustRequest, type TrustResult } from './trust.ts';
export {
  archive,
  verifyArchive,
  type ArchiveRequest,
  type ArchiveResult,
  type ArchiveVerification,
} from './archive.ts';
export { diff, history, restore, tag, type HistoryRow, type RestoreRequest, type RestoreResult } from './history.ts';
export { lint, type LintResult } from './lint.ts';
export { migrate, type MigrateRequest, type MigrateResult } from './migrate.ts';
export { recover, type RecoverRequest, type RecoverResult } from './recover.ts';
export { savings, type Scenario } from './savings.ts';
export { parseLevel, verify, type VerifyCheck, type VerifyLevel, type VerifyResult } from './verify.ts';
export { who, type WhoResult } from './who.ts';
export { mergeFile, type MergeRequest } from './merge-file.ts';
export { withWriter } from './change/change-handoff.ts';
export { examine } from './folder/examine.ts';
export { aahpCheck } from './aahp/aahp-check.ts';
export { AAHP_TOOL_VERSION, aahpDoctor } from './aahp/aahp-doctor.ts';
export { aahpLint, aahpVerify, parseAahpLevel } from './aahp/aahp-verify.ts';
export { aahpStatus, describeAahpFolder } from './aahp/aahp-status.ts';
export { migrateGrounding } from './aahp/migrate-grounding.ts';
