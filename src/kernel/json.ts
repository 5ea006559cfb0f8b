/** The door for JSON from outside: limits, a place for every fault, and no key that could reach a prototype. */
import { BatonError } from './errors/index.ts';
import { scanJson, type JsonScan } from './json-scan.ts';
import { positionAt, withoutByteOrderMark } from './text.ts';
import { utf8Length } from './token-estimate.ts';

/** Any JSON value, read-only. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object, read-only. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** How large and how deep a JSON text may be. */
export interface JsonLimits {
  /** Default 10 MiB of UTF-8. */
  readonly maxBytes?: number;
  /** Objects and lists inside each other; default 100. */
  readonly maxDepth?: number;
  /** A name that occurs twice in one object has two meanings for two readers; default reject. */
  readonly duplicateKeys?: 'reject' | 'last-wins';
  /** Default reject; `keep` makes it an own property as JSON.parse does, for readers that copy nothing by name. */
  readonly protoKeys?: 'reject' | 'keep';
}

export interface JsonPrefix {
  readonly value: Json;
  /** Offset in the text just after the value. */
  readonly end: number;
}

const DEFAULT_MAX_BYTES = 10 * 1024 * 1024;
const DEFAULT_MAX_DEPTH = 100;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Fails with INPUT_TOO_LARGE (size, depth) or INPUT_INVALID (everything else); details hold line, column and reason.
 * A byte order mark is skipped.
 */
export function parseJson(text: string, limits: JsonLimits = {}): Json {
  return parse(text, limits, false).value;
}

/** As parseJson, but any text may follow the value. */
export function parseJsonPrefix(text: string, limits: JsonLimits = {}): JsonPrefix {
  return parse(text, limits, true);
}

function parse(text: string, limits: JsonLimits, prefixOnly: boolean): JsonPrefix {
  assertSize(text, limits.maxBytes ?? DEFAULT_MAX_BYTES);
  const body = withoutByteOrderMark(text);
  const scan = scanJson(body, {
    maxDepth: limits.maxDepth ?? DEFAULT_MAX_DEPTH,
    rejectDuplicateKeys: limits.duplicateKeys !== 'last-wins',
    rejectProtoKeys: limits.protoKeys !== 'keep',
    prefixOnly,
  });
  if (scan.kind !== 'ok') throw faultError(body, scan);
  const value: Json = JSON.parse(prefixOnly ? body.slice(scan.start, scan.end) : body);
  return { value, end: scan.end + (text.length - body.length) };
}

function assertSize(text: string, maxBytes: number): void {
  // UTF-8 needs at least one byte per UTF-16 unit, so most oversized text need not be measured.
  if (text.length <= maxBytes && utf8Length(text) <= maxBytes) return;
  throw new BatonError('INPUT_TOO_LARGE', `JSON is larger than ${maxBytes} bytes`, { maxBytes });
}

function faultError(text: string, scan: Exclude<JsonScan, { kind: 'ok' }>): BatonError {
  const { line, column } = positionAt(text, scan.offset);
  const where = `${scan.reason}, at line ${line}, column ${column}`;
  const details = { line, column, reason: scan.reason };
  return scan.kind === 'too-deep'
    ? new BatonError('INPUT_TOO_LARGE', `JSON is ${where}`, details)
    : new BatonError('INPUT_INVALID', `not valid JSON: ${where}`, details);
}
