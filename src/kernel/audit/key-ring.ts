/** Which keys may sign the log, as the log itself says it: the one that opened it, and those a listed key let in. */
import type { JsonObject } from '../json.ts';
import { isPublicKey } from './signature.ts';

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
