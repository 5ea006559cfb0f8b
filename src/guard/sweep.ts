/** One pass over a text for every word that makes a closer look worthwhile: secrets, seed phrases, turned words. */
import { SEED_WORDS } from './injection/seed-phrases.ts';
import type { Hit } from './rule.ts';
import { keepWidest, probeSecret, SECRET_WORDS } from './secrets/find-secrets.ts';
import { createKeywordAutomaton, type KeywordAutomaton } from './text/keyword-automaton.ts';
import { noteTurned, TURNED_WORDS, type TurnedPlaces } from './views/decode-layers.ts';

export interface Sweep {
  readonly secrets: readonly Hit[];
  readonly turned: TurnedPlaces;
  /** Where words stand that seed phrases begin with. */
  readonly seedPlaces: readonly number[];
}

const FIRST_SEED = SECRET_WORDS.length;
const FIRST_TURNED = FIRST_SEED + SEED_WORDS.length;

let automaton: KeywordAutomaton | undefined;

/** Words are looked for in `from..to`; what stands around them is read also outside of it. */
export function sweepText(text: string, from = 0, to = text.length): Sweep {
  automaton ??= createKeywordAutomaton([...SECRET_WORDS, ...SEED_WORDS, ...TURNED_WORDS]);
  const secrets: Hit[] = [];
  const turned = { rotated: [] as number[], reversed: [] as number[] };
  const seedPlaces: number[] = [];
  automaton.scan(text, from, to, (word, end) => {
    if (word < FIRST_SEED) {
      const hit = probeSecret(text, word, end);
      if (hit !== undefined) secrets.push(hit);
    } else if (word < FIRST_TURNED) seedPlaces.push(end - 1);
    else noteTurned(text, word - FIRST_TURNED, end, turned);
  });
  return { secrets: keepWidest(secrets), turned, seedPlaces };
}
