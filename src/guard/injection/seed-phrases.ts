/** The four phrases of the first handoff lint: always shown, whatever stands around them. */
import type { Hit } from '../rule.ts';
import { weighMention } from './mention.ts';
import { INJECTION_RULES } from './rules.ts';

const PHRASES: readonly (readonly [first: string, second?: string])[] = [
  ['ignore', 'instructions'],
  ['system', 'prompt'],
  ['you are now'],
  ['disregard'],
];
/** What a phrase begins with. */
export const SEED_WORDS: readonly string[] = PHRASES.map(([first]) => first);

/** On one line, as grep sees it, in time linear in the line. `places` are those where a seed word stands. */
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
    const severity = isHandoff && addressesReader(text, line, span) ? 'error' : 'warning';
    hits.push({ rule: INJECTION_RULES.seedPhrase, severity, ...span });
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
    const end = second === undefined ? start + first.length : findBehind(lower, second, start + first.length);
    if (end !== undefined) return { start, end };
  }
  return undefined;
}

/** An order at the start of a sentence or comment, or a word to "you". */
const ADDRESS =
  /\byou(?:r)?\b|(?:^|[.!?:;>][ \t]*|<!--[ \t]*|["'“][ \t]*|\b(?:please|must|now|agents?|assistants?)[ ,:]+)(?:ignore|disregard|reveal|print|show|output|repeat)\b/i;

const addressesReader = (text: string, line: string, place: { start: number; end: number }): boolean =>
  ADDRESS.test(line.replace(/^[ \t>*#-]+/, '')) &&
  !OTHER_OBJECT.test(text.slice(place.start, place.end)) &&
  weighMention(text, place) === 1;

/** What is ignored is something else: `ignore case when matching instructions`. */
const OTHER_OBJECT =
  /^ignore[sd]?\b(?!\W+(?:\w+ly\W+)?(?:all|any|every|each|the|your|my|our|these|those|this|that|what|previous|prior|above|earlier|preceding|existing|former|other|past|system|whatever|everything|and|or|instructions)\b)/i;

function findBehind(line: string, word: string, from: number): number | undefined {
  const at = line.indexOf(word, from);
  return at === -1 ? undefined : at + word.length;
}
