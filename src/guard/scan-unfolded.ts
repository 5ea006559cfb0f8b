/** Reads a text without its disguises, each finding at its place in the original. */
import { appendAll } from './append-all.ts';
import { findInjections } from './find-injections.ts';
import { findSeedPhrases } from './injection/seed-phrases.ts';
import type { LoadedModel } from './model/score.ts';
import { findPii } from './pii/find-pii.ts';
import type { Hit } from './rule.ts';
import { findStructure } from './structure/find-structure.ts';
import { findHandoffPlace } from './structure/handoff-place.ts';
import { STRUCTURE_RULES } from './structure/rules.ts';
import { sweepText, type Sweep } from './sweep.ts';
import type { Stretch } from './text/survey.ts';
import { findEscapedValues } from './views/escaped-values.ts';
import type { MappedText } from './views/mapped-text.ts';
import { unfoldValues, type Unfolded } from './views/unfold.ts';

/** Who hides an instruction means it. */
export const HIDDEN_FACTOR = 2;
/** So many disguised letters are no typography. */
const LEAST_DISGUISED = 4;

export interface UnfoldedSearch {
  /** Instructions, frames and seed phrases; secrets always are looked for. */
  readonly instructions: boolean;
  readonly pii: boolean;
  readonly model: LoadedModel | undefined;
  readonly file: string | undefined;
}

/** Values of unchanged lines are found in the original; instructions are read as a whole. */
export function scanUnfolded(text: string, unfolded: Unfolded, search: UnfoldedSearch): Hit[] {
  const { view, disguised } = unfolded;
  const windows = widen(view.text, unfolded.changed);
  const sweeps = windows.map(({ start, end }) => sweepText(view.text, start, end));
  const hits = sweeps.flatMap(({ secrets }) => secrets);
  if (search.pii)
    for (const { start, end } of windows)
      appendAll(
        hits,
        findPii(view.text.slice(start, end)).map((hit) => shift(hit, start)),
      );
  if (search.instructions) appendAll(hits, readInstructions(unfolded, windows, sweeps, search));
  const placed = hits.map((hit) => placeBack(hit, view));
  return search.instructions ? placed.concat(findDisguises(text, disguised)) : placed;
}

function readInstructions(
  { view, disguised }: Unfolded,
  windows: readonly Stretch[],
  sweeps: readonly Sweep[],
  { model, file }: UnfoldedSearch,
): Hit[] {
  const seedPlaces = sweeps.flatMap((sweep) => sweep.seedPlaces);
  const frameWindows = sweeps.flatMap((sweep) => sweep.frameWindows);
  const factor = disguised >= LEAST_DISGUISED ? HIDDEN_FACTOR : 1;
  return [
    ...findInjections(view.text, { model, factor }),
    ...findSeedPhrases(view.text, seedPlaces, findHandoffPlace(file) !== undefined),
    ...findStructure(view.text, file, frameWindows, windows),
  ];
}

const VALUES_ONLY = { instructions: false, model: undefined, file: undefined } as const;

/** The same for values that are spelled out or split in ways that only matter for them. */
export const scanEscapedValues = (text: string, pii: boolean): Hit[] =>
  widen(text, findEscapedValues(text)).flatMap(({ start, end }) => {
    const part = text.slice(start, end);
    const unfolded = unfoldValues(part);
    if (unfolded === undefined) return [];
    return scanUnfolded(part, unfolded, { ...VALUES_ONLY, pii }).map((hit) => shift(hit, start));
  });

const shift = (hit: Hit, by: number): Hit => ({ ...hit, start: hit.start + by, end: hit.end + by });
const placeBack = (hit: Hit, view: MappedText): Hit => ({ ...hit, ...view.originOf(hit.start, hit.end) });

/** How far before and after a changed line there may be a word whose secret reaches into the line. */
const REACH_BEFORE = 1_300;
const REACH_AFTER = 300;

/** Changed lines and what belongs to them: the lines beside them, and of very long ones as much as a secret may need. */
function widen(text: string, changed: readonly Stretch[]): Stretch[] {
  const windows: Stretch[] = [];
  for (const { start, end } of changed) {
    const before = text.slice(Math.max(0, start - REACH_BEFORE), start);
    const after = text.slice(end, end + REACH_AFTER);
    const lineBefore = before.lastIndexOf('\n', before.lastIndexOf('\n') - 1) + 1;
    const lineAfter = after.indexOf('\n', 1);
    const from = start - before.length + (before.includes('\n') ? lineBefore : 0);
    const to = end + (lineAfter === -1 ? after.length : lineAfter);
    const last = windows.at(-1);
    if (last === undefined || from > last.end) windows.push({ start: from, end: to });
    else windows[windows.length - 1] = { start: last.start, end: Math.max(last.end, to) };
  }
  return windows;
}

const DISGUISED_WORD =
  /[\uFF21-\uFF3A\uFF41-\uFF5A]{4,}|[\u{1D400}-\u{1D7FF}]{4,}|(?:[\u24B6-\u24E9]){4,}|[A-Za-z][\u0300-\u036F]+[A-Za-z]?[A-Za-z]?[A-Za-z][\u0300-\u036F]|(?:&#x?[0-9a-fA-F]{2,4};){3,}|(?:\\u00[0-7][0-9a-fA-F]){6,}|(?<![\p{L}])(?=[\p{L}]*[A-Za-z])[\p{L}]*[\u0391-\u03C9\u0400-\u045F][\p{L}]*/gu;

/** Letters dressed up as others, often enough that it is no accident. */
function findDisguises(text: string, disguised: number): Hit[] {
  if (disguised < LEAST_DISGUISED) return [];
  const words = [...text.matchAll(DISGUISED_WORD)];
  const first = words[0];
  if (first === undefined || words.length < 2) return [];
  return [
    {
      rule: STRUCTURE_RULES.hiddenText,
      severity: 'warning',
      start: first.index,
      end: first.index + first[0].length,
      message: 'letters disguised as others',
    },
  ];
}
