/**
 * A proof that one entry is in the log, for somebody who has neither the log nor Baton's data. Merkle trees as in RFC
 * 6962: leaves and nodes are hashed apart, so that neither can be passed off as the other.
 */

import { equalHex, isSha256Hex, sha256Hex } from '../hash.ts';
import { isJsonObject, type Json } from '../json.ts';
import { checkLine, parseEntry, type AuditEntry } from './entry.ts';
import { fingerprintOf, isGenuine, toHead, type SignedHead } from './key-ring.ts';

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

const LEAF = '\0';
const NODE = 1;
const HASH_BYTES = 32;

/** In hex: half a million of them a second would be too many buffers. */
export type TreeHash = string;

export const hashLeaf = (data: string): TreeHash => sha256Hex(LEAF + data);

/** What is hashed for a node, in one place for all of them: there is one for every entry of the log. */
const nodeBytes = Buffer.alloc(1 + 2 * HASH_BYTES, NODE);

function hashNode(left: TreeHash, right: TreeHash): TreeHash {
  nodeBytes.write(left, 1, HASH_BYTES, 'hex');
  nodeBytes.write(right, 1 + HASH_BYTES, HASH_BYTES, 'hex');
  return sha256Hex(nodeBytes);
}

const EMPTY_ROOT: TreeHash = sha256Hex('');

/** A tree that only grows: kept as the roots of its full subtrees, largest first, one per bit of its size. */
export class GrowingTree {
  #size = 0;
  #peaks: TreeHash[] = [];

  constructor(size = 0, peaks: readonly TreeHash[] = []) {
    this.#size = size;
    this.#peaks = [...peaks];
  }

  get size(): number {
    return this.#size;
  }

  get peaks(): readonly TreeHash[] {
    return this.#peaks;
  }

  append(leaf: TreeHash): void {
    let node = leaf;
    // Two full subtrees of one height become one of the next: a carry, as in adding one to a binary number.
    for (let size = this.#size; size % 2 === 1; size = (size - 1) / 2) {
      node = hashNode(this.#peaks.pop() ?? EMPTY_ROOT, node);
    }
    this.#peaks.push(node);
    this.#size += 1;
  }

  root(): TreeHash {
    const last = this.#peaks.at(-1);
    if (last === undefined) return EMPTY_ROOT;
    return this.#peaks.slice(0, -1).reduceRight((right, peak) => hashNode(peak, right), last);
  }
}

/** The hashes that lead from one leaf to the root, nearest first. */
export function findPath(leaves: readonly TreeHash[], index: number): TreeHash[] {
  if (leaves.length <= 1) return [];
  const split = largestPowerBelow(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split ? [...findPath(left, index), rootOf(right)] : [...findPath(right, index - split), rootOf(left)];
}

function rootOf(leaves: readonly TreeHash[]): TreeHash {
  const tree = new GrowingTree();
  for (const leaf of leaves) tree.append(leaf);
  return tree.root();
}

/** The root that a leaf and its path lead to; undefined if the path does not fit a tree of that size. */
export function climb(leaf: TreeHash, index: number, size: number, path: readonly TreeHash[]): TreeHash | undefined {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return undefined;
  let node = leaf;
  let [at, last] = [index, size - 1];
  for (const sibling of path) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      node = hashNode(sibling, node);
      // A last node without a right neighbour moves up unchanged until it has a left one.
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else node = hashNode(node, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? node : undefined;
}

function largestPowerBelow(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}
