/** Finds the blocks of a Markdown text line by line, as CommonMark does, in one pass and linear time. */
import { keepRecent } from '../keep-recent.ts';
import { BYTE_ORDER_MARK, splitLines, type TextLine } from '../text.ts';
import {
  closesFence,
  findAtxHeading,
  findFence,
  findListMarker,
  findRuleFault,
  findUnderline,
  LineCursor,
  trimBlanks,
  type FenceMark,
} from './block-starts.ts';
import { countDefinitionLines, endsAtBlank, endsOnLine, findHtmlKind } from './raw-blocks.ts';
import { opensTable, type CellRange } from './pipe-row.ts';
import type { Fence, Heading, HtmlKind, ItemLines, LineKind, MarkdownLine, MarkdownScan, TableLines } from './types.ts';

/** Deeper quotes and lists are read as text: a blank line costs a step per open item, so depth must have an end. */
const MAX_DEPTH = 100;
const CODE_INDENT = 4;
/** Spaces after a list marker beyond which the content is indented code. */
const MAX_MARKER_SPACES = 4;
/** No block but indented code begins with anything else. */
const MAY_OPEN_BLOCK = new Set(Array.from('#`~*+_=<>-0123456789', (char) => char.charCodeAt(0)));

type Container =
  | { readonly kind: 'quote'; hasContent: boolean; readonly item?: undefined }
  | { readonly kind: 'item'; hasContent: boolean; readonly width: number; readonly item: Draft<ItemLines> };

interface Paragraph {
  readonly kind: 'paragraph';
  readonly line: number;
  readonly ranges: CellRange[];
}

type Leaf =
  | Paragraph
  | { readonly kind: 'none' }
  | { readonly kind: 'fence'; readonly mark: FenceMark; readonly fence: Draft<Fence> }
  | { readonly kind: 'html'; readonly html: HtmlKind }
  | { readonly kind: 'table'; readonly table: Draft<TableLines> }
  | { readonly kind: 'code' };

type Draft<T> = { -readonly [K in keyof T]: T[K] };

const NO_LEAF: Leaf = { kind: 'none' };

export const scanMarkdown = keepRecent((text): MarkdownScan => new BlockScanner(text).run());

class BlockScanner {
  private readonly text: string;
  private readonly cursor: LineCursor;
  private readonly lines: Draft<MarkdownLine>[] = [];
  private readonly headings: Heading[] = [];
  private readonly fences: Draft<Fence>[] = [];
  private readonly tables: Draft<TableLines>[] = [];
  private readonly items: Draft<ItemLines>[] = [];
  private readonly open: Container[] = [];
  private leaf: Leaf = NO_LEAF;
  private current: TextLine = { start: 0, end: 0, next: 0 };
  /** The last line before the current one that is not blank. */
  private lastFilled = 0;
  private ruleFault = -1;
  private ruleChar = '';

  constructor(text: string) {
    this.text = text;
    this.cursor = new LineCursor(text);
  }

  run(): MarkdownScan {
    const { text, lines, headings, fences, tables, items } = this;
    for (const line of splitLines(text)) {
      this.current = line;
      const isMarked = line.start === 0 && text.startsWith(BYTE_ORDER_MARK);
      this.cursor.enter(isMarked ? { ...line, start: BYTE_ORDER_MARK.length } : line);
      const hasMarks = !this.cursor.isBlank;
      this.readLine();
      if (this.lines.at(-1)?.kind !== 'blank') this.lastFilled = this.lines.length;
      else if (hasMarks) this.countMarks(this.lines.length);
    }
    this.closeTo(0);
    return { text, lines, headings, fences, tables, items };
  }

  /** A mark with nothing after it is blank for what it holds, but a line of the items around it. */
  private countMarks(line: number): void {
    const marked = this.open.findLastIndex(({ kind, item }) => kind === 'quote' || item.line === line);
    for (const { item } of this.open.slice(0, Math.max(marked, 0))) {
      if (item !== undefined) item.lastLine = line;
    }
  }

  private get lineNumber(): number {
    return this.lines.length + 1;
  }

  private readLine(): void {
    const matched = this.matchContainers();
    const isInside = matched === this.open.length;
    if (isInside && this.continueLeaf()) return;
    const depth = this.openBlocks(matched, isInside);
    if (depth === undefined) return;
    const { isBlank } = this.cursor;
    const isFresh = depth !== matched;
    // A paragraph continues without the marks of the quotes and items around it.
    if (!isFresh && !isInside && !isBlank && this.leaf.kind === 'paragraph') return this.addText(this.leaf);
    if (!isFresh) this.closeTo(matched);
    if (isBlank) return this.addBlank();
    if (this.leaf.kind === 'table') return this.addTableRow(this.leaf.table);
    if (this.leaf.kind === 'paragraph') return this.continueParagraph(this.leaf);
    const paragraph: Paragraph = { kind: 'paragraph', line: this.lineNumber, ranges: [] };
    this.openLeaf(paragraph);
    this.addText(paragraph, true);
  }

  /** How many of the open quotes and items contain the line; moves past their marks. */
  private matchContainers(): number {
    const { open } = this;
    // By index: blank lines in deep lists pass here a hundred times each.
    for (let index = 0; index < open.length; index += 1) {
      const container = open[index];
      if (container !== undefined && !this.matchContainer(container)) return index;
    }
    return open.length;
  }

  private matchContainer(container: Container): boolean {
    const { cursor } = this;
    if (container.kind === 'quote') {
      if (cursor.indent >= CODE_INDENT || cursor.first !== 0x3e) return false;
      cursor.skipContent(1);
      cursor.skipColumns(1);
      return true;
    }
    if (cursor.isBlank) {
      // An item may begin with one blank line, not with two.
      if (!container.hasContent) return false;
      cursor.skipIndent();
      return true;
    }
    if (cursor.indent < container.width) return false;
    cursor.skipColumns(container.width);
    return true;
  }

  /** True if the line belongs to an open block whose content is not Markdown. */
  private continueLeaf(): boolean {
    const { leaf, cursor } = this;
    if (leaf.kind === 'fence') {
      this.continueFence(leaf.mark, leaf.fence);
      return true;
    }
    if (leaf.kind === 'html' && !(cursor.isBlank && endsAtBlank(leaf.html))) {
      this.addHtml(leaf.html, false);
      return true;
    }
    if (leaf.kind === 'code' && (cursor.isBlank || cursor.indent >= CODE_INDENT)) {
      this.addLine(cursor.isBlank ? 'blank' : 'code');
      return true;
    }
    return false;
  }

  private continueFence(mark: FenceMark, fence: Draft<Fence>): void {
    fence.lastLine = this.lineNumber;
    const closes = this.cursor.indent < CODE_INDENT && closesFence(this.cursor.rest(), mark);
    if (closes) {
      fence.closeLine = this.lineNumber;
      this.leaf = NO_LEAF;
    }
    this.addLine('fence');
  }

  /**
   * Opens every block that begins on the line. Returns the number of containers around the rest of the line, or
   * undefined if the line is used up.
   */
  private openBlocks(matched: number, isInside: boolean): number | undefined {
    const { cursor } = this;
    let depth = matched;
    for (;;) {
      const isFresh = depth !== matched;
      const hasParagraph = !isFresh && this.leaf.kind === 'paragraph';
      if (cursor.isBlank) return depth;
      if (cursor.indent >= CODE_INDENT) return hasParagraph ? depth : this.openCode(depth);
      if (!MAY_OPEN_BLOCK.has(cursor.first)) return depth;
      if (this.openLeafBlock(depth, hasParagraph, hasParagraph && isInside)) return undefined;
      if (depth >= MAX_DEPTH || !this.openContainer(depth, hasParagraph && isInside)) return depth;
      depth += 1;
    }
  }

  private openCode(depth: number): undefined {
    this.closeTo(depth);
    this.openLeaf({ kind: 'code' });
    this.addLine('code', true);
  }

  /** Everything that is no container, in the order of CommonMark. */
  private openLeafBlock(depth: number, hasParagraph: boolean, isInParagraph: boolean): boolean {
    const rest = this.cursor.rest();
    const heading = findAtxHeading(rest);
    if (heading !== undefined) {
      this.closeTo(depth);
      this.openLeaf(NO_LEAF);
      const line = this.lineNumber;
      this.headings.push({ ...heading, style: 'atx', line, lastLine: line, depth });
      return this.addLine('heading', true);
    }
    const mark = findFence(rest);
    if (mark !== undefined) return this.openFence(depth, mark);
    const html = findHtmlKind(rest);
    if (html !== undefined && !(html === 'any' && hasParagraph)) {
      this.closeTo(depth);
      this.openLeaf({ kind: 'html', html });
      return this.addHtml(html, true);
    }
    if (isInParagraph && this.leaf.kind === 'paragraph' && this.underline(this.leaf, rest)) return true;
    if (!this.isRule(rest)) return false;
    this.closeTo(depth);
    this.openLeaf(NO_LEAF);
    return this.addLine('rule', true);
  }

  /** What keeps a line from being a rule keeps the rest after each of its bullets from being one, too. */
  private isRule(rest: string): boolean {
    if (this.cursor.contentStart <= this.ruleFault && rest[0] === this.ruleChar) return false;
    const fault = findRuleFault(rest);
    if (fault === undefined) return true;
    this.ruleFault = this.cursor.contentStart + fault;
    this.ruleChar = rest[0] ?? '';
    return false;
  }

  private openFence(depth: number, mark: FenceMark): true {
    this.closeTo(depth);
    const line = this.lineNumber;
    const fence: Draft<Fence> = { line, closeLine: undefined, lastLine: line, info: mark.info, depth };
    this.fences.push(fence);
    this.openLeaf({ kind: 'fence', mark, fence });
    return this.addLine('fence', true);
  }

  /** Makes a heading of the paragraph, unless nothing of it is left once its link definitions are taken off. */
  private underline(paragraph: Paragraph, rest: string): boolean {
    const level = findUnderline(rest);
    if (level === undefined) return false;
    const words = (): string[] => paragraph.ranges.map(({ start, end }) => this.text.slice(start, end));
    if (this.text[paragraph.ranges[0]?.start ?? 0] === '[') {
      paragraph.ranges.splice(0, countDefinitionLines(words()));
      if (paragraph.ranges.length === 0) return false;
    }
    const text = trimBlanks(words().map(trimBlanks).join('\n'));
    for (let line = paragraph.line; line < this.lineNumber; line += 1) this.setKind(line, 'heading');
    this.headings.push({
      level,
      style: 'setext',
      text,
      line: paragraph.line,
      lastLine: this.lineNumber,
      depth: this.open.length,
    });
    this.leaf = NO_LEAF;
    return this.addLine('heading');
  }

  private openContainer(depth: number, isInParagraph: boolean): boolean {
    const { cursor } = this;
    if (cursor.first === 0x3e) {
      this.closeTo(depth);
      this.openLeaf(NO_LEAF);
      this.open.push({ kind: 'quote', hasContent: false });
      cursor.skipContent(1);
      cursor.skipColumns(1);
      return true;
    }
    const marker = findListMarker(cursor.rest(), isInParagraph);
    if (marker === undefined) return false;
    this.closeTo(depth);
    this.openLeaf(NO_LEAF);
    this.openItem(marker, depth);
    return true;
  }

  private openItem(marker: string, depth: number): void {
    const { cursor } = this;
    const markerIndent = cursor.indent;
    cursor.skipContent(marker.length);
    // Much white space, or none with nothing after it, counts as one: what follows is code, or comes on the next line.
    const spaces = cursor.isBlank || cursor.indent > MAX_MARKER_SPACES ? 1 : cursor.indent;
    cursor.skipColumns(spaces);
    const line = this.lineNumber;
    const item: Draft<ItemLines> = { line, lastLine: line, depth, marker, contentStart: cursor.contentStart };
    this.items.push(item);
    this.open.push({ kind: 'item', hasContent: false, width: markerIndent + marker.length + spaces, item });
  }

  private continueParagraph(paragraph: Paragraph): void {
    const header = paragraph.ranges.at(-1);
    const delimiter = { start: this.cursor.contentStart, end: this.current.end };
    if (header === undefined || !opensTable(this.text, header, delimiter)) return this.addText(paragraph);
    const line = this.lineNumber - 1;
    const table: Draft<TableLines> = { line, lastLine: line, depth: this.open.length };
    this.tables.push(table);
    this.setKind(line, 'table');
    this.leaf = { kind: 'table', table };
    this.addTableRow(table);
  }

  private addTableRow(table: Draft<TableLines>): void {
    table.lastLine = this.lineNumber;
    this.addLine('table');
  }

  private addText(paragraph: Paragraph, opens = false): void {
    paragraph.ranges.push({ start: this.cursor.contentStart, end: this.current.end });
    this.addLine('text', opens);
  }

  private addHtml(html: HtmlKind, opens: boolean): true {
    if (endsOnLine(html, this.cursor.rest())) this.leaf = NO_LEAF;
    return this.addLine('html', opens, html);
  }

  private addBlank(): void {
    if (this.leaf.kind !== 'code') this.leaf = NO_LEAF;
    this.addLine('blank');
  }

  private addLine(kind: LineKind, opens = false, html?: HtmlKind): true {
    const { start, end, next } = this.current;
    const line = { start, end, next, kind, depth: this.open.length, contentStart: this.cursor.contentStart, opens };
    this.lines.push(html === undefined ? line : { ...line, html });
    return true;
  }

  private setKind(line: number, kind: LineKind): void {
    const draft = this.lines[line - 1];
    if (draft !== undefined) draft.kind = kind;
  }

  /** Puts a new block into the innermost container. */
  private openLeaf(leaf: Leaf): void {
    const parent = this.open.at(-1);
    if (parent !== undefined) parent.hasContent = true;
    this.leaf = leaf;
  }

  /** Closes every container beyond `depth`, and with them the block they hold. */
  private closeTo(depth: number): void {
    if (this.open.length > depth) this.leaf = NO_LEAF;
    while (this.open.length > depth) {
      const container = this.open.pop();
      if (container?.kind === 'item') container.item.lastLine = Math.max(container.item.lastLine, this.lastFilled);
    }
  }
}
