import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BatonError } from '../../kernel/errors/index.ts';
import { cutRuns, findPieceEnd } from './cut-text.ts';

/** Counts the tokens of a text. */
export type Encoder = (text: string) => number;

/** As seen from the command line, from the two depths of the library, and from the sources. */
const PLACES = ['../o200k.bin', '../../o200k.bin', '../../../dist/o200k.bin'];

let loaded: Encoder | undefined;

/** Four megabytes: never read before a count is really needed, and once in the life of a server. */
export async function loadO200k(): Promise<Encoder> {
  return (loaded ??= readEncoder());
}

function readEncoder(): Encoder {
  const file = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path));
  if (file === undefined) throw new BatonError('INTERNAL', 'the table of tokens is not there: build it');
  const counting = new TokenCounting(new TokenTable(readFileSync(file)));
  return (text) => cutRuns(text).reduce((sum, piece) => sum + counting.count(piece), 0);
}

/** Texts repeat their words: so many counts are kept. */
const MAX_KNOWN = 50_000;
const NO_PAIR = 0x7fff_ffff;

/** Counts the tokens of texts. A text such as `<|endoftext|>` has no meaning here but its characters. */
class TokenCounting {
  readonly #table: TokenTable;
  readonly #known = new Map<string, number>();
  readonly #encoder = new TextEncoder();
  #bytes = new Uint8Array(1024);

  constructor(table: TokenTable) {
    this.#table = table;
  }

  count(text: string): number {
    let sum = 0;
    for (let at = 0; at < text.length;) {
      const end = findPieceEnd(text, at);
      const piece = text.slice(at, end);
      sum += this.#known.get(piece) ?? this.#learn(piece);
      at = end;
    }
    return sum;
  }

  #learn(piece: string): number {
    const count = this.#countPiece(piece);
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(piece, count);
    return count;
  }

  #countPiece(piece: string): number {
    if (this.#bytes.length < piece.length * 3) this.#bytes = new Uint8Array(piece.length * 3);
    const { written: size } = this.#encoder.encodeInto(piece, this.#bytes);
    return this.#table.findRank(this.#bytes, 0, size) === undefined ? this.#merge(size) : 1;
  }

  /**
   * Byte pair encoding: of all neighbours that together are a token, those with the lowest rank are joined first, until
   * none are left. `starts` has where each part begins, `ranks` that of the token it makes with the next one.
   */
  #merge(size: number): number {
    const starts = Array.from({ length: size + 1 }, (_, at) => at);
    const rankAt = (part: number): number => {
      const end = starts[part + 2];
      return end === undefined ? NO_PAIR : (this.#table.findRank(this.#bytes, starts[part] ?? 0, end) ?? NO_PAIR);
    };
    const ranks = starts.map((_, part) => rankAt(part));
    for (;;) {
      const lowest = indexOfLowest(ranks);
      if (ranks[lowest] === NO_PAIR) return starts.length - 1;
      starts.splice(lowest + 1, 1);
      ranks.splice(lowest + 1, 1);
      ranks[lowest] = rankAt(lowest);
      if (lowest > 0) ranks[lowest - 1] = rankAt(lowest - 1);
    }
  }
}

function indexOfLowest(ranks: readonly number[]): number {
  let lowest = 0;
  for (let at = 1; at < ranks.length; at++) if ((ranks[at] ?? NO_PAIR) < (ranks[lowest] ?? NO_PAIR)) lowest = at;
  return lowest;
}

const MAGIC = 0x314e4b54;
/** Magic, number of slots, number of tokens. */
const HEADER_WORDS = 3;
/** More slots than tokens: most questions are about bytes that are no token, and end at an empty one. */
const SLOTS = 2 ** 19;

/** Bytes of a text or of a token. */
interface Span {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/**
 * All tokens of an encoding with their ranks, in a form that is used as it lies in its file: four megabytes are read in
 * a few milliseconds, where a map of them takes a quarter of a second to fill. Words of 32 bits: a header, a hash table
 * with the ranks plus one, where each token begins; then the bytes of all tokens in the order of their ranks.
 */
export class TokenTable {
  readonly #slots: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #bytes: Uint8Array;

  /** Fails if the file is not one that `renderTokenTable` made. */
  constructor(file: Uint8Array) {
    // A view of words must begin at a multiple of four.
    const { buffer, byteOffset, byteLength } = file.byteOffset % 4 === 0 ? file : Uint8Array.from(file);
    const [magic, slots = 0, tokens = 0] = new Uint32Array(buffer, byteOffset, HEADER_WORDS);
    const words = HEADER_WORDS + slots + tokens + 1;
    if (magic !== MAGIC || slots !== SLOTS || byteLength < words * 4)
      throw new BatonError('INTERNAL', 'the table of tokens is damaged');
    this.#slots = new Uint32Array(buffer, byteOffset + HEADER_WORDS * 4, slots);
    this.#starts = new Uint32Array(buffer, byteOffset + (HEADER_WORDS + slots) * 4, tokens + 1);
    this.#bytes = new Uint8Array(buffer, byteOffset + words * 4, byteLength - words * 4);
  }

  /** Undefined if these bytes are no token. */
  findRank(bytes: Uint8Array, start: number, end: number): number | undefined {
    for (let slot = slotOf({ bytes, start, end }); ; slot = (slot + 1) % SLOTS) {
      const rank = (this.#slots[slot] ?? 0) - 1;
      if (rank < 0) return undefined;
      if (this.#isToken(rank, bytes, start, end)) return rank;
    }
  }

  #isToken(rank: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#starts[rank] ?? 0;
    if ((this.#starts[rank + 1] ?? 0) - from !== end - start) return false;
    for (let at = start; at < end; at++) if (this.#bytes[from + at - start] !== bytes[at]) return false;
    return true;
  }
}

/** The file of these tokens, each with its place as its rank. */
export function renderTokenTable(tokens: readonly Uint8Array[]): Uint8Array {
  const slots = new Uint32Array(SLOTS);
  const starts = new Uint32Array(tokens.length + 1);
  tokens.forEach((bytes, rank) => {
    starts[rank + 1] = (starts[rank] ?? 0) + bytes.length;
    let slot = slotOf({ bytes, start: 0, end: bytes.length });
    while (slots[slot] !== 0) slot = (slot + 1) % SLOTS;
    slots[slot] = rank + 1;
  });
  const header = Uint32Array.of(MAGIC, SLOTS, tokens.length);
  return Buffer.concat([...[header, slots, starts].map(({ buffer }) => new Uint8Array(buffer)), ...tokens]);
}

/** FNV-1a, folded: the low bits alone are not mixed enough. */
function slotOf({ bytes, start, end }: Span): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return ((hash >>> 19) ^ hash) & (SLOTS - 1);
}
