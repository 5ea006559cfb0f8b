/**
 * Which keys may sign the log, as the log itself says it: the one that opened it, and those a listed key let in.
 * Ed25519 signatures of the audit log: what is signed, how keys and signatures are written, and checking both.
 */

import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import { sha256Hex } from '../hash.ts';
import { isJsonObject, parseJson, type JsonObject } from '../json.ts';

/** Says what a signature is for, so that none can be used as a signature over anything else. */
type Purpose =
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
  const about = [purpose, publicKey, signature, text].join('\n');
  if (genuine.has(about)) return true;
  const key = findPublicKey(publicKey);
  if (key === undefined || !verify(null, bytesOf(purpose, text), key, Buffer.from(signature, 'base64url')))
    return false;
  if (genuine.size >= MAX_GENUINE) genuine.clear();
  genuine.add(about);
  return true;
}

/** Signatures that were checked: one command meets the same head two or three times. */
const genuine = new Set<string>();
const MAX_GENUINE = 64;

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
  const known = read.get(text);
  if (known !== undefined) return known;
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return undefined;
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' });
    if (read.size >= MAX_KEYS) read.clear();
    read.set(text, key);
    return key;
  } catch {
    return undefined;
  }
}

/** Reading a key costs as much as a check with it, and a log has few. */
const read = new Map<string, KeyObject>();
const MAX_KEYS = 64;

/** What two people compare over the telephone: SHA-256 of the raw key, in hex. */
export const fingerprintOf = (publicKey: string): string => sha256Hex(Buffer.from(publicKey, 'base64url'));

/** The signed head: how long the audit log is, what it ends with, and the root of the tree over all its entries. */

interface AuditHead {
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

const OPENED = 'log.opened';
export const KEY_ADDED = 'log.key-added';
export const KEY_REMOVED = 'log.key-removed';
/** Another key takes the log over without the consent of the ones before: theirs are lost. */
export const REKEYED = 'log.rekeyed';

const KEY_KINDS: ReadonlySet<string> = new Set([OPENED, KEY_ADDED, KEY_REMOVED, REKEYED]);

/** Most lines of a log are not about keys: they need not be parsed to know. */
export const concernsKeys = (kind: string): boolean => KEY_KINDS.has(kind);

export interface Takeover {
  readonly seq: number;
  readonly key: string;
  readonly by: string;
  readonly reason: string;
}

interface KeyChange {
  readonly seq: number;
  readonly kind: string;
  readonly body: JsonObject;
}

/**
 * Follows the keys along the chain. A change counts once a signature covers it, and only if a key that counted before
 * made that signature: nobody lists their own key. A takeover is the exception, and is kept apart for everybody to see.
 */
export class KeyRing {
  #keys: Set<string>;
  readonly #history: Set<string>;
  readonly #takeovers: Takeover[] = [];
  #pending: KeyChange[] = [];

  constructor(keys: Iterable<string> = []) {
    this.#keys = new Set(keys);
    this.#history = new Set(this.#keys);
  }

  /** Keys that may sign the next commit. */
  get keys(): ReadonlySet<string> {
    return this.#keys;
  }

  /** Every key that ever counted. */
  get history(): ReadonlySet<string> {
    return this.#history;
  }

  get takeovers(): readonly Takeover[] {
    return this.#takeovers;
  }

  /** True if a change waits for its signature: that one has to be checked. */
  get isChanging(): boolean {
    return this.#pending.length > 0;
  }

  note(change: KeyChange): void {
    if (concernsKeys(change.kind)) this.#pending.push(change);
  }

  /** May this key sign the commit that ends here? */
  mayClose(signer: string): boolean {
    if (this.#keys.has(signer)) return true;
    return this.#pending.some(
      ({ kind, seq, body }) => body['key'] === signer && (kind === REKEYED || (kind === OPENED && seq === 1)),
    );
  }

  /** A genuine signature covers everything up to here. */
  close(): void {
    for (const change of this.#pending) this.#apply(change);
    this.#pending = [];
  }

  #apply({ seq, kind, body }: KeyChange): void {
    const { key } = body;
    if (typeof key !== 'string' || !isPublicKey(key)) return;
    if (kind === KEY_REMOVED) this.#keys.delete(key);
    // Later files name the key that opened them; that lists nobody.
    else if (kind !== OPENED || this.#keys.size === 0) {
      if (kind === REKEYED) {
        this.#keys = new Set();
        this.#takeovers.push({ seq, key, by: String(body['by']), reason: String(body['reason']) });
      }
      this.#keys.add(key);
      this.#history.add(key);
    }
  }
}
