/** What kind of value something is and how much of it there is, in a few words. */
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { codePointLength, cutText } from '../../../kernel/text.ts';

const SHOWN_NAMES = 12;
const SHOWN_NAME = 40;
/** Enough items to know their kind. */
const SAMPLED = 200;
/** Records with more names than this have no columns in common. */
const MAX_COLUMNS = 200;

/** `150 items of {file, line, issue}`, `object of {phase, next}`, `text of 3400 characters`. */
export function describeShape(value: Json): string {
  if (typeof value === 'string') return `text of ${codePointLength(value)} characters`;
  if (Array.isArray(value)) return describeList(value as readonly Json[]);
  return isJsonObject(value) ? `object of ${listNames(Object.keys(value))}` : JSON.stringify(value);
}

/** The same without any name or word of the value. */
export function describeSize(value: Json): string {
  if (typeof value !== 'object' || value === null) return describeShape(value);
  return Array.isArray(value) ? countItems(value) : countOf(Object.keys(value).length, 'member');
}

const countItems = (items: readonly unknown[]): string => countOf(items.length, 'item');
const countOf = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

function describeList(items: readonly Json[]): string {
  const count = countItems(items);
  const columns = findColumns(items);
  if (columns !== undefined) return `${count} of ${listNames(columns)}`;
  const kinds = new Set(items.slice(0, SAMPLED).map(kindOf));
  return kinds.size === 1 ? `${count} of ${[...kinds].join('')}` : count;
}

/** The names that records have, in the order they are found; undefined for a list of anything else. */
export function findColumns(items: readonly Json[]): string[] | undefined {
  const names = new Set<string>();
  for (const item of items) {
    if (!isJsonObject(item)) return undefined;
    if (names.size < MAX_COLUMNS) for (const name of Object.keys(item)) names.add(name);
  }
  return names.size === 0 ? undefined : [...names];
}

const kindOf = (value: Json): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
};

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_NAMES).map((name) => cutText(name, SHOWN_NAME, '…'));
  return `{${[...shown, ...(names.length > SHOWN_NAMES ? [`… ${names.length - SHOWN_NAMES} more`] : [])].join(', ')}}`;
}

const MIN_ROWS = 8;
const MAX_KINDS = 6;
const MAX_KIND_LENGTH = 24;

export interface Category {
  readonly column: string;
  /** How often each value occurs in the column, most frequent first. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Columns with a handful of different values, such as a severity or a status. */
export function findCategories(items: readonly JsonObject[], columns: readonly string[]): Category[] {
  if (items.length < MIN_ROWS) return [];
  return columns.slice(0, SHOWN_NAMES).flatMap((column) => {
    const counts = new Map<string, number>();
    for (const item of items) {
      const value = item[column];
      if (typeof value !== 'string' && typeof value !== 'boolean') {
        if (value === undefined || value === null) continue;
        return [];
      }
      const text = String(value);
      if (text.length > MAX_KIND_LENGTH || (counts.size === MAX_KINDS && !counts.has(text))) return [];
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    if (counts.size < 2 || counts.size * 2 > items.length) return [];
    return [{ column, counts: new Map([...counts].sort((a, b) => b[1] - a[1])) }];
  });
}
