/** The audit log as mathematics: a hash chain, a tree over it, a signed head, proofs. */
export type { AuditDraft, AuditEntry } from './audit-entry.ts';
export {
  addSignature,
  checkLine,
  EMPTY_CHAIN,
  findBreak,
  leafOf,
  linkOf,
  NO_ENTRY,
  parseEntry,
  sealEntry,
  type ChainEnd,
  type LineCheck,
  type SealedEntry,
} from './entry.ts';
export { findHead, isGenuine, renderHead, signHead, toHead, type AuditHead, type SignedHead } from './head.ts';
export { emptyMark, findMark, renderMark, type AuditMark } from './mark.ts';
export { GrowingTree, hashLeaf, type TreeHash } from './merkle.ts';
export { checkProof, planProof, PROOF_FORMAT, type AuditProof, type ProofCheck } from './proof.ts';
export { Coverage, type CoveredLine } from './coverage.ts';
export { concernsKeys, KEY_ADDED, KEY_REMOVED, REKEYED, type Takeover } from './key-ring.ts';
export { fingerprintOf, isPublicKey, isSigned, renderPublicKey, signCommit, signText } from './signature.ts';
