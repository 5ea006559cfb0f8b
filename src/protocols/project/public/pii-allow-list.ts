import { isBatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../../kernel/json.ts';
import { findMails } from './find-mails.ts';

export interface AllowedMail {
  readonly value: string;
  readonly owner: string;
  readonly expires: string;
}

/** A list with one bad entry allows nothing at all. */
export type PiiAllowList =
  | { readonly kind: 'valid'; readonly entries: readonly AllowedMail[] }
  | { readonly kind: 'invalid'; readonly why: string };

const KEYS = ['value', 'kind', 'reason', 'owner', 'expires'];

/** `pii-allowlist.json` by the public tool's own rules. Today is a day such as 2026-01-31. */
export function parsePiiAllowList(text: string, today: string): PiiAllowList {
  const root = findObject(text);
  if (root === undefined) return invalid('it is not a JSON object');
  const { version, entries } = root;
  if (version !== 1 || Object.keys(root).length !== 2 || !Array.isArray(entries))
    return invalid('it must contain exactly "version": 1 and the array "entries"');
  const read = entries.map((entry, index) => readEntry(entry, index + 1, today));
  const bad = read.find((entry) => typeof entry === 'string');
  if (bad !== undefined) return invalid(bad);
  const valid = read.filter((entry) => typeof entry !== 'string');
  const twice = valid.find(({ value }, index) => valid.findIndex((other) => other.value === value) !== index);
  return twice === undefined ? { kind: 'valid', entries: valid } : invalid(`${twice.value} is listed twice`);
}

const invalid = (why: string): PiiAllowList => ({ kind: 'invalid', why });

/** A string is what is wrong with it. */
function readEntry(entry: Json, number: number, today: string): AllowedMail | string {
  const fields = isJsonObject(entry) ? entry : {};
  if (Object.keys(fields).length !== KEYS.length || KEYS.some((key) => !Object.hasOwn(fields, key)))
    return `entry ${number} must contain exactly value, kind, reason, owner, and expires`;
  const [value, kind, reason, owner, expires] = KEYS.map((key) => readLine(fields[key]));
  if (value === undefined || reason === undefined || owner === undefined || expires === undefined)
    return `entry ${number}: every field must be a single line of text`;
  if (kind !== 'email') return `entry ${number}: the kind must be email`;
  if (findMails(value)[0] !== value) return `entry ${number}: the value must be one exact email address`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(expires)) return `entry ${number}: expires must have the form YYYY-MM-DD`;
  return expires < today ? `entry ${number}: ${value} expired on ${expires}` : { value, owner, expires };
}

const readLine = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && !/[\r\n\t]/.test(value) ? value : undefined;

function findObject(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}
