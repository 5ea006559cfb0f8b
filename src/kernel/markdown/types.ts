/** What the scanner says about a Markdown text. All line numbers count from 1. */
import type { TextLine } from '../text.ts';

/**
 * The kind of a line: `fence` is a fenced block from its opening to its closing line, `code` is indented code,
 * `text` is a paragraph, `html` a block of raw HTML, comments included.
 */
export type LineKind = 'blank' | 'text' | 'heading' | 'rule' | 'fence' | 'code' | 'html' | 'table';

export interface MarkdownLine extends TextLine {
  readonly kind: LineKind;
  /** Block quotes and list items around the line. */
  readonly depth: number;
  /** Offset of the content after indentation, quote marks and list markers. */
  readonly contentStart: number;
  /** Set on lines of kind `html`. */
  readonly html?: HtmlKind;
  /** A block begins on this line. */
  readonly opens: boolean;
}

/** CommonMark's HTML blocks 1 to 7: raw-text tags, comments, instructions, declarations, CDATA, block tags, any tag. */
export type HtmlKind = 'raw' | 'comment' | 'instruction' | 'declaration' | 'cdata' | 'block' | 'any';

export interface Heading {
  readonly level: number;
  readonly style: 'atx' | 'setext';
  /** The heading's words, marks and closing hashes taken off. */
  readonly text: string;
  readonly line: number;
  readonly lastLine: number;
  readonly depth: number;
}

export interface Fence {
  readonly line: number;
  /** Of the closing fence; undefined if the block ends with its container or with the text. */
  readonly closeLine: number | undefined;
  readonly lastLine: number;
  readonly info: string;
  readonly depth: number;
}

export interface TableLines {
  /** The header row; the delimiter row follows it. */
  readonly line: number;
  readonly lastLine: number;
  readonly depth: number;
}

export interface ItemLines {
  readonly line: number;
  /** Its last line that is not blank, nested blocks included. */
  readonly lastLine: number;
  /** Quotes and items around it. */
  readonly depth: number;
  /** `-`, `*`, `+`, `1.` or `1)` as written. */
  readonly marker: string;
  /** Offset of the first character after the marker and its spaces. */
  readonly contentStart: number;
}

export interface MarkdownScan {
  readonly text: string;
  readonly lines: readonly MarkdownLine[];
  readonly headings: readonly Heading[];
  readonly fences: readonly Fence[];
  readonly tables: readonly TableLines[];
  readonly items: readonly ItemLines[];
}
