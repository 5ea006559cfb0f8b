/** The audit log as mathematics: a hash chain, a tree over it, a signed head, proofs. */
export {
  checkLine,
  EMPTY_CHAIN,
  findBreak,
  NO_ENTRY,
  parseEntry,
  sealEntry,
  type ChainEnd,
  type LineCheck,
  type SealedEntry,
} from './entry.ts';
export {
  findHead,
  fingerprintOf,
  isGenuine,
  renderHead,
  renderPublicKey,
  signHead,
  toHead,
  type AuditHead,
  type SignedHead,
} from './head.ts';
export { GrowingTree, hashLeaf, type TreeHash } from './merkle.ts';
export { checkProof, planProof, PROOF_FORMAT, type AuditProof, type ProofCheck } from './proof.ts';
