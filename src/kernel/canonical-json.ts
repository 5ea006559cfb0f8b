/** JSON in the one canonical form of RFC 8785, so that equal values have equal bytes and equal hashes. */
import { BatonError } from './errors/index.ts';
import { isJsonObject, type Json } from './json.ts';

/** Deeper values are refused; a value that contains itself ends here too. */
const MAX_DEPTH = 1_000;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Takes plain JSON values only. Members that are undefined are left out, as JSON.stringify does; anything else that
 * JSON cannot say (NaN, a lone surrogate, a Date, a function) fails with INPUT_INVALID.
 */
export const canonicalJson = (value: unknown): string => render(value, 0);

function render(value: unknown, depth: number): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return renderText(value);
  if (typeof value === 'number') return renderNumber(value);
  if (depth >= MAX_DEPTH) throw new BatonError('INPUT_TOO_LARGE', `value is nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) return renderArray(value, depth);
  if (isPlainObject(value)) return renderObject(value, depth);
  throw new BatonError('INPUT_INVALID', `a ${typeof value === 'object' ? 'class instance' : typeof value} is not JSON`);
}

function renderArray(value: readonly unknown[], depth: number): string {
  let items = '';
  // By index, so that a hole is seen as the undefined it reads as.
  for (let index = 0; index < value.length; index++) {
    items += `${index === 0 ? '' : ','}${render(value[index], depth + 1)}`;
  }
  return `[${items}]`;
}

function renderObject(value: Readonly<Record<string, unknown>>, depth: number): string {
  let members = '';
  for (const key of sortedKeys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${renderText(key)}:${render(member, depth + 1)}`;
  }
  return `{${members}}`;
}

/** By UTF-16 code units, which is what the RFC asks for and how text is compared. Most objects come in order. */
function sortedKeys(value: Readonly<Record<string, unknown>>): string[] {
  const keys = Object.keys(value);
  const isSorted = keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key);
  return isSorted ? keys : keys.sort();
}

/** Anything but printable ASCII without quote and backslash: without it, text is written as it is. */
const UNUSUAL = /[^ !#-[\]-~]/;

function renderText(text: string): string {
  if (!UNUSUAL.test(text)) return `"${text}"`;
  if (LONE_SURROGATE.test(text)) throw new BatonError('INPUT_INVALID', 'text with a lone surrogate has no UTF-8 form');
  return JSON.stringify(text);
}

function renderNumber(value: number): string {
  if (!Number.isFinite(value)) throw new BatonError('INPUT_INVALID', `${value} is not a JSON number`);
  return JSON.stringify(value);
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether two values have the same canonical form; the order of keys does not matter. */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, index) => equalJson(item, b[index]));
  if (!isJsonObject(a) || !isJsonObject(b) || isList(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key], b[key]))
  );
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
