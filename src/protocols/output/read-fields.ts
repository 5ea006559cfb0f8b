import type { OutputStatus } from '../../kernel/outcome.ts';
import { cutText } from '../../kernel/text.ts';
import { findIsoTime } from '../../kernel/time.ts';
import { onOneLine } from './plain-text.ts';
import { NO_DETAILS, OUTPUT_STATUSES, type Metric } from './schema.ts';

/** A value as written after its marker, and whether decoration had to be removed. */
export interface FieldValue {
  readonly text: string;
  readonly isDecorated: boolean;
}

/** After a bold marker its closing stars are left, and some write a colon. */
export function readValue(raw: string): FieldValue {
  const line = onOneLine(raw);
  const bare = onOneLine(raw.replace(/^\*\*/, '')).replace(/^:(?:\*\* )?\s*/, '');
  return { text: bare, isDecorated: bare.length !== line.length && bare !== '' };
}

/** No path and no status is longer; it also bounds the work on a line that is nothing but decoration. */
const MAX_WRAPPED_LENGTH = 4_096;
const MAX_LAYERS = 4;
const WRAPPED = /^(`{1,3}|\*{1,3}|_{1,2}|["'])(.+)\1$/;

/** Back-ticks, quotes or bold type around the whole value. */
function unwrap(value: FieldValue): FieldValue {
  let { text } = value;
  if (text.length > MAX_WRAPPED_LENGTH) return value;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) text = WRAPPED.exec(text)?.[2]?.trim() || text;
  return { text, isDecorated: value.isDecorated || text !== value.text };
}

export function readStatus(value: FieldValue): {
  readonly status: OutputStatus | undefined;
  readonly isDecorated: boolean;
} {
  const { text, isDecorated } = unwrap(value);
  const word = text.replace(/\.$/, '').toLowerCase();
  return {
    status: OUTPUT_STATUSES.find((status) => status === word),
    isDecorated: isDecorated || text.length !== word.length,
  };
}

export function readDetailsFile(value: FieldValue): FieldValue {
  const bare = unwrap(value);
  return bare.text.toLowerCase() === NO_DETAILS ? { ...bare, text: NO_DETAILS } : bare;
}

export const readTime = (text: string): number | undefined => findIsoTime(text)?.epochMs;

/** A value as a reader will see it, free of everything readers take for decoration. */
export function unwrapValue(text: string): string {
  const bare = onOneLine(text).replace(/^[\s:*>]+/, '');
  const { text: inner } = unwrap({ text: bare, isDecorated: false });
  return inner === bare ? bare : unwrapValue(inner);
}

interface MetricsReading {
  readonly metrics: readonly Metric[];
  /** What is unusual about them, in words; nothing of the text is lost. */
  readonly problems: readonly { readonly kind: 'form' | 'duplicate'; readonly message: string }[];
}

const BULLET = /^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+/;
/** One to three words, and not the beginning of `https://` or `C:\`. */
const KEY = /[\p{L}_$][\p{L}\p{M}\p{N}_.$%/-]*(?: [\p{L}_][\p{L}\p{M}\p{N}_.%-]*){0,2} ?:(?![/\\])/uy;
const MAX_METRICS = 1_000;
const MAX_SHOWN = 60;

/** `lines`: what comes after the marker, then the lines below it that are bullets. */
export function readMetrics(inline: string, below: readonly string[]): MetricsReading {
  const metrics: Metric[] = [];
  const problems: { kind: 'form' | 'duplicate'; message: string }[] = [];
  const chunks = [...splitEntries(inline), ...below.map((line) => line.replace(BULLET, ''))];
  for (const chunk of chunks.map((text) => text.trim()).filter((text) => text !== ''))
    readEntry(chunk, metrics, problems);
  if (metrics.length > MAX_METRICS) {
    problems.push({ kind: 'form', message: `METRICS has ${metrics.length} entries; ${MAX_METRICS} are kept` });
    metrics.length = MAX_METRICS;
  }
  return { metrics, problems: [...problems, ...findDuplicates(metrics)] };
}

export const isBullet = (line: string): boolean => BULLET.test(line);

/** A comma ends an entry only if `key:` follows: values keep their own commas and colons. */
export function splitEntries(text: string): string[] {
  const entries: string[] = [];
  let start = 0;
  for (let comma = text.indexOf(','); comma !== -1; comma = text.indexOf(',', comma + 1)) {
    let next = comma + 1;
    while (text[next] === ' ' || text[next] === '\t') next += 1;
    KEY.lastIndex = next;
    if (!KEY.test(text)) continue;
    entries.push(text.slice(start, comma));
    start = next;
  }
  entries.push(text.slice(start));
  return entries;
}

function readEntry(
  chunk: string,
  metrics: Metric[],
  problems: { kind: 'form' | 'duplicate'; message: string }[],
): void {
  const colon = chunk.indexOf(':');
  if (colon > 0) {
    const key = chunk.slice(0, colon).trim();
    metrics.push({ key, value: chunk.slice(colon + 1).trim() });
    if (PROTOTYPE_NAMES.has(key)) problems.push({ kind: 'form', message: `"${key}" is not a metric name` });
    return;
  }
  // Without any `key:` the commas can only separate entries.
  for (const part of chunk.split(',').map((text) => text.trim())) {
    const equals = part.indexOf('=');
    if (part === '') continue;
    if (equals > 0) metrics.push({ key: part.slice(0, equals).trim(), value: part.slice(equals + 1).trim() });
    else metrics.push({ key: part, value: '' });
    const shown = cutText(part, MAX_SHOWN, '…');
    problems.push({ kind: 'form', message: equals > 0 ? `"${shown}" is written with =` : `"${shown}" has no value` });
  }
}

const PROTOTYPE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

function findDuplicates(metrics: readonly Metric[]): { kind: 'duplicate'; message: string }[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { key } of metrics) (seen.has(key) ? twice : seen).add(key);
  return Array.from(twice, (key) => ({ kind: 'duplicate', message: `metric "${key}" is named more than once` }));
}

/** As an object of own properties only; if a name occurs twice, the first value counts. */
export function metricsObject(metrics: readonly Metric[]): Record<string, string> {
  // fromEntries defines properties and never assigns: `__proto__` becomes a name like any other.
  return Object.fromEntries(metrics.toReversed().map(({ key, value }) => [key, value]));
}
