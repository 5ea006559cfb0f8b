/** A place on a line that counts columns as Markdown does: a tab reaches to the next multiple of four. */
import type { TextLine } from '../text.ts';

const TAB = 0x09;
const SPACE = 0x20;
const TAB_STOP = 4;

export const isSpaceOrTab = (unit: number): boolean => unit === SPACE || unit === TAB;

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
