/** The signed head: how long the audit log is, what it ends with, and the root of the tree over all its entries. */
import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import { sha256Hex } from '../hash.ts';
import { isJsonObject, parseJson } from '../json.ts';

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

/** Keeps a signature over a head from being taken for a signature over anything else. */
const PURPOSE = 'baton-audit-head/1\n';

const signedBytes = (head: AuditHead): Buffer => {
  const { log, entries, hash, root, at } = head;
  return Buffer.from(PURPOSE + canonicalJson({ log, entries, hash, root, at }), 'utf8');
};

export function signHead(head: AuditHead, privateKey: KeyObject): SignedHead {
  return {
    ...head,
    key: renderPublicKey(privateKey),
    signature: sign(null, signedBytes(head), privateKey).toString('base64url'),
  };
}

export function isGenuine(head: SignedHead): boolean {
  const key = findPublicKey(head.key);
  // Base64 leaves a few bits unused: one signature must have one spelling, or a changed head would look unchanged.
  if (![head.key, head.signature].every(isCanonical)) return false;
  return key !== undefined && verify(null, signedBytes(head), key, Buffer.from(head.signature, 'base64url'));
}

const isCanonical = (text: string): boolean => Buffer.from(text, 'base64url').toString('base64url') === text;

/** Deriving it costs as much as a signature, and every head names it. */
const publicKeys = new WeakMap<KeyObject, string>();

export function renderPublicKey(key: KeyObject): string {
  const known = publicKeys.get(key);
  if (known !== undefined) return known;
  const jwk = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  const text = jwk.x ?? '';
  publicKeys.set(key, text);
  return text;
}

function findPublicKey(text: string): KeyObject | undefined {
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return undefined;
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

/** What two people compare over the telephone. */
export const fingerprintOf = (publicKey: string): string => sha256Hex(Buffer.from(publicKey, 'base64url'));

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
