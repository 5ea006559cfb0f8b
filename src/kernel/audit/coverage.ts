/** Follows the signatures along a chain: which entries are covered, by whom, and which are not. */
import type { JsonObject } from '../json.ts';
import { EMPTY_CHAIN, type ChainEnd } from './entry.ts';
import { isCommitSigned, isGenuine, signerOf, type SignedHead } from './signature.ts';
import { KeyRing } from './key-ring.ts';

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
