/**
 * One pass over a text for every word that makes a closer look worthwhile: secrets, seed phrases, frames, turned
 * words.
 */

import { SEED_WORDS } from './injection/seed-phrases.ts';
import type { Hit } from './rule.ts';
import { keepWidest, probeSecret, SECRET_WORDS } from './secrets/find-secrets.ts';
import { FRAME_WORDS, LINES_AROUND_FRAME } from './structure/find-structure.ts';
import { createKeywordAutomaton, type KeywordAutomaton } from './text/keyword-automaton.ts';
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

/**
 * The lines around places that are found from left to right, where patterns are tried instead of on the whole text. A
 * pattern whose matches reach over no more line ends than are kept around a place finds the same there.
 */
class LineWindows {
  private readonly found: Stretch[] = [];
  private readonly text: string;
  private readonly around: number;
  /** Places up to here are on a line that is already covered, with its surroundings. */
  private coveredTo = -1;

  constructor(text: string, around: number) {
    this.text = text;
    this.around = around;
  }

  add(place: number): void {
    if (place <= this.coveredTo) return;
    this.coveredTo = lineEndAfter(this.text, place, 0);
    const start = lineStartBefore(this.text, place, this.around);
    const end = lineEndAfter(this.text, place, this.around);
    const last = this.found.at(-1);
    if (last === undefined || start > last.end) this.found.push({ start, end });
    else this.found[this.found.length - 1] = { start: last.start, end };
  }

  list(): readonly Stretch[] {
    return this.found;
  }
}

function lineStartBefore(text: string, place: number, lines: number): number {
  let start = text.lastIndexOf('\n', place - 1) + 1;
  for (let i = 0; i < lines && start > 0; i += 1) start = text.lastIndexOf('\n', start - 2) + 1;
  return start;
}

function lineEndAfter(text: string, place: number, lines: number): number {
  let end = text.indexOf('\n', place);
  for (let i = 0; i < lines && end !== -1; i += 1) end = text.indexOf('\n', end + 1);
  return end === -1 ? text.length : end;
}
