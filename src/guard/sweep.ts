/** One pass over a text for every word that makes a closer look worthwhile: secrets, seed phrases, frames, turned words. */
import { SEED_WORDS } from './injection/seed-phrases.ts';
import type { Hit } from './rule.ts';
import { keepWidest, probeSecret, SECRET_WORDS } from './secrets/find-secrets.ts';
import { FRAME_WORDS, LINES_AROUND_FRAME } from './structure/find-structure.ts';
import { createKeywordAutomaton, type KeywordAutomaton } from './text/keyword-automaton.ts';
import { LineWindows } from './text/line-windows.ts';
import type { Stretch } from './text/survey.ts';
import { noteTurned, TURNED_WORDS, type TurnedPlaces } from './views/decode-layers.ts';

export interface Sweep {
  readonly secrets: readonly Hit[];
  readonly turned: TurnedPlaces;
  /** The places of words that seed phrases end with. */
  readonly seedPlaces: readonly number[];
  /** Where something may imitate the frame of a conversation or of data. */
  readonly frameWindows: readonly Stretch[];
}

const FIRST_SEED = SECRET_WORDS.length;
const FIRST_FRAME = FIRST_SEED + SEED_WORDS.length;
const FIRST_TURNED = FIRST_FRAME + FRAME_WORDS.length;

let automaton: KeywordAutomaton | undefined;

/** Words are looked for in `from..to`; what is around them is read also outside of it. */
export function sweepText(text: string, from = 0, to = text.length): Sweep {
  automaton ??= createKeywordAutomaton([...SECRET_WORDS, ...SEED_WORDS, ...FRAME_WORDS, ...TURNED_WORDS]);
  const secrets: Hit[] = [];
  const turned = { rotated: [] as number[], reversed: [] as number[] };
  const seedPlaces: number[] = [];
  const frames = new LineWindows(text, LINES_AROUND_FRAME);
  automaton.scan(text, from, to, (word, end) => {
    if (word < FIRST_SEED) {
      const hit = probeSecret(text, word, end);
      if (hit !== undefined) secrets.push(hit);
    } else if (word < FIRST_FRAME) seedPlaces.push(end - 1);
    else if (word < FIRST_TURNED) frames.add(end - 1);
    else noteTurned(text, word - FIRST_TURNED, end, turned);
  });
  return { secrets: keepWidest(secrets), turned, seedPlaces, frameWindows: frames.list() };
}
