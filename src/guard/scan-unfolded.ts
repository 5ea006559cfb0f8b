/** Reads a text without its disguises, each finding at its place in the original. */
import { findInjections } from './injection/find-injections.ts';
import { findSeedPhrases } from './injection/seed-phrases.ts';
import type { LoadedModel } from './model/score.ts';
import { findPii } from './pii/find-pii.ts';
import type { Hit } from './rule.ts';
import { findStructure } from './structure/find-structure.ts';
import { findHandoffPlace } from './structure/handoff-place.ts';
import { STRUCTURE_RULES } from './structure/rules.ts';
import { sweepText } from './sweep.ts';
import type { Stretch } from './text/survey.ts';
import { findEscapedValues } from './views/escaped-values.ts';
import type { MappedText } from './views/mapped-text.ts';
import { unfoldValues, type Unfolded } from './views/unfold.ts';

/** Who hides an instruction means it. */
export const HIDDEN_FACTOR = 2;
/** So many disguised letters are no typography. */
const LEAST_DISGUISED = 4;

export interface UnfoldedSearch {
  readonly model: LoadedModel | undefined;
  readonly file: string | undefined;
}

/** Instructions, frames and seed phrases. */
export function scanUnfolded(text: string, { view, disguised, changed }: Unfolded, search: UnfoldedSearch): Hit[] {
  const { file, model } = search;
  const seedPlaces: number[] = [];
  const frameWindows: Stretch[] = [];
  const windows = widen(view.text, changed);
  for (const { start, end } of windows) {
    const sweep = sweepText(view.text, start, end);
    for (const place of sweep.seedPlaces) seedPlaces.push(place);
    for (const window of sweep.frameWindows) frameWindows.push(window);
  }
  const factor = disguised >= LEAST_DISGUISED ? HIDDEN_FACTOR : 1;
  const hits = [
    ...findInjections(view.text, { model, factor }),
    ...findSeedPhrases(view.text, seedPlaces, findHandoffPlace(file) !== undefined),
    ...findStructure(view.text, file, frameWindows, windows),
  ];
  return [...hits.map((hit) => placeBack(hit, view)), ...findDisguises(text, disguised)];
}

/** Secrets and personal data; those of unchanged lines stand in the original as they are. */
export function scanUnfoldedValues({ view, changed }: Unfolded, isWithPii: boolean): Hit[] {
  return widen(view.text, changed).flatMap(({ start, end }) => {
    const pii = isWithPii ? findPii(view.text.slice(start, end)) : [];
    return [...sweepText(view.text, start, end).secrets, ...pii.map((hit) => shift(hit, start))].map((hit) =>
      placeBack(hit, view),
    );
  });
}

/** The same where values are spelled out or split in ways that only matter for them. */
export const scanEscapedValues = (text: string, isWithPii: boolean): Hit[] =>
  widen(text, findEscapedValues(text)).flatMap(({ start, end }) => {
    const unfolded = unfoldValues(text.slice(start, end));
    return unfolded === undefined ? [] : scanUnfoldedValues(unfolded, isWithPii).map((hit) => shift(hit, start));
  });

const shift = (hit: Hit, by: number): Hit => ({ ...hit, start: hit.start + by, end: hit.end + by });
const placeBack = (hit: Hit, view: MappedText): Hit => ({ ...hit, ...view.originOf(hit.start, hit.end) });

/** How far before and behind a changed line a word may stand whose secret reaches into the line. */
const REACH_BEFORE = 1_300;
const REACH_BEHIND = 300;

/** Changed lines and what belongs to them: the lines beside them, and of very long ones as much as a secret may need. */
function widen(text: string, changed: readonly Stretch[]): Stretch[] {
  const windows: Stretch[] = [];
  for (const { start, end } of changed) {
    const before = text.slice(Math.max(0, start - REACH_BEFORE), start);
    const behind = text.slice(end, end + REACH_BEHIND);
    const lineBefore = before.lastIndexOf('\n', before.lastIndexOf('\n') - 1) + 1;
    const lineBehind = behind.indexOf('\n', 1);
    const from = start - before.length + (before.includes('\n') ? lineBefore : 0);
    const to = end + (lineBehind === -1 ? behind.length : lineBehind);
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
