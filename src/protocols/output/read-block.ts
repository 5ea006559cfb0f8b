import { codePointLength, codePointOffset, findNearest, type Finding, type OutputStatus } from '../../kernel/index.ts';
import { hasText, type RawBlock, type RawField } from './collect-blocks.ts';
import { checkDetailsKind } from './details-path.ts';
import { createIssue, type IssueRule, type Place } from './issues.ts';
import { LineWalk } from './line-walk.ts';
import { readDetailsFile, readStatus, readTime, readValue, type FieldValue } from './read-fields.ts';
import { isBullet, readMetrics } from './read-metrics.ts';
import { readSummary, type SummaryReading } from './read-summary.ts';
import { withoutQuoteMarks, type MarkerLine } from './scan-markers.ts';
import {
  COMPACT_MARKERS,
  limitOf,
  MARKERS,
  MAX_BULLETS,
  STRICT_MARKERS,
  TASK_LIMIT,
  type MarkerName,
  type Metric,
  type OutputBlock,
  type TaskType,
} from './schema.ts';

/** Reads the fields of a block; whatever is wrong with them becomes an issue, and the rest is still returned. */
export function readBlock(text: string, raw: RawBlock, type: TaskType | undefined): OutputBlock {
  return new BlockReader(text, raw, type).read();
}

class BlockReader {
  readonly #text: string;
  readonly #raw: RawBlock;
  readonly #type: TaskType | undefined;
  readonly #issues: Finding[] = [];

  constructor(text: string, raw: RawBlock, type: TaskType | undefined) {
    this.#text = text;
    this.#raw = raw;
    this.#type = type;
  }

  read(): OutputBlock {
    const level = this.#readLevel();
    this.#checkMarkers(level);
    const fields = {
      start: this.#readTimestamp('START'),
      task: this.#readTask(),
      ...this.#readSummary(level),
      detailsFile: this.#readDetails(),
      metrics: this.#readMetrics(),
      status: this.#readStatus(),
      end: this.#readTimestamp('END'),
    };
    this.#checkTimes(fields.start, fields.end);
    const { first, last } = this.#extent();
    this.#checkSeparators(first, last);
    return {
      ...fields,
      level,
      fenced: this.#raw.fenced,
      line: first.line,
      endLine: last.line,
      markerLines: new Map(Array.from(this.#raw.fields, ([name, { marker }]) => [name, marker.line])),
      issues: this.#issues.toSorted((a, b) => a.line - b.line),
    };
  }

  #report(rule: IssueRule, marker: MarkerLine, message: string, severity?: Finding['severity']): void {
    this.#issues.push(createIssue(rule, this.#placeOf(marker), message, severity));
  }

  #placeOf({ line, start, markerStart, end }: MarkerLine): Place {
    const excerpt = this.#text.slice(markerStart, Math.min(end, markerStart + 400));
    return { line, column: markerStart - start + 1, endLine: line, endColumn: end - start + 1, excerpt };
  }

  #field(name: MarkerName): RawField | undefined {
    const field = this.#raw.fields.get(name);
    return hasText(this.#text, field) ? field : undefined;
  }

  #readLevel(): OutputBlock['level'] {
    const has = (name: MarkerName): boolean => this.#field(name) !== undefined;
    if (STRICT_MARKERS.every(has)) return 'strict';
    return COMPACT_MARKERS.every(has) ? 'compact' : 'incomplete';
  }

  #extent(): { first: MarkerLine; last: MarkerLine } {
    const markers = Array.from(this.#raw.fields.values(), (field) => field.marker).toSorted(
      (a, b) => a.start - b.start,
    );
    const [first] = markers;
    const last = markers.at(-1);
    // A block is opened by its first marker, so it has one.
    return { first: first ?? NO_MARKER, last: last ?? NO_MARKER };
  }

  #checkMarkers(level: OutputBlock['level']): void {
    const { first, last } = this.#extent();
    const severity = level === 'compact' ? 'warning' : 'error';
    for (const name of STRICT_MARKERS) {
      const there = this.#raw.fields.get(name)?.marker;
      if (there === undefined) this.#report('output-marker-missing', last, `[AOP:${name}] is missing`, severity);
      else if (this.#field(name) === undefined)
        this.#report('output-marker-empty', there, `[AOP:${name}] is empty`, severity);
    }
    if (level === 'compact') {
      const message = 'the block has the short form: SUMMARY, DETAILS_FILE and STATUS';
      this.#report('output-compact', first, message);
    }
    this.#checkOrder();
    for (const { marker } of this.#raw.fields.values()) this.#checkForm(marker);
    for (const stranger of this.#raw.strangers) this.#reportStranger(stranger);
    if (this.#raw.inOpenFence)
      this.#report('output-fence-open', first, 'a code fence before the block is never closed');
  }

  #checkOrder(): void {
    let highest = -1;
    for (const { marker } of this.#raw.fields.values()) {
      const rank = MARKERS.findIndex((name) => name === marker.name);
      if (rank < highest)
        this.#report('output-order', marker, `[AOP:${marker.word}] stands behind [AOP:${MARKERS[highest]}]`);
      highest = Math.max(highest, rank);
    }
  }

  #checkForm(marker: MarkerLine): void {
    if (marker.deviations.length === 0) return;
    this.#report('output-marker-form', marker, `[AOP:${marker.word}] is ${marker.deviations.join(', ')}`);
  }

  #reportStranger(marker: MarkerLine): void {
    const near = findNearest(marker.word.toUpperCase(), MARKERS);
    const advice = near === undefined ? '' : `; did you mean [AOP:${near}]?`;
    this.#report('output-marker-unknown', marker, `there is no marker [AOP:${marker.word}]${advice}`);
  }

  #valueOf({ marker }: RawField, window = VALUE_WINDOW): FieldValue {
    return readValue(this.#text.slice(marker.valueStart, Math.min(marker.end, marker.valueStart + window)));
  }

  #readTimestamp(name: 'START' | 'END'): string | undefined {
    const field = this.#field(name);
    if (field === undefined) return undefined;
    const value = this.#valueOf(field);
    this.#checkDecoration(field, value.isDecorated);
    if (readTime(value.text) === undefined) {
      this.#report('output-time-invalid', field.marker, `${name} is not an ISO time: ${short(value.text)}`);
    }
    return short(value.text);
  }

  #checkDecoration(field: RawField, isDecorated: boolean): void {
    if (!isDecorated) return;
    this.#report(
      'output-value-form',
      field.marker,
      `the value of [AOP:${field.marker.word}] carries a colon, quotes or emphasis`,
    );
  }

  #readTask(): string | undefined {
    const field = this.#field('TASK');
    if (field === undefined) return undefined;
    const value = this.#valueOf(field);
    this.#checkDecoration(field, value.isDecorated);
    const length = codePointLength(value.text);
    if (length > TASK_LIMIT) {
      this.#report(
        'output-task-long',
        field.marker,
        `TASK has ${length} characters, ${TASK_LIMIT} are allowed; it was cut`,
      );
    }
    return value.text.slice(0, codePointOffset(value.text, TASK_LIMIT)).trimEnd();
  }

  #readSummary(level: OutputBlock['level']): { summary: string | undefined; bullets: readonly string[] } {
    const field = this.#field('SUMMARY');
    if (field === undefined) return { summary: undefined, bullets: [] };
    const { marker } = field;
    const inline = this.#valueOf(field);
    const below = this.#text.slice(marker.end, field.until);
    const reading = readSummary(inline.text + below, limitOf(this.#type), marker.quoted);
    this.#checkSummary(marker, reading, level);
    if (inline.text !== '' && level !== 'compact') {
      this.#report('output-summary-inline', marker, 'the summary begins on the line of its marker');
    }
    return { summary: reading.text, bullets: reading.bullets };
  }

  #checkSummary(marker: MarkerLine, { length, isCut, bulletCount }: SummaryReading, level: OutputBlock['level']): void {
    const limit = limitOf(this.#type);
    if (isCut) {
      const whose = this.#type === undefined ? 'a task of unknown type' : `a ${this.#type} task`;
      this.#report(
        'output-summary-long',
        marker,
        `the summary has ${length} characters; ${whose} has ${limit}; it was cut`,
      );
    }
    if (bulletCount > MAX_BULLETS) {
      this.#report(
        'output-summary-bullets',
        marker,
        `the summary has ${bulletCount} bullets, ${MAX_BULLETS} are allowed`,
      );
    } else if (bulletCount === 0) {
      this.#report(
        'output-summary-bullets',
        marker,
        'the summary has no bullets',
        level === 'compact' ? 'warning' : 'error',
      );
    }
  }

  #readDetails(): string | undefined {
    const field = this.#field('DETAILS_FILE');
    if (field === undefined) return undefined;
    const value = readDetailsFile(this.#valueOf(field));
    this.#checkDecoration(field, value.isDecorated);
    const mismatch = checkDetailsKind(value.text, this.#type);
    if (mismatch !== undefined) this.#report('output-details-kind', field.marker, mismatch);
    return value.text;
  }

  #readMetrics(): readonly Metric[] {
    const field = this.#field('METRICS');
    if (field === undefined) return [];
    const { marker } = field;
    if (marker.end - marker.valueStart > METRICS_WINDOW) {
      this.#report('output-metrics-form', marker, `METRICS is longer than ${METRICS_WINDOW} characters; it was cut`);
    }
    const reading = readMetrics(this.#valueOf(field, METRICS_WINDOW).text, this.#bulletsBelow(field));
    for (const { kind, message } of reading.problems.slice(0, MAX_PROBLEMS)) {
      this.#report(kind === 'form' ? 'output-metrics-form' : 'output-metrics-duplicate', field.marker, message);
    }
    return reading.metrics;
  }

  #bulletsBelow({ marker, until }: RawField): string[] {
    const below = this.#text.slice(marker.end, until);
    const lines: string[] = [];
    const walk = new LineWalk(below);
    while (lines.length < MAX_METRIC_LINES && walk.advance()) {
      const line = below.slice(walk.start, walk.end);
      const bare = marker.quoted ? withoutQuoteMarks(line) : line;
      if (isBullet(bare)) lines.push(readValue(bare).text);
      else if (bare.trim() !== '') break;
    }
    return lines;
  }

  #readStatus(): OutputStatus | 'unknown' {
    const field = this.#field('STATUS');
    if (field === undefined) return 'unknown';
    const value = this.#valueOf(field);
    const { status, isDecorated } = readStatus(value);
    if (status !== undefined) {
      this.#checkDecoration(field, isDecorated);
      return status;
    }
    this.#report('output-status-invalid', field.marker, `"${short(value.text)}" is no status`);
    return 'unknown';
  }

  #checkTimes(start: string | undefined, end: string | undefined): void {
    const [from, to] = [readTime(start ?? ''), readTime(end ?? '')];
    const marker = this.#raw.fields.get('END')?.marker;
    if (from === undefined || to === undefined || marker === undefined || to >= from) return;
    this.#report('output-time-order', marker, `END ${end} is before START ${start}`);
  }

  #checkSeparators(first: MarkerLine, last: MarkerLine): void {
    const at = this.#text.slice(first.start, last.end).search(/[\u2028\u2029]/);
    if (at !== -1) this.#report('output-line-separator', first, 'lines of the block end with a Unicode separator');
  }
}

/** No value of a real block comes near; what lies beyond is not looked at. */
const VALUE_WINDOW = 16 * 1024;
const METRICS_WINDOW = 256 * 1024;
const MAX_PROBLEMS = 20;
const MAX_METRIC_LINES = 1_000;
const MAX_SHOWN = 60;

const short = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, codePointOffset(text, MAX_SHOWN))}…` : text;

const NO_MARKER: MarkerLine = {
  name: undefined,
  word: '',
  line: 1,
  start: 0,
  markerStart: 0,
  valueStart: 0,
  end: 0,
  quoted: false,
  fence: undefined,
  deviations: [],
};
