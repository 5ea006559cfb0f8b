/** Handoff documents: universal handoff, version 3.0. */
export { adaptFromV2, exportToV2, type Adapted, type Exported } from './adapt.ts';
export { APPROVAL_ABOVE, checkChain, drawChain, MAX_CHAIN, shortenChain, type Judgement } from './chain.ts';
export { byPath, checkDocument, type Verdict } from './check.ts';
export { checkSchema, checkShape, isHandoffDocument, isShapeIssue, isShippedSchema } from './check-schema.ts';
export { type LargeField } from './compress/largest.ts';
export { findOriginal, type OriginalFile } from './compress/original.ts';
export { planCompression, type Compression, type CompressionStep } from './compress/plan-compression.ts';
export type { Change } from './compress/strategies.ts';
export { buildDocument, fullChain, type DocumentDraft } from './create.ts';
export { checkMeaning } from './decide.ts';
export {
  mergeCards,
  parseRegistry,
  parseSkillCard,
  rankSkills,
  type DiscoveryQuery,
  type ScoredSkill,
  type SkillCard,
} from './discover.ts';
export { readOriginal } from './compress/expand.ts';
export { renderFileName, renderSessionFileName } from './file-name.ts';
export { corrupted, MAX_DOCUMENT_BYTES, parseDocumentText, tooLarge, type ParsedText } from './parse.ts';
export {
  hashCanonicalPayload,
  hashMismatch,
  hashPayload,
  matchPayloadHash,
  withPayloadHash,
  type HashForm,
  type HashMatch,
} from './payload-hash.ts';
export { findAt } from './pointer.ts';
export { judgeFile, listFilePointers, type FilePointer, type FileState } from './references.ts';
export { renderDocument } from './render.ts';
export { applyFixes, type FreshValues, type RepairChange } from './repair/apply-fixes.ts';
export { listInventions } from './repair/invention.ts';
export { parseRepairReply, renderRepairPrompt } from './repair/prompt.ts';
export { simplifyPayload } from './repair/simplify.ts';
export { scanStrings, type GuardIssue } from './scan-strings.ts';
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
} from './tokens.ts';
export {
  CONFIDENCES,
  PROBLEM_TYPES,
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
