import { scoreBlocks, scoreText, type LoadedModel } from './model/score.ts';
import type { Hit } from './rule.ts';
import { WINDOW_STEP } from './model/step-classes.ts';
import { findCommands } from './injection/find-commands.ts';
import { findSettings } from './injection/find-settings.ts';
import { findConcepts } from './injection/find-concepts.ts';
import { matchCombinations, type ScoredHit } from './injection/match-combinations.ts';
import { scoreSections } from './injection/score-sections.ts';

export interface InjectionOptions {
  /** Undefined leaves the statistical model out. */
  readonly model: LoadedModel | undefined;
  /** What the points of a hidden text are multiplied with; 1 for plain text. */
  readonly factor?: number;
  /** How much more than usual the model needs for a warning. */
  readonly warningLead?: number;
}

/** Text is read in blocks, so that memory stays bounded; words of one attack may reach over a border. */
const BLOCK = WINDOW_STEP * 200;
const OVERLAP = 400;

/** Instructions aimed at the reader, in one text without hidden parts. */
export function findInjections(text: string, { model, factor = 1, warningLead = 0 }: InjectionOptions): Hit[] {
  const found: Hit[] = [];
  for (let from = 0; from < text.length; from += BLOCK) {
    const to = Math.min(text.length, from + BLOCK + OVERLAP);
    const concepts = findConcepts(text, from, to);
    const scored: ScoredHit[] = [
      ...matchCombinations(text, concepts),
      ...findCommands(text, concepts),
      ...findSettings(text, from, to),
    ];
    if (model !== undefined) {
      const part = { from, to: Math.min(text.length, from + BLOCK), concepts };
      for (const window of scoreText(text, part, model, { warningLead })) scored.push({ rule: 'model', ...window });
      for (const block of scoreBlocks(text, part, model, { warningLead })) scored.push({ rule: 'model', ...block });
    }
    if (scored.length > 0) for (const hit of scoreSections(text, scored, factor)) found.push(hit);
  }
  return found;
}
