import type { OutputStatus } from '../../kernel/outcome.ts';
import { codePointLength, codePointOffset } from '../../kernel/text.ts';
import { BlockSource, checkMarkers, readLevel, readSummary, type SummaryReading } from './block-source.ts';
import type { RawBlock, RawField } from './collect-blocks.ts';
import { checkDetailsKind } from './details-record.ts';
import { LineWalk } from './line-walk.ts';
import { isBullet, readDetailsFile, readMetrics, readStatus, readTime, readValue } from './read-fields.ts';
import { withoutQuoteMarks, type MarkerLine } from './scan-markers.ts';
import {
  limitOf,
  MAX_BULLETS,
  TASK_LIMIT,
  type Metric,
  type OutputBlock,
  type OutputFields,
  type TaskType,
} from './schema.ts';

/** Reads the fields of a block; whatever is wrong with them becomes an issue, and the rest is still returned. */
export function readBlock(text: string, raw: RawBlock, type: TaskType | undefined): OutputBlock {
  const source = new BlockSource(text, raw);
  const level = readLevel(source);
  checkMarkers(source, level);
  const fields = new FieldReader(source, level, type).read();
  return {
    ...fields,
    level,
    fenced: raw.fenced,
    line: raw.first.line,
    endLine: raw.last.line,
    markerLines: new Map(Array.from(raw.fields, ([name, { marker }]) => [name, marker.line])),
    issues: source.issues,
  };
}

class FieldReader {
  readonly #source: BlockSource;
  readonly #level: OutputBlock['level'];
  readonly #type: TaskType | undefined;

  constructor(source: BlockSource, level: OutputBlock['level'], type: TaskType | undefined) {
    this.#source = source;
    this.#level = level;
    this.#type = type;
  }

  read(): OutputFields {
    const fields = {
      start: this.#readTimestamp('START'),
      task: this.#readTask(),
      ...this.#readSummary(),
      detailsFile: this.#readDetails(),
      metrics: this.#readMetrics(),
      status: this.#readStatus(),
      end: this.#readTimestamp('END'),
    };
    this.#checkTimes(fields.start, fields.end);
    this.#checkSeparators();
    return fields;
  }

  #readTimestamp(name: 'START' | 'END'): string | undefined {
    const field = this.#source.field(name);
    if (field === undefined) return undefined;
    const value = this.#source.valueOf(field);
    this.#checkDecoration(field, value.isDecorated);
    if (readTime(value.text) === undefined) {
      this.#source.report('output-time-invalid', field.marker, `${name} is not an ISO time: ${short(value.text)}`);
    }
    return short(value.text);
  }

  #checkDecoration(field: RawField, isDecorated: boolean): void {
    if (!isDecorated) return;
    this.#source.report(
      'output-value-form',
      field.marker,
      `the value of [AOP:${field.marker.word}] carries a colon, quotes or emphasis`,
    );
  }

  #readTask(): string | undefined {
    const field = this.#source.field('TASK');
    if (field === undefined) return undefined;
    const value = this.#source.valueOf(field);
    this.#checkDecoration(field, value.isDecorated);
    const length = codePointLength(value.text);
    if (length > TASK_LIMIT) {
      this.#source.report(
        'output-task-long',
        field.marker,
        `TASK has ${length} characters, ${TASK_LIMIT} are allowed; it was cut`,
      );
    }
    return value.text.slice(0, codePointOffset(value.text, TASK_LIMIT)).trimEnd();
  }

  #readSummary(): { summary: string | undefined; bullets: readonly string[] } {
    const field = this.#source.field('SUMMARY');
    if (field === undefined) return { summary: undefined, bullets: [] };
    const { marker } = field;
    const inline = this.#source.valueOf(field);
    const below = this.#source.text.slice(marker.end, field.until);
    const reading = readSummary(inline.text + below, limitOf(this.#type), marker.quoted);
    this.#checkSummary(marker, reading);
    if (inline.text !== '' && this.#level !== 'compact') {
      this.#source.report('output-summary-inline', marker, 'the summary begins on the line of its marker');
    }
    return { summary: reading.text, bullets: reading.bullets };
  }

  #checkSummary(marker: MarkerLine, { length, isCut, bulletCount }: SummaryReading): void {
    const limit = limitOf(this.#type);
    if (isCut) {
      const whose = this.#type === undefined ? 'a task of unknown type' : `a ${this.#type} task`;
      this.#source.report(
        'output-summary-long',
        marker,
        `the summary has ${length} characters; ${whose} has ${limit}; it was cut`,
      );
    }
    if (bulletCount > MAX_BULLETS) {
      this.#source.report(
        'output-summary-bullets',
        marker,
        `the summary has ${bulletCount} bullets, ${MAX_BULLETS} are allowed`,
      );
    } else if (bulletCount === 0) {
      this.#source.report(
        'output-summary-bullets',
        marker,
        'the summary has no bullets',
        this.#level === 'compact' ? 'warning' : 'error',
      );
    }
  }

  #readDetails(): string | undefined {
    const field = this.#source.field('DETAILS_FILE');
    if (field === undefined) return undefined;
    const value = readDetailsFile(this.#source.valueOf(field));
    this.#checkDecoration(field, value.isDecorated);
    const mismatch = checkDetailsKind(value.text, this.#type);
    if (mismatch !== undefined) this.#source.report('output-details-kind', field.marker, mismatch);
    return value.text;
  }

  #readMetrics(): readonly Metric[] {
    const field = this.#source.field('METRICS');
    if (field === undefined) return [];
    const { marker } = field;
    if (marker.end - marker.valueStart > METRICS_WINDOW) {
      this.#source.report(
        'output-metrics-form',
        marker,
        `METRICS is longer than ${METRICS_WINDOW} characters; it was cut`,
      );
    }
    const reading = readMetrics(this.#source.valueOf(field, METRICS_WINDOW).text, this.#bulletsBelow(field));
    for (const { kind, message } of reading.problems.slice(0, MAX_PROBLEMS)) {
      this.#source.report(kind === 'form' ? 'output-metrics-form' : 'output-metrics-duplicate', field.marker, message);
    }
    return reading.metrics;
  }

  #bulletsBelow({ marker, until }: RawField): string[] {
    const below = this.#source.text.slice(marker.end, until);
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
    const field = this.#source.field('STATUS');
    if (field === undefined) return 'unknown';
    const value = this.#source.valueOf(field);
    const { status, isDecorated } = readStatus(value);
    if (status !== undefined) {
      this.#checkDecoration(field, isDecorated);
      return status;
    }
    this.#source.report('output-status-invalid', field.marker, `"${short(value.text)}" is not a status`);
    return 'unknown';
  }

  #checkTimes(start: string | undefined, end: string | undefined): void {
    const [from, to] = [readTime(start ?? ''), readTime(end ?? '')];
    const marker = this.#source.raw.fields.get('END')?.marker;
    if (from === undefined || to === undefined || marker === undefined || to >= from) return;
    this.#source.report('output-time-order', marker, `END ${end} is before START ${start}`);
  }

  #checkSeparators(): void {
    const { first, last } = this.#source.raw;
    const at = this.#source.text.slice(first.start, last.end).search(/[\u2028\u2029]/);
    if (at !== -1)
      this.#source.report('output-line-separator', first, 'lines of the block end with a Unicode separator');
  }
}

const METRICS_WINDOW = 256 * 1024;
const MAX_PROBLEMS = 20;
const MAX_METRIC_LINES = 1_000;
const MAX_SHOWN = 60;

const short = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, codePointOffset(text, MAX_SHOWN))}…` : text;
