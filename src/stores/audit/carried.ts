import { hash } from 'node:crypto';
import type { TreeHash } from '../../kernel/audit/index.ts';
import { isSha256Hex, sha256Hex } from '../../kernel/hash.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { AuditDraft } from '../../kernel/ports/index.ts';
import type { AuditView } from './audit-view.ts';

/** What a file's first line says about all files before it, so that a writer need not read them. */
export interface Carried {
  readonly log: string;
  readonly entries: number;
  readonly peaks: readonly TreeHash[];
  readonly flags: readonly string[];
  /** SHA-256 of the sorted claims. */
  readonly claims: string;
  /** Public keys that may sign. */
  readonly keys: readonly string[];
}

export function carryOver(view: AuditView): Carried {
  return {
    log: view.log ?? '',
    entries: view.end.seq,
    peaks: view.tree.peaks,
    flags: [...view.flags].sort(),
    claims: sha256Hex(view.older.with(view.claims).bytes),
    keys: [...view.keys].sort(),
  };
}

export const renderCarried = ({ log, entries, peaks, flags, claims, keys }: Carried): JsonObject => ({
  log,
  entries,
  peaks,
  flags,
  claims,
  keys,
});

/** Undefined for the first file of a log, which has nothing before it. */
export function parseCarried(body: JsonObject): Carried | undefined {
  const carried = body['carried'];
  if (!isJsonObject(carried)) return undefined;
  const { log, entries, claims } = carried;
  const peaks = textsOf(carried['peaks']);
  const flags = textsOf(carried['flags']);
  if (typeof log !== 'string' || typeof entries !== 'number' || typeof claims !== 'string') return undefined;
  if (peaks === undefined || flags === undefined || !peaks.every(isSha256Hex)) return undefined;
  // Files of the first format name one key: the one they were begun with.
  const keys = textsOf(carried['keys']) ?? textsOf([body['key'] ?? null]) ?? [];
  return { log, entries, peaks, flags, claims, keys };
}

function textsOf(value: Json | undefined): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter((item): item is string => typeof item === 'string');
  return texts.length === value.length ? texts : undefined;
}

const MARK_BYTES = 16;

/** What is kept of a claim: enough of its hash that two claims never meet by chance. */
const markOf = (claim: string): Buffer => hash('sha256', claim, 'buffer').subarray(0, MARK_BYTES);

/** Every claim of the files before the current one, sorted, so that asking costs a few comparisons and no memory. */
export class ClaimIndex {
  readonly bytes: Buffer;

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.bytes = bytes;
  }

  get size(): number {
    return this.bytes.length / MARK_BYTES;
  }

  has(claim: string): boolean {
    const mark = markOf(claim);
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = mark.compare(this.bytes, middle * MARK_BYTES, (middle + 1) * MARK_BYTES);
      if (order === 0) return true;
      if (order < 0) high = middle;
      else low = middle + 1;
    }
    return false;
  }

  with(claims: Iterable<string>): ClaimIndex {
    const marks = Array.from(claims, markOf);
    for (let at = 0; at < this.bytes.length; at += MARK_BYTES) marks.push(this.bytes.subarray(at, at + MARK_BYTES));
    return new ClaimIndex(Buffer.concat(marks.sort((a, b) => a.compare(b))));
  }
}

interface Waiting {
  readonly draft: AuditDraft;
  readonly position: number;
}

/**
 * Claims and flags, as the entries that a signature covers have left them. Of the others only what makes things stricter
 * counts: a name they claim is claimed, a flag they raise is up; a flag they lower stays up.
 */
export class AuditFactsView {
  readonly #flags: Set<string>;
  readonly #claims = new Set<string>();
  #waiting: Waiting[] = [];

  constructor(flags: Iterable<string> = []) {
    this.#flags = new Set(flags);
  }

  get flags(): ReadonlySet<string> {
    return this.#flags;
  }

  get claims(): ReadonlySet<string> {
    return this.#claims;
  }

  get uncovered(): { readonly position: number; readonly entries: number } | undefined {
    const [first] = this.#waiting;
    return first === undefined ? undefined : { position: first.position, entries: this.#waiting.length };
  }

  take(draft: AuditDraft, position: number): void {
    this.#waiting.push({ draft, position });
  }

  /** A signature covers everything so far. */
  cover(): void {
    for (const { draft } of this.#waiting) this.#add(draft);
    this.#waiting = [];
  }

  #add({ claim, flag }: AuditDraft): void {
    if (claim !== undefined) this.#claims.add(claim);
    if (flag?.up === true) this.#flags.add(flag.name);
    else if (flag !== undefined) this.#flags.delete(flag.name);
  }

  isClaimed(name: string): boolean {
    return this.#claims.has(name) || this.#waiting.some(({ draft }) => draft.claim === name);
  }

  isFlagged(name: string): boolean {
    return this.#flags.has(name) || this.#waiting.some(({ draft: { flag } }) => flag?.name === name && flag.up);
  }
}
