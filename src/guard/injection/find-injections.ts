import type { Hit } from '../rule.ts';
import { findAnchorSpans, findConcepts } from './find-concepts.ts';
import { matchCombinations, type ScoredHit } from './match-combinations.ts';
import { scoreSections } from './score-sections.ts';

/** Instructions aimed at the reader, in one text without hidden parts; `factor` weighs what was hidden. */
export function findInjections(text: string, factor = 1, from = 0, to = text.length): Hit[] {
  const scored: ScoredHit[] = [];
  for (const span of findAnchorSpans(text, from, to)) scored.push(...matchCombinations(findConcepts(text, span)));
  return scored.length === 0 ? [] : scoreSections(text, scored, factor);
}
