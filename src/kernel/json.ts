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
  const maxDepth = limits.maxDepth ?? DEFAULT_MAX_DEPTH;
  const own = prefixOnly ? undefined : findOwnForm(body, maxDepth);
  if (own !== undefined) return { value: own, end: text.length };
  const scan = scanJson(body, {
    maxDepth,
    rejectDuplicateKeys: limits.duplicateKeys !== 'last-wins',
    rejectProtoKeys: limits.protoKeys !== 'keep',
    prefixOnly,
  });
  if (scan.kind !== 'ok') throw faultError(body, scan);
  const value: Json = JSON.parse(prefixOnly ? body.slice(scan.start, scan.end) : body);
  return { value, end: scan.end + (text.length - body.length) };
}

/** The forms in which programs write JSON: on one line, and indented by two. */
const INDENTED = /^[{[]\n {2}\S/;

/**
 * The value of a text that is, byte for byte, what this value is written as: such a text has no fault and no name twice,
 * so it need not be scanned. Undefined for any other text, and for one whose depth or names are for the scan to judge.
 */
function findOwnForm(text: string, maxDepth: number): Json | undefined {
  if (text.includes('"__proto__"')) return undefined;
  try {
    const value: Json = JSON.parse(text);
    const written = JSON.stringify(value, null, INDENTED.test(text) ? 2 : 0);
    const isOwn = text.startsWith(written) && text.slice(written.length).trim() === '';
    return isOwn && isShallow(text, value, maxDepth) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A text of few brackets cannot be deep, whatever they hold. */
const isShallow = (text: string, value: Json, levels: number): boolean =>
  (text.match(/[[{]/g)?.length ?? 0) <= levels || isWithin(value, levels);

const isWithin = (value: Json, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isWithin(inner as Json, levels - 1)));

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
