import { codePointLength, codePointOffset } from '../../kernel/text.ts';
import { LineWalk } from './line-walk.ts';
import { wellFormed, withoutEscapes } from './plain-text.ts';
import { withoutQuoteMarks } from './scan-markers.ts';

export interface SummaryReading {
  /** Within the limit. */
  readonly text: string;
  readonly bullets: readonly string[];
  /** In the whole summary, before anything was cut. */
  readonly bulletCount: number;
  readonly length: number;
  readonly isCut: boolean;
}

const BULLET_LINE = /^\s*(?:[-*+•‣–]|\d{1,3}[.)])\s+(?=\S)/u;

/**
 * `raw`: everything from after the marker to the next one. Lines beyond the limit are counted and not kept, so that a
 * summary without an end costs time, but no memory.
 */
export function readSummary(raw: string, limit: number, quoted: boolean): SummaryReading {
  const kept: string[] = [];
  let [length, bulletCount, hasGap] = [0, 0, false];
  const walk = new LineWalk(raw);
  while (walk.advance()) {
    const line = cleanLine(raw.slice(walk.start, walk.end), quoted);
    if (line === '') {
      hasGap = length > 0;
      continue;
    }
    const text = length === 0 ? line.trimStart() : line;
    if (length <= limit) kept.push(...(hasGap ? ['', text] : [text]));
    length += (length === 0 ? 0 : hasGap ? 2 : 1) + codePointLength(text);
    if (BULLET_LINE.test(text)) bulletCount += 1;
    hasGap = false;
  }
  const text = cutAt(kept.join('\n'), limit);
  return { text, bullets: readBullets(text), bulletCount, length, isCut: length > limit };
}

const cleanLine = (line: string, quoted: boolean): string => {
  const bare = wellFormed(withoutEscapes(line)).trimEnd();
  return quoted ? withoutQuoteMarks(bare) : bare;
};

const cutAt = (text: string, limit: number): string => text.slice(0, codePointOffset(text, limit)).trimEnd();

/** Bullets without their marks; a line without one continues the bullet above it, or is one itself. */
function readBullets(text: string): string[] {
  const bullets: string[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const mark = BULLET_LINE.exec(line);
    if (line.trim() === '') isOpen = false;
    else if (mark !== null) {
      bullets.push(line.slice(mark[0].length).trim());
      isOpen = true;
    } else if (isOpen) bullets.push(`${bullets.pop() ?? ''} ${line.trim()}`);
    else bullets.push(line.trim());
  }
  return bullets;
}
