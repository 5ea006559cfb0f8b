/** Ed25519 signatures of the audit log: what is signed, how keys and signatures are written, and checking both. */
import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { sha256Hex } from '../hash.ts';

/** Says what a signature is for, so that none can be used as a signature over anything else. */
export type Purpose =
  /** The last line of a commit. */
  | 'baton-audit-commit/1'
  /** The signed head, an anchor, a witness. */
  | 'baton-audit-head/1'
  /** What an installation remembers of the log beside its key. */
  | 'baton-audit-mark/1'
  /** A reviewer's word for an act of governance. */
  | 'baton-review/1';

const bytesOf = (purpose: Purpose, text: string): Buffer => Buffer.from(`${purpose}\n${text}`, 'utf8');

/** Base64url of the 64 bytes. */
export const signText = (purpose: Purpose, text: string, privateKey: KeyObject): string =>
  sign(null, bytesOf(purpose, text), privateKey).toString('base64url');

export function isSigned(purpose: Purpose, text: string, publicKey: string, signature: string): boolean {
  // Base64 leaves a few bits unused: one signature must have one spelling, or a changed one would look unchanged.
  if (![publicKey, signature].every(isCanonical)) return false;
  const key = findPublicKey(publicKey);
  return key !== undefined && verify(null, bytesOf(purpose, text), key, Buffer.from(signature, 'base64url'));
}

const isCanonical = (text: string): boolean => Buffer.from(text, 'base64url').toString('base64url') === text;

/** What the last line of a commit carries: who signed, and the signature over the hash of that line. */
export const signCommit = (hash: string, privateKey: KeyObject): string =>
  `${renderPublicKey(privateKey)}.${signText('baton-audit-commit/1', hash, privateKey)}`;

export const signerOf = (signature: string): string => signature.slice(0, signature.indexOf('.'));

export const isCommitSigned = (hash: string, signature: string): boolean =>
  isSigned('baton-audit-commit/1', hash, signerOf(signature), signature.slice(signature.indexOf('.') + 1));

/** Deriving it costs as much as a signature, and every commit names it. */
const publicKeys = new WeakMap<KeyObject, string>();

/** Raw 32 bytes, base64url. */
export function renderPublicKey(key: KeyObject): string {
  const known = publicKeys.get(key);
  if (known !== undefined) return known;
  const jwk = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  const text = jwk.x ?? '';
  publicKeys.set(key, text);
  return text;
}

export const isPublicKey = (text: string): boolean => isCanonical(text) && findPublicKey(text) !== undefined;

function findPublicKey(text: string): KeyObject | undefined {
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return undefined;
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

/** What two people compare over the telephone: SHA-256 of the raw key, in hex. */
export const fingerprintOf = (publicKey: string): string => sha256Hex(Buffer.from(publicKey, 'base64url'));
