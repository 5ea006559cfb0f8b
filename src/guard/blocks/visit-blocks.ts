/**
 * The blocks of a text that are read by themselves: paragraphs, list items, table cells, comments, code, values. An
 * order that is alone in one of them is lost among the text around it. One pass over the lines; no block is visited
 * twice. Parts of a line that are not visible on the rendered page: comments, titles of links, descriptions of
 * images. Parts of one line that are read by themselves.
 */

import type { Stretch } from '../text/survey.ts';
import { isLetter, matchAnchored, unitAt } from '../text/units.ts';

/** Where a block was found, as the message of a finding says it. */
export type Container =
  | 'paragraph'
  | 'list item'
  | 'table cell'
  | 'HTML comment'
  | 'collapsed details'
  | 'code block'
  | 'string value'
  | 'front matter'
  | 'link reference'
  | 'link title'
  | 'image description';

export interface Block {
  readonly start: number;
  readonly end: number;
  readonly container: Container;
}

type OnBlock = (block: Block) => void;

/** A longer block is read in windows like any text; it ends here and another begins. */
const MAX_BLOCK = 1_200;

const FENCE = /^(?:```|~~~)/;
const ITEM = /^(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;
const DETAILS = /^<\/?details\b/i;
const TAG_LINE = /^<[/A-Za-z][^<>]{0,300}>$/;
const RULE_LINE = /^(?:-{3,}|={3,}|\*{3,}|_{3,})$/;
const REFERENCE = /^\[[^\]\n]{1,200}\]:/;
const SETTING = /^[\w.-]{1,40}:[ \t]+/;

/** Where the text of a line begins, after blanks and the marks of a quotation. */
function contentStart(text: string, start: number, end: number): number {
  let at = start;
  for (; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit !== 32 && unit !== 9 && unit !== 62) break;
  }
  return at;
}

/** Of a text, or a part of one; only the beginning of a text can be front matter. */
export function visitBlocks(text: string, isBeginning: boolean, onBlock: OnBlock): void {
  const reader = new BlockReader(text, isBeginning, onBlock);
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    reader.readLine(start, end);
    start = end + 1;
  }
  reader.flush();
  visitInlineBlocks(text, onBlock);
}

class BlockReader {
  private readonly text: string;
  private readonly isBeginning: boolean;
  private readonly onBlock: OnBlock;
  private start = -1;
  private end = -1;
  private container: Container = 'paragraph';
  private isCode = false;
  private isFrontMatter = false;
  private isDetails = false;

  constructor(text: string, isBeginning: boolean, onBlock: OnBlock) {
    this.text = text;
    this.isBeginning = isBeginning;
    this.onBlock = onBlock;
  }

  readLine(lineStart: number, lineEnd: number): void {
    const start = contentStart(this.text, lineStart, lineEnd);
    // Most lines go on with a sentence, which their first letter says.
    if (isLetter(unitAt(this.text, start)) && !this.isCode && !this.isFrontMatter)
      return this.extend(start, lineEnd, this.isDetails ? 'collapsed details' : 'paragraph');
    // Only so much decides what a line is: it may be as long as the text.
    const head = this.text.slice(start, Math.min(lineEnd, start + 320)).trimEnd();
    if (head === '') return this.isCode ? undefined : this.flush();
    if (FENCE.test(head)) {
      this.flush();
      this.isCode = !this.isCode;
    } else if (this.isCode) this.readCode(start, lineEnd);
    else if (RULE_LINE.test(head)) this.readRule(lineStart);
    else this.readContent(head, start, lineEnd);
  }

  private readCode(start: number, end: number): void {
    if (this.emitValues(start, end)) return;
    this.extend(start, end, 'code block');
  }

  /** A line at the very beginning opens the front matter, the next one closes it. */
  private readRule(lineStart: number): void {
    this.flush();
    this.isFrontMatter = lineStart === 0 && this.isBeginning;
  }

  private readContent(head: string, start: number, end: number): void {
    const unit = head.charCodeAt(0);
    if (unit === 60 && (DETAILS.test(head) || TAG_LINE.test(head))) return this.readTag(head);
    if (unit === 35) return this.readAlone(start, end, 'paragraph');
    if (isTableRow(head)) return this.readRow(start, end);
    if (unit === 91 && REFERENCE.test(head)) return this.readReference(start, end);
    if ((unit === 34 || unit === 123 || unit === 91) && this.emitValues(start, end)) return this.flush();
    const setting = this.isFrontMatter ? SETTING.exec(head)?.[0] : undefined;
    if (setting !== undefined) return this.readAlone(start + setting.length, end, 'front matter');
    const item = ITEM.exec(head)?.[0];
    if (item !== undefined) {
      this.flush();
      return this.extend(start + item.length, end, 'list item');
    }
    this.extend(start, end, this.isDetails ? 'collapsed details' : 'paragraph');
  }

  private readTag(head: string): void {
    this.flush();
    if (DETAILS.test(head)) this.isDetails = !head.startsWith('</');
  }

  private readAlone(start: number, end: number, container: Container): void {
    this.flush();
    this.onBlock({ start, end, container });
  }

  private readRow(start: number, end: number): void {
    this.flush();
    for (const cell of splitCells(this.text, start, end)) this.onBlock({ ...cell, container: 'table cell' });
  }

  private readReference(start: number, end: number): void {
    this.flush();
    const title = findTitle(this.text, start, end);
    if (title !== undefined) this.onBlock({ ...title, container: 'link reference' });
  }

  private emitValues(start: number, end: number): boolean {
    const values = findStringValues(this.text, start, end);
    for (const value of values) this.onBlock({ ...value, container: 'string value' });
    return values.length > 0;
  }

  private extend(start: number, end: number, container: Container): void {
    if (this.start !== -1 && end - this.start > MAX_BLOCK) this.flush();
    if (this.start === -1) {
      this.start = start;
      this.container = container;
    }
    this.end = end;
  }

  flush(): void {
    if (this.start !== -1) this.onBlock({ start: this.start, end: this.end, container: this.container });
    this.start = -1;
  }
}

/** Classes that end at the next opening bracket, so that no input makes them walk the same text twice. */
const DESCRIPTION = /!\[([^\][\n]{30,600})\]\(/y;
const TITLE = /\]\([^()\s"]{1,300} "([^"\n]{30,600})"\)/y;
const LEAST_COMMENT = 20;
const MAX_COMMENT = 4_000;

function visitInlineBlocks(text: string, onBlock: OnBlock): void {
  if (text.includes('](')) {
    visitMatches(text, '![', DESCRIPTION, 'image description', onBlock);
    visitMatches(text, '](', TITLE, 'link title', onBlock);
  }
  visitComments(text, onBlock);
}

function visitMatches(text: string, anchor: string, pattern: RegExp, container: Container, onBlock: OnBlock): void {
  for (const match of matchAnchored(text, anchor, pattern)) {
    const [whole, inner = ''] = match;
    const start = match.index + whole.indexOf(inner);
    onBlock({ start, end: start + inner.length, container });
  }
}

function visitComments(text: string, onBlock: OnBlock): void {
  for (let open = text.indexOf('<!--'); open !== -1;) {
    const start = open + 4;
    // An unclosed comment hides what follows it; only so much of it is looked at.
    const close = text.slice(start, start + MAX_COMMENT).indexOf('-->');
    const end = close === -1 ? Math.min(text.length, start + MAX_COMMENT) : start + close;
    if (end - start >= LEAST_COMMENT) onBlock({ start, end, container: 'HTML comment' });
    open = text.indexOf('<!--', end);
  }
}

const PIPE = 124;
const BACKSLASH = 92;
const QUOTE = 34;
/** Shorter values are names, numbers and labels. */
const LEAST_VALUE = 30;

const isTableRow = (head: string): boolean => head.charCodeAt(0) === PIPE && head.indexOf('|', 1) !== -1;

/** The cells of a table row, without those too short to say something. */
function splitCells(text: string, start: number, end: number): Stretch[] {
  const cells: Stretch[] = [];
  let from = start + 1;
  for (let at = from; at <= end; at += 1) {
    const isEnd = at === end || (text.charCodeAt(at) === PIPE && text.charCodeAt(at - 1) !== BACKSLASH);
    if (!isEnd) continue;
    if (at - from >= LEAST_VALUE) cells.push({ start: from, end: at });
    from = at + 1;
  }
  return cells;
}

/** Quoted strings, as in JSON, that have blanks in them. */
function findStringValues(text: string, start: number, end: number): Stretch[] {
  const values: Stretch[] = [];
  for (let open = text.indexOf('"', start); open !== -1 && open < end;) {
    let close = open + 1;
    while (close < end && text.charCodeAt(close) !== QUOTE) close += text.charCodeAt(close) === BACKSLASH ? 2 : 1;
    if (close >= end) break;
    if (close - open > LEAST_VALUE && text.slice(open, close).includes(' '))
      values.push({ start: open + 1, end: close });
    open = text.indexOf('"', close + 1);
  }
  return values;
}

const TITLE_MARKS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '(': ')' };

/** The title of a link reference, or what follows the colon if it has none: `[//]: # (text)`. */
function findTitle(text: string, start: number, end: number): Stretch | undefined {
  const colon = text.indexOf(']:', start);
  const line = text.slice(colon + 2, end);
  const mark = /[ \t]["'(]/.exec(line);
  const from = mark === null ? colon + 2 : colon + 2 + mark.index + 2;
  const close = mark === null ? -1 : text.lastIndexOf(TITLE_MARKS[mark[0].charAt(1)] ?? '', end - 1);
  const to = close > from ? close : end;
  return to - from >= LEAST_VALUE ? { start: from, end: to } : undefined;
}
