/**
 * What an installation remembers of a log beside its key: which log it is, how far it was seen whole, and which keys
 * counted then. Signed with the installation's own key, so that anyone who exchanges the log cannot exchange this
 * too. Follows the signatures along a chain: which entries are covered, by whom, and which are not.
 */

import type { KeyObject } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../json.ts';
import { EMPTY_CHAIN, NO_ENTRY, type ChainEnd } from './entry.ts';
import {
  isCommitSigned,
  isGenuine,
  isSigned,
  KeyRing,
  renderPublicKey,
  signerOf,
  signText,
  type SignedHead,
} from './key-ring.ts';

export interface AuditMark extends ChainEnd {
  /** The hash of the log's first entry; zeros before there is one. */
  readonly log: string;
  readonly keys: readonly string[];
  /** Flags that were up, sorted. */
  readonly flags: readonly string[];
}

export const emptyMark = (key: string): AuditMark => ({
  log: NO_ENTRY,
  seq: 0,
  hash: NO_ENTRY,
  link: NO_ENTRY,
  keys: [key],
  flags: [],
});

const signedText = ({ log, seq, hash, link, keys, flags }: AuditMark): string =>
  canonicalJson({ log, seq, hash, link, keys, flags });

export function renderMark(mark: AuditMark, privateKey: KeyObject): string {
  const { log, seq, hash, link, keys, flags } = mark;
  const signature = signText('baton-audit-mark/1', signedText(mark), privateKey);
  return `${canonicalJson({ log, seq, hash, link, keys, flags, key: renderPublicKey(privateKey), signature })}\n`;
}

/** Undefined for anything but a mark that this key signed. */
export function findMark(text: string, publicKey: string): AuditMark | undefined {
  const value = parse(text);
  if (!isJsonObject(value)) return undefined;
  const { log, seq, hash, link, key, signature } = value;
  if (typeof log !== 'string' || typeof hash !== 'string' || typeof link !== 'string') return undefined;
  if (typeof seq !== 'number' || typeof signature !== 'string' || key !== publicKey) return undefined;
  const [keys, flags] = [textsOf(value['keys']), textsOf(value['flags'])];
  const mark = { log, seq, hash, link, keys, flags };
  return isSigned('baton-audit-mark/1', signedText(mark), publicKey, signature) ? mark : undefined;
}

const textsOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

function parse(text: string): Json | undefined {
  try {
    return parseJson(text, { maxBytes: 1024 * 1024, maxDepth: 4 });
  } catch {
    return undefined;
  }
}

export interface CoveredLine extends ChainEnd {
  readonly signature: string | undefined;
  /** Given for entries about keys; the others need not be parsed. */
  readonly keyChange?: { readonly kind: string; readonly body: JsonObject };
}

interface SignedEnd extends ChainEnd {
  readonly signature: string;
}

/** How many signatures before the last are remembered, to tell how far back a forged end reaches. */
const KEPT_SIGNATURES = 64;

/**
 * A signature over an entry covers all entries before it, since each hash holds the one before. So the last signature is
 * enough, and those that cover a change of keys: checking each would cost ten times as much as all the rest.
 */
export class Coverage {
  readonly ring: KeyRing;
  #covered: ChainEnd;
  /** The last entry that is covered whatever the signatures after it are worth. */
  #sure: ChainEnd;
  /** Signatures that were not checked one by one, latest last. */
  #unchecked: SignedEnd[] = [];

  constructor(start: ChainEnd = EMPTY_CHAIN, keys: Iterable<string> = []) {
    this.ring = new KeyRing(keys);
    this.#covered = start;
    this.#sure = start;
  }

  /** The last entry that a signature covers. */
  get covered(): ChainEnd {
    return this.#covered;
  }

  /** Takes the next line of an unbroken chain; says what is wrong with its signature, if anything is. */
  take({ seq, hash, link, signature, keyChange }: CoveredLine): string | undefined {
    if (keyChange !== undefined) this.ring.note({ ...keyChange, seq });
    if (signature === undefined) return undefined;
    if (!this.ring.mayClose(signerOf(signature))) return 'it is signed by a key that the log does not list';
    const end = { seq, hash, link, signature };
    if (this.ring.isChanging) {
      if (!isCommitSigned(hash, signature)) return FORGED;
      this.#unchecked = [];
      this.ring.close();
      this.#sure = end;
    } else {
      if (this.#unchecked.length >= KEPT_SIGNATURES) this.#unchecked.shift();
      this.#unchecked.push(end);
    }
    this.#covered = end;
    return undefined;
  }

  /** This process has just signed it, or is about to before anybody else sees it. */
  trust(end: ChainEnd, keyChange?: CoveredLine['keyChange']): void {
    if (keyChange !== undefined) {
      this.ring.note({ ...keyChange, seq: end.seq });
      this.ring.close();
    }
    this.#covered = end;
    this.#sure = end;
  }

  /** A head or an anchor that names this entry covers it too: logs of the first format have nothing else. */
  takeHead(head: SignedHead, end: ChainEnd): void {
    if (head.hash !== end.hash || !this.ring.mayClose(head.key) || !isGenuine(head)) return;
    this.ring.close();
    this.#covered = end;
    this.#sure = end;
  }

  /** Checks the last signature. If it is forged, says at which entry and goes back to the last genuine one. */
  confirm(): { readonly seq: number; readonly reason: string } | undefined {
    const last = this.#unchecked.at(-1);
    if (last === undefined || isCommitSigned(last.hash, last.signature)) {
      this.#unchecked = [];
      this.#sure = this.#covered;
      return undefined;
    }
    this.#unchecked.pop();
    const genuine = this.#unchecked.findLast(({ hash, signature }) => isCommitSigned(hash, signature));
    this.#covered = genuine !== undefined && genuine.seq > this.#sure.seq ? genuine : this.#sure;
    this.#unchecked = [];
    return { seq: last.seq, reason: FORGED };
  }
}

const FORGED = 'its signature is not genuine';
