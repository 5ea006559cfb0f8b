/** A proof that one entry is in the log, for somebody who has neither the log nor Baton's data. */
import { isJsonObject, type Json } from '../json.ts';
import { equalHex, isSha256Hex } from '../hash.ts';
import { checkLine, parseEntry, type AuditEntry } from './entry.ts';
import { fingerprintOf, isGenuine, toHead, type SignedHead } from './signature.ts';
import { climb, findPath, hashLeaf, type TreeHash } from './merkle.ts';

/** The version of the proof format, written into each proof. */
export const PROOF_FORMAT = 'baton-audit-proof/1';

/** That an entry is in the audit log, for somebody who has only this and the public key. */
export interface AuditProof {
  readonly format: typeof PROOF_FORMAT;
  /** The line as written in the log. */
  readonly entry: string;
  readonly path: readonly string[];
  readonly head: SignedHead;
}

/** Whether a proof holds, and why not. */
export type ProofCheck =
  | { readonly ok: true; readonly entry: AuditEntry; readonly head: SignedHead; readonly fingerprint: string }
  | { readonly ok: false; readonly reason: string };

export function planProof(line: string, index: number, leaves: readonly TreeHash[], head: SignedHead): AuditProof {
  const path = findPath(leaves.slice(0, head.entries), index);
  return { format: PROOF_FORMAT, entry: line, path, head };
}

/** `trusted` is the fingerprint the reader got from the log's owner; without it only the proof's own key is checked. */
export function checkProof(value: Json, trusted?: string): ProofCheck {
  const proof = toProof(value);
  if (proof === undefined) return refuse(`it is not a ${PROOF_FORMAT} document`);
  const line = checkLine(proof.entry);
  if (!line.ok) return refuse(`the entry is damaged: ${line.reason}`);
  if (!isGenuine(proof.head)) return refuse('the signature under the head is not valid');
  const fingerprint = fingerprintOf(proof.head.key);
  if (trusted !== undefined && !equalHex(trusted.toLowerCase(), fingerprint)) {
    return refuse(`the head is signed by the key ${fingerprint}, not by the one you trust`);
  }
  const root = climb(hashLeaf(line.leaf), line.seq - 1, proof.head.entries, proof.path);
  if (root !== proof.head.root) return refuse('the path does not lead from the entry to the signed root');
  return { ok: true, entry: parseEntry(proof.entry), head: proof.head, fingerprint };
}

const refuse = (reason: string): ProofCheck => ({ ok: false, reason });

function toProof(value: Json): AuditProof | undefined {
  if (!isJsonObject(value) || value['format'] !== PROOF_FORMAT || typeof value['entry'] !== 'string') return undefined;
  const head = toHead(value['head']);
  const { path } = value;
  if (head === undefined || !Array.isArray(path)) return undefined;
  const nodes = path.filter((node): node is string => typeof node === 'string' && isSha256Hex(node));
  return nodes.length === path.length ? { format: PROOF_FORMAT, entry: value['entry'], path: nodes, head } : undefined;
}
