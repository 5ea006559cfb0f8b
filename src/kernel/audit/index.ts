/** The audit log as mathematics: a hash chain, a tree over it, a signed head, proofs. */
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
  type AuditDraft,
  type AuditEntry,
  type ChainEnd,
  type LineCheck,
  type SealedEntry,
} from './entry.ts';
export {
  findHead,
  fingerprintOf,
  isGenuine,
  isPublicKey,
  isSigned,
  renderHead,
  renderPublicKey,
  signCommit,
  signHead,
  signText,
  toHead,
  type SignedHead,
} from './signature.ts';
export { emptyMark, findMark, renderMark, type AuditMark } from './mark.ts';
export { GrowingTree, hashLeaf, type TreeHash } from './merkle.ts';
export { checkProof, planProof, PROOF_FORMAT, type AuditProof, type ProofCheck } from './proof.ts';
export { Coverage, type CoveredLine } from './coverage.ts';
export { concernsKeys, KEY_ADDED, KEY_REMOVED, REKEYED, type Takeover } from './key-ring.ts';
