const LINE_SEPARATOR = '\u2028';
const PARAGRAPH_SEPARATOR = '\u2029';

/**
 * Goes through a text line by line without a list of the lines: fifty million empty ones cost no memory. Lines end with
 * LF, CRLF, a lone CR (progress bars), or one of the two Unicode separators, which editors do not count as lines.
 */
export class LineWalk {
  /** The current line is `start..end`. */
  start = 0;
  end = 0;
  /** Counted from 1, as an editor does. */
  line = 0;
  readonly #text: string;
  readonly #breaks: readonly NextBreak[];
  #next = 0;
  #countsNext = true;

  constructor(text: string) {
    this.#text = text;
    this.#breaks = ['\n', '\r', LINE_SEPARATOR, PARAGRAPH_SEPARATOR].map((mark) => ({ mark, at: text.indexOf(mark) }));
  }

  /** Moves to the next line; false at the end. A final line break does not open another line. */
  advance(): boolean {
    if (this.#next >= this.#text.length) return false;
    this.start = this.#next;
    if (this.#countsNext) this.line += 1;
    this.end = this.#text.length;
    for (const found of this.#breaks) {
      // Each kind is searched for again only when it was passed: every character is looked at once per kind.
      if (found.at !== -1 && found.at < this.start) found.at = this.#text.indexOf(found.mark, this.start);
      if (found.at !== -1 && found.at < this.end) this.end = found.at;
    }
    const isPair = this.#text.charCodeAt(this.end) === CR && this.#text.charCodeAt(this.end + 1) === LF;
    this.#next = this.end + (isPair ? 2 : 1);
    this.#countsNext = this.#text.charCodeAt(this.end) < FIRST_UNICODE_BREAK;
    return true;
  }
}

interface NextBreak {
  readonly mark: string;
  at: number;
}

const LF = 10;
const CR = 13;
const FIRST_UNICODE_BREAK = 0x2028;
