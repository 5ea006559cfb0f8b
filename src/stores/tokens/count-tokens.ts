import type { TokenTable } from './token-table.ts';

const CONTRACTION = String.raw`(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?`;
const UPPER = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
const LOWER = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;
const BEFORE_WORD = String.raw`[^\r\n\p{L}\p{N}]?`;

/** How o200k_base cuts a text before it looks for tokens: no token crosses such a cut. */
const PIECES = new RegExp(
  [
    `${BEFORE_WORD}${UPPER}*${LOWER}+${CONTRACTION}`,
    `${BEFORE_WORD}${UPPER}+${LOWER}*${CONTRACTION}`,
    String.raw`\p{N}{1,3}`,
    // Not \s, which counts a byte order mark as space: the encoding goes by Unicode.
    String.raw` ?[^\p{White_Space}\p{L}\p{N}]+[\r\n/]*`,
    String.raw`\p{White_Space}*[\r\n]+`,
    String.raw`\p{White_Space}+(?!\P{White_Space})`,
    String.raw`\p{White_Space}+`,
  ].join('|'),
  'gu',
);

/** Texts repeat their words: so many counts are kept. */
const MAX_KNOWN = 50_000;
const NO_PAIR = 0x7fff_ffff;

/** Counts the tokens of texts. A text such as `<|endoftext|>` has no meaning here but its characters. */
export class TokenCounting {
  readonly #table: TokenTable;
  readonly #known = new Map<string, number>();
  readonly #encoder = new TextEncoder();
  #bytes = new Uint8Array(1024);

  constructor(table: TokenTable) {
    this.#table = table;
  }

  count(text: string): number {
    let sum = 0;
    for (const [piece] of text.matchAll(PIECES)) sum += this.#known.get(piece) ?? this.#learn(piece);
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
