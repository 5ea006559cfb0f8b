import { isBatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../../kernel/json.ts';

export interface AllowedMail {
  readonly value: string;
  readonly owner: string;
  readonly expires: string;
}

/** A list with one bad entry allows nothing at all. */
type PiiAllowList =
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

const LOCAL = /[a-zA-Z0-9._%+-]/;
const DOMAIN = /[a-zA-Z0-9.-]/;
/** The last label that ends the address, after at least one character. */
const ENDING = /^[a-zA-Z]{2,}/;

/** The e-mail addresses in a line, found by their `@`, so that no long word is read more than once. */
export function findMails(line: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = line.indexOf('@'); at !== -1; at = line.indexOf('@', at + 1)) {
    let start = at;
    while (start > from && LOCAL.test(line.charAt(start - 1))) start -= 1;
    let end = at + 1;
    while (end < line.length && DOMAIN.test(line.charAt(end))) end += 1;
    const domain = findDomain(line.slice(at + 1, end));
    if (start === at || domain === undefined) {
      from = at + 1;
      continue;
    }
    from = at + 1 + domain.length;
    found.push(line.slice(start, from));
  }
  return found;
}

/** The longest beginning that has the form of a domain. */
function findDomain(text: string): string | undefined {
  for (let dot = text.lastIndexOf('.'); dot > 0; dot = text.lastIndexOf('.', dot - 1)) {
    const ending = ENDING.exec(text.slice(dot + 1));
    if (ending !== null) return text.slice(0, dot + 1 + ending[0].length);
  }
  return undefined;
}
