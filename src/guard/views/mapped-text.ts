/** A changed copy of a text that knows for each of its places where it came from. */
export interface MappedText {
  readonly text: string;
  /** The place in the original of `start..end` of this text. */
  originOf(start: number, end: number): { readonly start: number; readonly end: number };
}

/** A piece of the copy: taken over as it was, or put in the place of `from..to`. */
interface Piece {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly isVerbatim: boolean;
}

/** Builds the copy from left to right: `replace` for what changes, everything between is taken over. */
export class MappedTextBuilder {
  private readonly original: string;
  private readonly parts: string[] = [];
  private readonly pieces: Piece[] = [];
  private length = 0;
  private done = 0;

  constructor(original: string) {
    this.original = original;
  }

  replace(from: number, to: number, replacement: string): void {
    this.takeOver(from);
    this.push({ at: this.length, from, to, isVerbatim: false }, replacement);
    this.done = to;
  }

  /** Where a place of the original that is still to come will stand in the copy. */
  placeOf(offset: number): number {
    return this.length + offset - this.done;
  }

  finish(): MappedText {
    this.takeOver(this.original.length);
    const { pieces } = this;
    return { text: this.parts.join(''), originOf: (start, end) => originIn(pieces, start, end) };
  }

  private takeOver(until: number): void {
    if (until <= this.done) return;
    this.push({ at: this.length, from: this.done, to: until, isVerbatim: true }, this.original.slice(this.done, until));
    this.done = until;
  }

  private push(piece: Piece, text: string): void {
    this.pieces.push(piece);
    this.parts.push(text);
    this.length += text.length;
  }
}

function originIn(pieces: readonly Piece[], start: number, end: number): { start: number; end: number } {
  const first = pieceAt(pieces, start);
  const last = end > start ? pieceAt(pieces, end - 1) : first;
  if (first === undefined || last === undefined) return { start: 0, end: 0 };
  return {
    start: first.isVerbatim ? first.from + (start - first.at) : first.from,
    end: last.isVerbatim ? last.from + (end - last.at) : last.to,
  };
}

/** The last piece that begins at or before the offset and is not empty there. */
function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((pieces[middle] as Piece).at <= offset) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}
