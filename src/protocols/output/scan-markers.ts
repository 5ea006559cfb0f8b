import { LineWalk } from './line-walk.ts';
import { escapeEnd } from './plain-text.ts';
import { MARKERS, type MarkerName } from './schema.ts';

/** A line that begins with a marker. */
export interface MarkerLine {
  /** Undefined for `[AOP:SOMETHING]` the protocol does not know. */
  readonly name: MarkerName | undefined;
  /** The name as written. */
  readonly word: string;
  readonly line: number;
  readonly start: number;
  /** Where the marker itself is. */
  readonly markerStart: number;
  /** What follows the marker on its line is `valueStart..end`. */
  readonly valueStart: number;
  readonly end: number;
  readonly quoted: boolean;
  /** Number of the code fence around it. */
  readonly fence: number | undefined;
  /** Ways it is written that the protocol does not have, but that have only one meaning. */
  readonly deviations: readonly Deviation[];
}

export type Deviation = 'quoted' | 'coloured' | 'indented' | 'bold' | 'lower-case';

export interface MarkerListener {
  onMarker(marker: MarkerLine): void;
  /** A fence closed just before `offset`. */
  onFenceEnd(fence: number, offset: number): void;
}

interface Fence {
  readonly number: number;
  readonly mark: number;
  readonly length: number;
  readonly quoted: boolean;
}

/** The number of the fence that is still open at the end of the text, if any. */
export function scanMarkers(text: string, listener: MarkerListener): number | undefined {
  const walk = new LineWalk(text);
  let fence: Fence | undefined;
  let fences = 0;
  while (walk.advance()) {
    if (fence === undefined && !MAY_MATTER.has(text.charCodeAt(walk.start))) continue;
    const lead = readLead(text, walk.start, walk.end);
    if (fence !== undefined) {
      const isClosed = closes(fence, text, lead, walk.end);
      // A fence in a quotation ends with the quotation.
      if (isClosed || (fence.quoted && !lead.quoted)) {
        listener.onFenceEnd(fence.number, walk.start);
        fence = undefined;
      }
      if (isClosed) continue;
    }
    if (lead.indent > MAX_INDENT) continue;
    const opened = fence === undefined ? findFence(text, lead, walk.end) : undefined;
    if (opened !== undefined) fence = { ...opened, number: (fences += 1) };
    else {
      const marker = findMarker(text, walk, lead, fence?.number);
      if (marker !== undefined) listener.onMarker(marker);
    }
  }
  return fence?.number;
}

const [SPACE, TAB, QUOTE, ESCAPE, BRACKET, STAR, TICK, TILDE, BOM] = Array.from(' \t>\u001B[*`~\uFEFF', (mark) =>
  mark.charCodeAt(0),
);
/** What a line must begin with to hold a marker or a fence: nearly all others are passed over with one look. */
const MAY_MATTER: ReadonlySet<number | undefined> = new Set([SPACE, QUOTE, ESCAPE, BRACKET, STAR, TICK, TILDE, BOM]);
/** Deeper than this is code in Markdown. */
const MAX_INDENT = 3;
const TAB_WIDTH = 4;

/** What comes before the first word of a line. */
interface Lead {
  readonly at: number;
  readonly indent: number;
  readonly quoted: boolean;
  readonly coloured: boolean;
}

function readLead(text: string, start: number, end: number): Lead {
  let [at, indent, quoted, coloured] = [start, 0, false, false];
  while (at < end) {
    const unit = text.charCodeAt(at);
    if (unit === SPACE || unit === TAB) indent += unit === TAB ? TAB_WIDTH : 1;
    else if (unit === QUOTE && indent <= MAX_INDENT) {
      [quoted, indent] = [true, 0];
      if (text.charCodeAt(at + 1) === SPACE) at += 1;
    } else if (unit === ESCAPE) {
      const after = escapeEnd(text, at);
      if (after === undefined) break;
      coloured = true;
      at = after - 1;
    } else if (!(unit === BOM && at === 0)) break;
    at += 1;
  }
  return { at: Math.min(at, end), indent, quoted, coloured };
}

function runLength(text: string, at: number, end: number, mark: number): number {
  let length = 0;
  while (at + length < end && text.charCodeAt(at + length) === mark) length += 1;
  return length;
}

function findFence(text: string, lead: Lead, end: number): Omit<Fence, 'number'> | undefined {
  const mark = text.charCodeAt(lead.at);
  if (mark !== TICK && mark !== TILDE) return undefined;
  const length = runLength(text, lead.at, end, mark);
  if (length < 3) return undefined;
  // ```` ```like this``` ```` on one line is code within a sentence.
  if (mark === TICK && text.slice(lead.at + length, end).includes('`')) return undefined;
  return { mark, length, quoted: lead.quoted };
}

function closes(fence: Fence, text: string, lead: Lead, end: number): boolean {
  if (lead.indent > MAX_INDENT || text.charCodeAt(lead.at) !== fence.mark) return false;
  const length = runLength(text, lead.at, end, fence.mark);
  return length >= fence.length && text.slice(lead.at + length, end).trim() === '';
}

const MARKER_HERE = /(\*\*)?\[AOP:([A-Za-z_]{1,24})\]/iy;

function findMarker(text: string, walk: LineWalk, lead: Lead, fence: number | undefined): MarkerLine | undefined {
  MARKER_HERE.lastIndex = lead.at;
  const match = MARKER_HERE.exec(text);
  if (match === null || MARKER_HERE.lastIndex > walk.end) return undefined;
  const [whole, bold, word = ''] = match;
  const name = MARKERS.find((known) => known === word.toUpperCase());
  const deviations: (Deviation | false)[] = [
    lead.quoted && 'quoted',
    lead.coloured && 'coloured',
    lead.indent > 0 && 'indented',
    bold !== undefined && 'bold',
    (word !== word.toUpperCase() || !whole.includes('AOP')) && 'lower-case',
  ];
  return {
    name,
    word,
    line: walk.line,
    start: walk.start,
    markerStart: lead.at,
    valueStart: lead.at + whole.length,
    end: walk.end,
    quoted: lead.quoted,
    fence,
    deviations: deviations.filter((deviation) => deviation !== false),
  };
}

/** The text of a line without quote marks, as far as the lines around it are quoted. */
export function withoutQuoteMarks(line: string): string {
  const { at, quoted } = readLead(line, 0, line.length);
  if (!quoted) return line;
  const lastQuote = line.lastIndexOf('>', at - 1);
  return line.slice(lastQuote + 1).replace(/^ /, '');
}
