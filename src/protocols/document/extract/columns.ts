/**
 * What kind of value something is and how much of it there is, in a few words. Which values of a column are unlike
 * the others: the one P0 among ninety bugs, the one 9,000 ms among thousands of 20.
 */

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

/** How much each of the values stands out; 0 for most. */
export type Weights = readonly number[];

/** Fewer values have no usual one among them. */
const MIN_VALUES = 8;
/** A share of values below this makes one stand out. */
const RARE_SHARE = 0.1;
const RARE_WEIGHT = 1;
/** A rare value is this much rarer than the value of most rows. */
const RARER = 4;
/** Beyond so many typical distances from the median a number stands out. */
const FAR = 6;
/** More of them than this share are no exception; then the farthest few count. */
const MAX_FAR_SHARE = 0.05;
const MIN_FAR = 3;
/** The distance of the median of distances to a standard deviation. */
const MAD_SCALE = 1.4826;
const NUMBER = /^\s*[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;
const MAX_TEXT = 200;

/** For rows that are records: by their columns, and by the names that few of them have. */
export function findStandouts(items: readonly Json[], columns: readonly string[] | undefined): Weights {
  if (columns === undefined) return weighColumn(items);
  const weights = items.map(() => 0);
  const raise = (index: number, weight: number): void => {
    weights[index] = Math.max(weights[index] ?? 0, weight);
  };
  for (const column of columns) {
    const cells = items.map((item) => (isJsonObject(item) ? item[column] : undefined));
    const present = cells.flatMap((cell, index) => (cell === undefined || cell === null || cell === '' ? [] : [index]));
    const share = present.length / items.length;
    if (items.length >= MIN_VALUES && share < RARE_SHARE) for (const index of present) raise(index, weighShare(share));
    else
      for (const [at, weight] of weighColumn(present.map((index) => cells[index] ?? null)).entries()) {
        if (weight > 0) raise(present[at] ?? 0, weight);
      }
  }
  return weights;
}

/** The columns that few rows have: they are named in those rows only. */
export const findRareColumns = (items: readonly Json[], columns: readonly string[]): ReadonlySet<string> =>
  new Set(
    items.length < MIN_VALUES
      ? []
      : columns.filter(
          (column) =>
            items.filter((item) => isJsonObject(item) && item[column] !== undefined).length < items.length * RARE_SHARE,
        ),
  );

const weighShare = (share: number): number => RARE_WEIGHT - Math.log10(share);

/** A list of single values, all of one column. */
export function weighColumn(values: readonly Json[]): Weights {
  if (values.length < MIN_VALUES) return values.map(() => 0);
  const numbers = values.map(readNumber);
  const count = numbers.filter((number) => number !== undefined).length;
  if (count < values.length * (1 - RARE_SHARE)) return weighTexts(values);
  const far = weighNumbers(numbers);
  const other = weighShare(Math.max(1, values.length - count) / values.length);
  return numbers.map((number, index) => (number === undefined ? other : (far[index] ?? 0)));
}

const readNumber = (value: Json): number | undefined => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined;
};

/** Short values that are repeated, and the few that are not. */
function weighTexts(values: readonly Json[]): Weights {
  const texts = values.map((value) =>
    (typeof value === 'object' && value !== null) || (typeof value === 'string' && value.length > MAX_TEXT)
      ? undefined
      : String(value),
  );
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
  const typical = medianOf(texts.map((text) => (text === undefined ? 1 : (counts.get(text) ?? 0))));
  return texts.map((text) => {
    const count = text === undefined ? typical : (counts.get(text) ?? 0);
    const share = count / values.length;
    return share < RARE_SHARE && count * RARER <= typical ? weighShare(share) : 0;
  });
}

function weighNumbers(numbers: readonly (number | undefined)[]): Weights {
  const known = numbers.filter((number) => number !== undefined);
  const middle = medianOf(known);
  const distances = numbers.map((number) => (number === undefined ? 0 : Math.abs(number - middle)));
  const typical = medianOf(distances) * MAD_SCALE;
  // Most are the same number: then any other one is far.
  const limit = typical > 0 ? typical * FAR : 0;
  const far = distances.flatMap((distance, index) => (distance > limit ? [index] : []));
  const weights = numbers.map(() => 0);
  const most = Math.max(MIN_FAR, Math.floor(numbers.length * MAX_FAR_SHARE));
  const chosen =
    far.length <= most
      ? far
      : far.toSorted((a, b) => (distances[b] ?? 0) - (distances[a] ?? 0) || a - b).slice(0, MIN_FAR);
  for (const index of chosen) weights[index] = weighShare(Math.max(1, far.length) / numbers.length);
  return weights;
}

function medianOf(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[sorted.length >>> 1] ?? 0;
}
