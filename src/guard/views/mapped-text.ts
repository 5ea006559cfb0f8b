/** A changed copy of a text that knows for each of its places where it came from. */
export interface MappedText {
  readonly text: string;
  /** The place in the original of `start..end` of this text. */
  originOf(start: number, end: number): { readonly start: number; readonly end: number };
}

/** At most this many parts are joined at a time: a text made of disguises must not be held letter by letter. */
const MAX_PARTS = 8_192;
/** Numbers kept for each replacement: its place in the copy, its length there, and what it replaces. */
const FIELDS = 4;

/** Builds the copy from left to right: `replace` for what changes, everything in between is copied. */
export class MappedTextBuilder {
  private readonly original: string;
  private readonly chunks: string[] = [];
  private parts: string[] = [];
  private replacements = new Uint32Array(64 * FIELDS);
  private count = 0;
  private length = 0;
  private done = 0;

  constructor(original: string) {
    this.original = original;
  }

  replace(from: number, to: number, replacement: string): void {
    this.takeOver(from);
    if ((this.count + 1) * FIELDS > this.replacements.length) {
      const wider = new Uint32Array(this.replacements.length * 2);
      wider.set(this.replacements);
      this.replacements = wider;
    }
    this.replacements.set([this.length, replacement.length, from, to], this.count * FIELDS);
    this.count += 1;
    this.push(replacement);
    this.done = to;
  }

  /** Where a place of the original that is still to come will be in the copy. */
  placeOf(offset: number): number {
    return this.length + offset - this.done;
  }

  finish(): MappedText {
    this.takeOver(this.original.length);
    const { replacements, count } = this;
    return {
      text: [...this.chunks, ...this.parts].join(''),
      originOf: (start, end) => ({
        start: originOf(replacements, count, start).start,
        end: end > start ? originOf(replacements, count, end - 1).end : originOf(replacements, count, start).start,
      }),
    };
  }

  private takeOver(until: number): void {
    if (until <= this.done) return;
    this.push(this.original.slice(this.done, until));
    this.done = until;
  }

  private push(text: string): void {
    this.parts.push(text);
    this.length += text.length;
    if (this.parts.length < MAX_PARTS) return;
    this.chunks.push(this.parts.join(''));
    this.parts = [];
  }
}

/** What one place of the copy corresponds to: all that was replaced there, or the same place in what was copied. */
function originOf(replacements: Uint32Array, count: number, offset: number): { start: number; end: number } {
  const index = lastUpTo(replacements, count, offset) * FIELDS;
  if (index < 0) return { start: offset, end: offset + 1 };
  const [at = 0, length = 0, from = 0, to = 0] = replacements.subarray(index, index + FIELDS);
  if (offset < at + length) return { start: from, end: to };
  const start = to + offset - (at + length);
  return { start, end: start + 1 };
}

/** The last replacement at or before the offset; -1 if there is none. */
function lastUpTo(replacements: Uint32Array, count: number, offset: number): number {
  let low = -1;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((replacements[middle * FIELDS] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
