/**
 * The marks at the start of a line that open a block: heading, fence, rule, underline, list marker. A place on a line
 * that counts columns as Markdown does: a tab reaches to the next multiple of four.
 */

import type { TextLine } from '../text.ts';

interface AtxHeading {
  readonly level: number;
  readonly text: string;
}

/** `## words ##`; `rest` is the line from its first mark on. */
export function findAtxHeading(rest: string): AtxHeading | undefined {
  let level = 0;
  while (level < 7 && rest[level] === '#') level += 1;
  if (level === 0 || level > 6) return undefined;
  if (rest.length > level && !isSpaceOrTab(rest.charCodeAt(level))) return undefined;
  return { level, text: withoutClosingHashes(trimBlanks(rest.slice(level))) };
}

/** Closing hashes count only after a space, or at the start. */
function withoutClosingHashes(content: string): string {
  let end = content.length;
  while (end > 0 && content[end - 1] === '#') end -= 1;
  if (end === content.length) return content;
  if (end > 0 && !isSpaceOrTab(content.charCodeAt(end - 1))) return content;
  return trimBlanks(content.slice(0, end));
}

export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpaceOrTab(text.charCodeAt(start))) start += 1;
  while (end > start && isSpaceOrTab(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

export interface FenceMark {
  readonly char: string;
  readonly length: number;
  readonly info: string;
}

/** The opening of a fenced block. A back-tick in the info string makes it a code span instead. */
export function findFence(rest: string): FenceMark | undefined {
  const char = rest[0] ?? '';
  if (char !== '`' && char !== '~') return undefined;
  const length = countRun(rest, char);
  if (length < 3) return undefined;
  const info = rest.slice(length);
  return char === '`' && info.includes('`') ? undefined : { char, length, info: trimBlanks(info) };
}

export function closesFence(rest: string, fence: FenceMark): boolean {
  const length = countRun(rest, fence.char);
  return length >= fence.length && trimBlanks(rest.slice(length)) === '';
}

/** The level an underline gives to the paragraph above it. */
export function findUnderline(rest: string): 1 | 2 | undefined {
  const char = rest[0] ?? '';
  if (char !== '=' && char !== '-') return undefined;
  if (trimBlanks(rest.slice(countRun(rest, char))) !== '') return undefined;
  return char === '=' ? 1 : 2;
}

/**
 * A rule is three or more of one of `*`, `-`, `_`, with any white space between. Gives the offset of what is in the way;
 * the length if there are too few.
 */
export function findRuleFault(rest: string): number | undefined {
  const char = rest[0] ?? '';
  if (char !== '*' && char !== '-' && char !== '_') return 0;
  let count = 0;
  for (let at = 0; at < rest.length; at += 1) {
    if (rest[at] === char) count += 1;
    else if (!isSpaceOrTab(rest.charCodeAt(at))) return at;
  }
  return count >= 3 ? undefined : rest.length;
}

const MARKER = /^(?:[*+-]|(\d{1,9})[.)])(?=[ \t]|$)/;

/** The marker of a list item; one that may interrupt a paragraph must have content and, if a number, be 1. */
export function findListMarker(rest: string, interruptsParagraph: boolean): string | undefined {
  const match = MARKER.exec(rest);
  if (match === null) return undefined;
  if (!interruptsParagraph) return match[0];
  if (match[1] !== undefined && Number(match[1]) !== 1) return undefined;
  return trimBlanks(rest.slice(match[0].length)) === '' ? undefined : match[0];
}

function countRun(text: string, char: string): number {
  let length = 0;
  while (text[length] === char) length += 1;
  return length;
}

const TAB = 0x09;
const SPACE = 0x20;
const TAB_STOP = 4;

const isSpaceOrTab = (unit: number): boolean => unit === SPACE || unit === TAB;

export class LineCursor {
  readonly text: string;
  offset = 0;
  end = 0;
  /** Offset of the first character from here on that is neither space nor tab; `end` on a blank rest. */
  contentStart = 0;
  private column = 0;
  private contentColumn = 0;

  constructor(text: string) {
    this.text = text;
  }

  enter(line: TextLine): void {
    this.offset = line.start;
    this.end = line.end;
    this.column = 0;
    this.findContent();
  }

  /** Columns of white space before the content. */
  get indent(): number {
    return this.contentColumn - this.column;
  }

  get isBlank(): boolean {
    return this.contentStart === this.end;
  }

  /** The unit the content begins with; NaN on a blank rest. */
  get first(): number {
    return this.isBlank ? Number.NaN : this.text.charCodeAt(this.contentStart);
  }

  rest(): string {
    return this.text.slice(this.contentStart, this.end);
  }

  skipIndent(): void {
    this.offset = this.contentStart;
    this.column = this.contentColumn;
  }

  /** Moves past `count` units of content; the content must have that many and no tab among them. */
  skipContent(count: number): void {
    this.offset = this.contentStart + count;
    this.column = this.contentColumn + count;
    this.findContent();
  }

  /** Takes up to `count` columns of white space; a tab may be taken in part. */
  skipColumns(count: number): void {
    const target = Math.min(this.column + count, this.contentColumn);
    while (this.column < target) {
      const width = this.text.charCodeAt(this.offset) === TAB ? TAB_STOP - (this.column % TAB_STOP) : 1;
      if (this.column + width > target) {
        this.column = target;
        return;
      }
      this.column += width;
      this.offset += 1;
    }
  }

  private findContent(): void {
    let at = this.offset;
    let column = this.column;
    for (; at < this.end; at += 1) {
      const unit = this.text.charCodeAt(at);
      if (unit === SPACE) column += 1;
      else if (unit === TAB) column += TAB_STOP - (column % TAB_STOP);
      else break;
    }
    this.contentStart = at;
    this.contentColumn = column;
  }
}
