import type { Finding } from '../../kernel/finding.ts';
import { findNearest } from '../../kernel/nearest.ts';
import { codePointLength, codePointOffset } from '../../kernel/text.ts';
import { hasText, type RawBlock, type RawField } from './collect-blocks.ts';
import { createIssue, type IssueRule } from './issues.ts';
import { LineWalk } from './line-walk.ts';
import { wellFormed, withoutEscapes } from './plain-text.ts';
import { readValue, type FieldValue } from './read-fields.ts';
import { withoutQuoteMarks, type MarkerLine } from './scan-markers.ts';
import { COMPACT_MARKERS, MARKERS, STRICT_MARKERS, type MarkerName, type OutputBlock } from './schema.ts';

/** No value of a real block comes near; what lies beyond is not looked at. */
const VALUE_WINDOW = 16 * 1024;

/** One block in its text, and what is found to be wrong with it. */
export class BlockSource {
  readonly text: string;
  readonly raw: RawBlock;
  readonly #issues: Finding[] = [];

  constructor(text: string, raw: RawBlock) {
    this.text = text;
    this.raw = raw;
  }

  /** In the order of their lines. */
  get issues(): readonly Finding[] {
    return this.#issues.toSorted((a, b) => a.line - b.line);
  }

  report(rule: IssueRule, marker: MarkerLine, message: string, severity?: Finding['severity']): void {
    const { line, start, markerStart, end } = marker;
    const excerpt = this.text.slice(markerStart, Math.min(end, markerStart + VALUE_WINDOW));
    const place = { line, column: markerStart - start + 1, endLine: line, endColumn: end - start + 1, excerpt };
    this.#issues.push(createIssue(rule, place, message, severity));
  }

  /** A marker that has a value. */
  field(name: MarkerName): RawField | undefined {
    const field = this.raw.fields.get(name);
    return hasText(this.text, field) ? field : undefined;
  }

  /** What follows the marker on its line. */
  valueOf({ marker }: RawField, window = VALUE_WINDOW): FieldValue {
    return readValue(this.text.slice(marker.valueStart, Math.min(marker.end, marker.valueStart + window)));
  }
}

/** How much of a block is there. */
export function readLevel(source: BlockSource): OutputBlock['level'] {
  const has = (name: MarkerName): boolean => source.field(name) !== undefined;
  if (STRICT_MARKERS.every(has)) return 'strict';
  return COMPACT_MARKERS.every(has) ? 'compact' : 'incomplete';
}

/** Reports markers that are missing, empty, unknown, in the wrong order or written in another way. */
export function checkMarkers(source: BlockSource, level: OutputBlock['level']): void {
  const { raw } = source;
  checkPresence(source, level);
  if (level === 'compact') {
    source.report('output-compact', raw.first, 'the block has the short form: SUMMARY, DETAILS_FILE and STATUS');
  }
  checkOrder(source);
  for (const { marker } of raw.fields.values()) {
    if (marker.deviations.length === 0) continue;
    source.report('output-marker-form', marker, `[AOP:${marker.word}] is ${marker.deviations.join(', ')}`);
  }
  for (const stranger of raw.strangers) reportStranger(source, stranger);
  if (raw.inOpenFence) source.report('output-fence-open', raw.first, 'a code fence before the block is never closed');
}

function checkPresence(source: BlockSource, level: OutputBlock['level']): void {
  const { raw } = source;
  const severity = level === 'compact' ? 'warning' : 'error';
  for (const name of STRICT_MARKERS) {
    const there = raw.fields.get(name)?.marker;
    if (there === undefined) source.report('output-marker-missing', raw.last, `[AOP:${name}] is missing`, severity);
    else if (source.field(name) === undefined) {
      source.report('output-marker-empty', there, `[AOP:${name}] is empty`, severity);
    }
  }
}

function checkOrder(source: BlockSource): void {
  let highest = -1;
  for (const { marker } of source.raw.fields.values()) {
    const rank = MARKERS.findIndex((name) => name === marker.name);
    if (rank < highest) {
      source.report('output-order', marker, `[AOP:${marker.word}] comes after [AOP:${MARKERS[highest]}]`);
    }
    highest = Math.max(highest, rank);
  }
}

function reportStranger(source: BlockSource, marker: MarkerLine): void {
  const near = findNearest(marker.word.toUpperCase(), MARKERS);
  const advice = near === undefined ? '' : `; did you mean [AOP:${near}]?`;
  source.report('output-marker-unknown', marker, `there is no marker [AOP:${marker.word}]${advice}`);
}

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
