import { equalJson } from '../../kernel/canonical-json.ts';
import { given } from '../../kernel/given.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { findIsoDate, findIsoTime, renderIsoTime } from '../../kernel/time.ts';
import type { Comment, ReportKind, ReportRow } from './foreign-task.ts';

/** A date, or a date and time in any of the forms other tools write; without a zone it counts as UTC. */
export function findForeignTime(text: string): string | undefined {
  const trimmed = text.trim();
  const epochMs = findIsoDate(trimmed) ?? findIsoTime(withZone(trimmed))?.epochMs;
  const time = epochMs === undefined ? undefined : renderIsoTime(epochMs);
  // A zone can lead into the year 10,000, which no id has room for.
  return time !== undefined && /^\d{4}-/.test(time) ? time : undefined;
}

const withZone = (text: string): string => {
  const joined = text.replace(/^(\d{4}-\d\d-\d\d) +(?=\d)/, '$1T').replace(/ +UTC$/i, 'Z');
  return /(?:Z|[+-]\d\d:?\d\d)$/i.test(joined) ? joined : `${joined}Z`;
};

/** An id as another tool gives it, a text or a number, on one line; undefined if there is none. */
export function findForeignId(value: Json | undefined): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const id = cleanLine(wholeText(String(value)));
  return id === '' ? undefined : id;
}

/** A comment from whatever form its parts have. */
export function readComment(author: Json | undefined, at: Json | undefined, text: Json): Comment {
  const name = typeof author === 'string' ? cleanLine(author) : '';
  const time = typeof at === 'string' ? findForeignTime(at) : undefined;
  return {
    ...(name === '' ? {} : { author: name }),
    ...given({ at: time }),
    text: cleanText(typeof text === 'string' ? text : JSON.stringify(text)).trim(),
  };
}

// eslint-disable-next-line no-control-regex -- terminal codes are control characters
const TERMINAL_CODES = /\u001B\[[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)|\u001B[@-Z\\-_]/g;
// eslint-disable-next-line no-control-regex -- everything below a space but line break and tab
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/** Without codes for terminals and other control characters, lines ended by LF: what is left is what a reader saw. */
export function cleanText(text: string): string {
  return text.replaceAll(TERMINAL_CODES, '').replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll(CONTROLS, '');
}

/** True if cleaning takes away more than line endings. */
export const hasTerminalCodes = (text: string): boolean =>
  cleanText(text) !== text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');

/** On one line. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ').trim();

/** JSON can escape what not every store can hold: half of a pair of UTF-16 units, and a zero byte. */
export const wholeText = (text: string): string => text.replaceAll(/[\p{Surrogate}\0]/gu, '\uFFFD');

const MAX_KEPT_BYTES = 4_096;
/** Of one record together: frontmatter has a limit. */
const MAX_ALL_BYTES = 64 * 1024;
/** Frontmatter cannot hold values nested much deeper. */
const MAX_KEPT_DEPTH = 32;

/**
 * Takes the fields of one foreign record out, one by one. What is never asked for is left over, and everything that is
 * not as it should be becomes a row of the report.
 */
export class RecordReader {
  readonly item: string;
  readonly #record: JsonObject;
  readonly #taken = new Set<string>();
  readonly #rows: ReportRow[];
  readonly #extra: Record<string, Json> = {};
  #keptBytes = 0;

  constructor(item: string, record: JsonObject, rows: ReportRow[]) {
    this.item = item;
    this.#rows = rows;
    this.#record = this.#whole(record);
  }

  note(kind: ReportKind, field: string | undefined, detail: string): void {
    this.#rows.push({ kind, item: this.item, ...given({ field }), detail });
  }

  take(field: string): Json | undefined {
    this.#taken.add(field);
    return this.#record[field] ?? undefined;
  }

  /** A text that is kept like any other without a place. */
  peek(field: string): string | undefined {
    const value = this.#record[field];
    return typeof value === 'string' ? value : undefined;
  }

  /** The id was read before; what it lost on the way has a row. */
  takeId(): void {
    const value = this.take('id');
    if (typeof value === 'string') this.#noteLine('id', value);
  }

  /** Text of any length, without terminal codes; empty text counts as none. */
  text(field: string): string | undefined {
    const value = this.take(field);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') return this.#misfit(field, value);
    this.#noteCodes(field, value);
    const text = cleanText(value).trim();
    return text === '' ? undefined : text;
  }

  /** Text on one line; numbers count as text. */
  line(field: string): string | undefined {
    const value = this.take(field);
    if (value === undefined) return undefined;
    if (typeof value !== 'string' && typeof value !== 'number') return this.#misfit(field, value);
    const line = this.#noteLine(field, String(value));
    return line === '' ? undefined : line;
  }

  time(field: string): string | undefined {
    const line = this.line(field);
    if (line === undefined) return undefined;
    const time = findForeignTime(line);
    if (time === undefined) this.keep(field, line, 'is not a date');
    return time;
  }

  /** A list of short texts; a single text counts as a list of one. */
  lines(field: string): string[] {
    const value = this.take(field);
    if (value === undefined) return [];
    const list: readonly Json[] = Array.isArray(value) ? value : [value];
    return list.flatMap((entry) => {
      if (typeof entry !== 'string' && typeof entry !== 'number') return this.#misfit(field, entry) ?? [];
      const line = this.#noteLine(field, String(entry));
      return line === '' ? [] : [line];
    });
  }

  objects(field: string): JsonObject[] {
    const value = this.take(field);
    if (value === undefined) return [];
    const list: readonly Json[] = Array.isArray(value) ? value : [value];
    return list.flatMap((entry) => (isJsonObject(entry) ? [entry] : (this.#misfit(field, entry) ?? [])));
  }

  /** Without a place of its own: goes into the metadata, and into the report. */
  keep(field: string, value: Json, why = 'has no field in Baton'): void {
    this.#taken.add(field);
    const earlier = this.#extra[field];
    if (earlier !== undefined && !equalJson(earlier, value)) value = [...toList(earlier), ...toList(value)];
    const size = JSON.stringify(value).length;
    if (size > MAX_KEPT_BYTES || this.#keptBytes + size > MAX_ALL_BYTES)
      return this.note('dropped', field, `${why}, and its ${size} bytes are too many to keep`);
    this.#keptBytes += size;
    const isDeep = depthOf(value) > MAX_KEPT_DEPTH;
    this.#extra[field] = isDeep ? JSON.stringify(value) : value;
    const how = isDeep ? `kept as JSON text, because it has more than ${MAX_KEPT_DEPTH} levels,` : 'kept';
    this.note('kept', field, `${why}; ${how} in metadata.imported.extra`);
  }

  /** Everything that was not asked for, kept; to be called last. */
  rest(): JsonObject {
    for (const [field, value] of Object.entries(this.#record))
      if (!this.#taken.has(field) && !isEmptyValue(value)) this.keep(field, value);
    return this.#extra;
  }

  /** Half a character or a zero byte cannot be stored everywhere: it is replaced, field by field, and the rest of the record goes on. */
  #whole(record: JsonObject): JsonObject {
    const entries = Object.entries(record).map(([field, value]) => {
      const name = wholeText(field);
      const whole = toWhole(value);
      if (name !== field || !equalJson(whole, value))
        this.note('changed', name, 'half characters (lone surrogates) or zero bytes were replaced by \uFFFD');
      return [name, whole] as const;
    });
    return Object.fromEntries(entries);
  }

  #noteCodes(field: string, value: string): void {
    if (hasTerminalCodes(value)) this.note('changed', field, 'terminal codes were removed');
  }

  /** The same on one line. */
  #noteLine(field: string, value: string): string {
    this.#noteCodes(field, value);
    const line = cleanLine(value);
    if (line !== cleanText(value).trim())
      this.note('changed', field, 'line breaks and runs of spaces became one space');
    return line;
  }

  #misfit(field: string, value: Json): undefined {
    this.keep(field, value, 'does not have the expected form');
    return undefined;
  }
}

export const isEmptyValue = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0);

function toWhole(value: Json): Json {
  if (typeof value === 'string') return wholeText(value);
  if (Array.isArray(value)) return value.map((part: Json) => toWhole(part));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [wholeText(key), toWhole(part)]));
}

const toList = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value]);

const depthOf = (value: Json): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
