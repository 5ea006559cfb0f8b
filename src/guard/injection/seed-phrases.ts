/** The four phrases of the first handoff lint: always shown, whatever stands around them. */
import type { Hit } from '../rule.ts';
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
      hits.push({ rule: INJECTION_RULES.seedPhrase, severity: 'warning', start: start + at, end: start + behind });
      break;
    }
  }
  return hits;
}

function findBehind(line: string, word: string, from: number): number | undefined {
  const at = line.indexOf(word, from);
  return at === -1 ? undefined : at + word.length;
}
