/** Ids are never given twice: a new one is above every id that occurs anywhere in the handoff. */

import { BatonError } from '../../../kernel/errors/index.ts';
import { listIds } from './dialect.ts';
import { isOpen, type Item } from './item.ts';

const isActive = ({ state }: Item): boolean => state === 'in_progress' || state === 'ready';

/** By id, by its number among the active ones, by its whole title, or by a part only one title has. */
export function findItem(items: readonly Item[], wanted: string): Item | undefined {
  const open = items.filter(isOpen);
  const words = wanted.trim().toLowerCase();
  const byNumber = /^\d+$/.test(wanted) ? open.filter(isActive)[Number(wanted) - 1] : undefined;
  const parts = findByWords(open, words);
  return (
    open.find(({ id }) => id?.toLowerCase() === words) ??
    byNumber ??
    open.find(({ title }) => title.toLowerCase() === words) ??
    (parts.length === 1 ? parts[0] : undefined)
  );
}

const findByWords = (items: readonly Item[], words: string): Item[] =>
  items.filter(({ title }) => title.toLowerCase().includes(words));

export function getItem(items: readonly Item[], wanted: string): Item {
  const found = findItem(items, wanted);
  if (found !== undefined) return found;
  const open = items.filter(isOpen);
  const parts = findByWords(open, wanted.trim().toLowerCase());
  const why = parts.length > 1 ? `"${wanted}" matches ${parts.length} actions` : `no open action matches "${wanted}"`;
  throw new BatonError('ACTION_NOT_FOUND', why, { wanted, known: open.map(({ title }) => title) });
}

interface IdStyle {
  readonly prefix: string;
  readonly width: number;
}

const split = (id: string): { prefix: string; digits: string } | undefined => {
  const match = /^([A-Z][A-Z0-9]{0,9}-)(\d{1,9})$/.exec(id);
  return match === null ? undefined : { prefix: match[1] ?? '', digits: match[2] ?? '' };
};

/** The style most items have; undefined if items have no ids of the counted form. */
export function findIdStyle(items: readonly Pick<Item, 'id'>[]): IdStyle | undefined {
  const counts = new Map<string, { count: number; width: number }>();
  for (const { id } of items) {
    const parts = split(id ?? '');
    if (parts === undefined) continue;
    const known = counts.get(parts.prefix) ?? { count: 0, width: parts.digits.length };
    counts.set(parts.prefix, { count: known.count + 1, width: Math.min(known.width, parts.digits.length) });
  }
  const [best] = [...counts].toSorted(([, a], [, b]) => b.count - a.count);
  return best === undefined ? undefined : { prefix: best[0], width: best[1].width };
}

/** Beyond this a number was meant as something else, a date or a run, and counting on from it would be wrong. */
const HIGHEST = 1e6;

/** The highest number of this prefix in any of the texts; 0 if there is none. */
export function highestId(texts: Iterable<string>, prefix: string): number {
  let highest = 0;
  for (const text of texts) {
    if (!text.includes(prefix)) continue;
    for (const id of listIds(text)) {
      if (!id.startsWith(prefix)) continue;
      const number = Number(/^\d+/.exec(id.slice(prefix.length))?.[0] ?? 0);
      if (number > highest && number < HIGHEST) highest = number;
    }
  }
  return highest;
}

export const renderId = ({ prefix, width }: IdStyle, number: number): string =>
  `${prefix}${String(number).padStart(width, '0')}`;
