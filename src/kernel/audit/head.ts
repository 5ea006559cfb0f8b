/** The signed head: how long the audit log is, what it ends with, and the root of the tree over all its entries. */
import type { KeyObject } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import { isJsonObject, parseJson } from '../json.ts';
import { isSigned, renderPublicKey, signText } from './signature.ts';

export interface AuditHead {
  /** Which log: the hash of its first entry. */
  readonly log: string;
  readonly entries: number;
  /** Of the last entry. */
  readonly hash: string;
  /** Of the Merkle tree whose leaves are the lines of the log. */
  readonly root: string;
  readonly at: string;
}

export interface SignedHead extends AuditHead {
  /** Raw Ed25519 public key, base64url. */
  readonly key: string;
  readonly signature: string;
}

const signedText = ({ log, entries, hash, root, at }: AuditHead): string =>
  canonicalJson({ log, entries, hash, root, at });

export const signHead = (head: AuditHead, privateKey: KeyObject): SignedHead => ({
  ...head,
  key: renderPublicKey(privateKey),
  signature: signText('baton-audit-head/1', signedText(head), privateKey),
});

export const isGenuine = (head: SignedHead): boolean =>
  isSigned('baton-audit-head/1', signedText(head), head.key, head.signature);

export const renderHead = (head: SignedHead): string => {
  const { log, entries, hash, root, at, key, signature } = head;
  return canonicalJson({ log, entries, hash, root, at, key, signature });
};

/** Undefined for text that has not the form of a head; whether it is genuine is another question. */
export function findHead(text: string): SignedHead | undefined {
  try {
    return toHead(parseJson(text.trimEnd(), { maxBytes: 4_096, maxDepth: 4 }));
  } catch {
    return undefined;
  }
}

export function toHead(value: unknown): SignedHead | undefined {
  if (!isJsonObject(value)) return undefined;
  const { log, entries, hash, root, at, key, signature } = value;
  if (typeof entries !== 'number' || !Number.isSafeInteger(entries) || entries < 0) return undefined;
  if (typeof log !== 'string' || typeof hash !== 'string' || typeof root !== 'string') return undefined;
  if (typeof at !== 'string' || typeof key !== 'string' || typeof signature !== 'string') return undefined;
  return { log, entries, hash, root, at, key, signature };
}
