/**
 * The four phrases of the first handoff lint: always shown, whatever is around them. By themselves they say little, so
 * they are a warning in handoff files, which `lint --fail-on warning` stops at, and a note everywhere else.
 */
import type { Hit } from '../rule.ts';
import { INJECTION_RULES } from './rules.ts';

const PHRASES: readonly (readonly [first: string, second?: string])[] = [
  ['ignore', 'instructions'],
  ['system', 'prompt'],
  ['you are now'],
  ['disregard'],
];
/** What a phrase ends with: those words are rarer than the first ones. */
export const SEED_WORDS: readonly string[] = PHRASES.map(([first, second = first]) => second);

/** On one line, as grep sees it, in time linear in the line. `places` are those of a seed word. */
export function findSeedPhrases(text: string, places: readonly number[], isHandoff: boolean): Hit[] {
  const hits: Hit[] = [];
  let read = 0;
  for (const place of places) {
    if (place < read) continue;
    const start = lineStartOf(text, place, read);
    const end = lineEndOf(text, place);
    read = end;
    const line = text.slice(start, end);
    const found = findInLine(line);
    if (found === undefined) continue;
    const span = { start: start + found.start, end: start + found.end };
    hits.push({ rule: INJECTION_RULES.seedPhrase, severity: isHandoff ? 'warning' : 'note', ...span });
  }
  return hits;
}

const isLineEnd = (unit: number): boolean => unit === 10 || unit === 13;

function lineStartOf(text: string, at: number, read: number): number {
  let start = at;
  while (start > read && !isLineEnd(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function lineEndOf(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end += 1;
  return end;
}

function findInLine(line: string): { start: number; end: number } | undefined {
  const lower = line.toLowerCase();
  for (const [first, second] of PHRASES) {
    const start = lower.indexOf(first);
    if (start === -1) continue;
    const end = second === undefined ? start + first.length : findAfter(lower, second, start + first.length);
    if (end !== undefined) return { start, end };
  }
  return undefined;
}

function findAfter(line: string, word: string, from: number): number | undefined {
  const at = line.indexOf(word, from);
  return at === -1 ? undefined : at + word.length;
}
