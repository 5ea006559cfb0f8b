/** Handoff documents: universal handoff, version 3.0. */
export { adaptToV3 } from './adapt/adapt-to-v3.ts';
export { withTraceId, type Adapted } from './adapt/parts.ts';
export { exportToV2, type Exported } from './adapt/to-v2.ts';
export { MAX_CHAIN, type Judgement } from './checks/chain.ts';
export {
  byPath,
  checkDocument,
  type Verdict,
  judgeFile,
  listFilePointers,
  type FilePointer,
  type FileState,
} from './checks/check-document.ts';
export {
  checkSchema,
  checkShape,
  CONFIDENCES,
  isHandoffDocument,
  isPublishedSchema,
  isShapeIssue,
  isShippedSchema,
  PROBLEM_TYPES,
} from './schema.ts';
export { findOriginal, type OriginalFile } from './original.ts';
export type { Compression, CompressionStep } from './compress/compression.ts';
export { planCompression } from './compress/plan-compression.ts';
export type { Change } from './compress/strategies.ts';
export { buildDocument, fullChain, renderFileName, renderSessionFileName, type DocumentDraft } from './create.ts';
export { checkMeaning } from './decide.ts';
export {
  checkTarget,
  describeMissingTarget,
  mergeCards,
  parseRegistry,
  parseSkillCard,
  rankSkills,
  type DiscoveryQuery,
  type ScoredSkill,
  type SkillCard,
} from './discover.ts';
export { readOriginal } from './compress/expand.ts';
export { assertDocument } from './input.ts';
export { corrupted, MAX_DOCUMENT_BYTES, parseDocumentText, tooLarge, type ParsedText } from './parse.ts';
export {
  hashCanonicalPayload,
  hashMismatch,
  hashPayload,
  matchPayloadHash,
  withPayloadHash,
  type HashForm,
  type HashMatch,
} from './checks/payload-hash.ts';
export { findAt } from './pointer.ts';
export { renderDocument } from './render.ts';
export {
  applyFixes,
  listInventions,
  type RepairChange,
  parseRepairReply,
  renderRepairPrompt,
  simplifyPayload,
} from './repair.ts';
export { scanExtract, scanStrings, type GuardIssue, type ScanText } from './checks/scan-strings.ts';
export { shortenText } from './extract/shorten-text.ts';
export {
  checkTokens,
  measureBudget,
  measureTokens,
  TOKEN_LIMIT,
  warnBudget,
  withTokenCount,
  type BudgetRow,
  type TokenReport,
} from './checks/tokens.ts';
export {
  type Confidence,
  type DocumentIssue,
  type Fix,
  type Handoff,
  type HandoffDocument,
  type HandoffReferences,
  type HandoffSession,
  type ProblemType,
} from './types.ts';
export { chainOf, viewDocument, type HandoffView } from './view.ts';
export { FAILURES, WARNINGS } from './words.ts';
