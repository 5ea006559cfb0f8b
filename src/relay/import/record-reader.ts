import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { cleanLine, cleanText, hasTerminalCodes } from './clean-text.ts';
import { findForeignTime } from './foreign-time.ts';
import type { ReportKind, ReportRow } from './foreign-task.ts';

const MAX_KEPT_BYTES = 4_096;

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

  constructor(item: string, record: JsonObject, rows: ReportRow[]) {
    this.item = item;
    this.#record = record;
    this.#rows = rows;
  }

  note(kind: ReportKind, field: string | undefined, detail: string): void {
    this.#rows.push({ kind, item: this.item, ...(field === undefined ? {} : { field }), detail });
  }

  take(field: string): Json | undefined {
    this.#taken.add(field);
    return this.#record[field] ?? undefined;
  }

  /** Text of any length, without terminal codes; empty text counts as none. */
  text(field: string): string | undefined {
    const value = this.take(field);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') return this.#misfit(field, value);
    if (hasTerminalCodes(value)) this.note('changed', field, 'terminal codes were removed');
    const text = cleanText(value).trim();
    return text === '' ? undefined : text;
  }

  /** Text on one line; numbers count as text. */
  line(field: string): string | undefined {
    const value = this.take(field);
    if (value === undefined) return undefined;
    if (typeof value !== 'string' && typeof value !== 'number') return this.#misfit(field, value);
    const line = cleanLine(String(value));
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
      const line = cleanLine(String(entry));
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
    const size = JSON.stringify(value).length;
    if (size > MAX_KEPT_BYTES) return this.note('dropped', field, `${why}, and its ${size} bytes are too many to keep`);
    this.#extra[field] = value;
    this.note('kept', field, `${why}; kept in metadata.imported.extra`);
  }

  /** Everything that was not asked for, kept; to be called last. */
  rest(): JsonObject {
    for (const [field, value] of Object.entries(this.#record))
      if (!this.#taken.has(field) && !isEmptyValue(value)) this.keep(field, value);
    return this.#extra;
  }

  #misfit(field: string, value: Json): undefined {
    this.keep(field, value, 'does not have the expected form');
    return undefined;
  }
}

const isEmptyValue = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0);
