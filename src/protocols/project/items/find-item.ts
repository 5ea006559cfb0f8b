import { BatonError } from '../../../kernel/errors/index.ts';
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
