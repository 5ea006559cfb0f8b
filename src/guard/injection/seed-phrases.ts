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
const QUICK = /ignore|system|you are now|disregard/i;

/** On one line, as grep sees it, in time linear in the line. */
export function findSeedPhrases(
  text: string,
  lines: Iterable<{ readonly start: number; readonly end: number }>,
  isHandoff: boolean,
): Hit[] {
  if (!QUICK.test(text)) return [];
  const hits: Hit[] = [];
  for (const { start, end } of lines) {
    const line = text.slice(start, end);
    if (!QUICK.test(line)) continue;
    const lower = line.toLowerCase();
    for (const [first, second] of PHRASES) {
      const at = lower.indexOf(first);
      if (at === -1) continue;
      const behind = second === undefined ? at + first.length : findBehind(lower, second, at + first.length);
      if (behind === undefined) continue;
      const place = { start: start + at, end: start + behind };
      const severity = isHandoff && addressesReader(text, line, place) ? 'error' : 'warning';
      hits.push({ rule: INJECTION_RULES.seedPhrase, severity, ...place });
      break;
    }
  }
  return hits;
}

/** An order at the start of a sentence or comment, or a word to "you". */
const ADDRESS =
  /\byou(?:r)?\b|(?:^|[.!?:;>][ \t]*|<!--[ \t]*|["'“][ \t]*|\b(?:please|must|now|agents?|assistants?)[ ,:]+)(?:ignore|disregard|reveal|print|show|output|repeat)\b/i;

const addressesReader = (text: string, line: string, place: { start: number; end: number }): boolean =>
  ADDRESS.test(line.replace(/^[ \t>*#-]+/, '')) && weighMention(text, place) === 1;

function findBehind(line: string, word: string, from: number): number | undefined {
  const at = line.indexOf(word, from);
  return at === -1 ? undefined : at + word.length;
}
