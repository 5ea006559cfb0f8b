/** What all adapters do with the parts of an older document. */
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { cutText } from '../../../kernel/text.ts';
import { convertTime } from '../faults/convert.ts';
import { findAt, withValueAt } from '../pointer.ts';

/** A document of an older version in the current one. */
export interface Adapted {
  /** Still to be checked: what the older version did not ask for may be missing. */
  readonly document: Json;
  readonly warnings: readonly string[];
}

const SUMMARY_LIMIT = 500;

/** A text as a summary of 3.0; `isCut` if it had to be shortened. */
export function renderSummary(text: string): { readonly summary: string; readonly isCut: boolean } {
  const whole = text.trim();
  const isCut = cutText(whole, SUMMARY_LIMIT) !== whole;
  return { summary: cutText(whole, SUMMARY_LIMIT, '...'), isCut };
}

export const cutWarning = (name: string): string =>
  `${name} is longer than ${SUMMARY_LIMIT} characters; the whole is in payload.working`;

export const adaptTime = (value: Json | undefined): Json | undefined =>
  typeof value === 'string' ? (convertTime(value) ?? value) : value;

export function objectAt(document: Json, path: string): JsonObject {
  const value = findAt(document, path);
  return isJsonObject(value) ? value : {};
}

export const asObject = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

export const withoutUndefined = (members: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined));

/** A legacy document without a trace id gets this one; any other stays the same value. */
export function withTraceId(document: Json, traceId: string): Json {
  const handoff = findAt(document, '/handoff');
  if (!isJsonObject(handoff) || Object.hasOwn(handoff, 'trace_id')) return document;
  return withValueAt(document, '/handoff/trace_id', traceId);
}
