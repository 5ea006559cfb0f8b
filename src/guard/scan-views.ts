/**
 * Scans what a text hides: unfolded disguises and opened encodings, each finding at its place in the original. Reads
 * a text without its disguises, each finding at its place in the original.
 */

import { findInjections } from './find-injections.ts';
import { findSeedPhrases } from './injection/seed-phrases.ts';
import type { LoadedModel } from './model/score.ts';
import { findPii } from './pii/find-pii.ts';
import { appendAll, type Hit } from './rule.ts';
import { findHandoffPlace, findStructure } from './structure/find-structure.ts';
import { STRUCTURE_RULES } from './structure/rules.ts';
import { sweepText, type Sweep } from './sweep.ts';
import { SEEN, surveyText, type Stretch, type Survey } from './text/survey.ts';
import { decodeLayers, type DecodedPassage } from './views/decode-layers.ts';
import { findHiddenPassages, type HiddenPassage } from './views/invisible.ts';
import type { MappedText } from './views/mapped-text.ts';
import { findEscapedValues, unfoldText, unfoldValues, type Unfolded } from './views/unfold.ts';

/** Who hides an instruction means it. */
const HIDDEN_FACTOR = 2;
/** So many disguised letters are no typography. */
const LEAST_DISGUISED = 4;

interface UnfoldedSearch {
  /** Instructions, frames and seed phrases; secrets always are looked for. */
  readonly instructions: boolean;
  readonly pii: boolean;
  readonly model: LoadedModel | undefined;
  readonly file: string | undefined;
}

/** Values of unchanged lines are found in the original; instructions are read as a whole. */
function scanUnfolded(text: string, unfolded: Unfolded, search: UnfoldedSearch): Hit[] {
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
const scanEscapedValues = (text: string, pii: boolean): Hit[] =>
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

/** An encoding inside an encoding is opened; a third one is not. */
const DEEPEST = 2;
/** What is opened in one text, in characters, and besides for each of its own: encodings cannot multiply the work. */
const MAX_OPENED = 4 * 1024 * 1024;
const OPENED_SHARE = 2;

interface HiddenScan {
  /** The text was read through its unfolded view. */
  readonly isUnfolded: boolean;
  readonly hits: readonly Hit[];
}

/** A text with what was learned from looking over it. */
interface ReadText {
  readonly text: string;
  readonly survey: Survey;
  readonly sweep: Sweep;
  readonly invisible: readonly HiddenPassage[];
  readonly frameWindows: readonly Stretch[];
}

export function readText(text: string): ReadText {
  const survey = surveyText(text);
  const sweep = sweepText(text);
  // Among blanks that the table of words does not know, the words of a frame may have been passed over.
  const isWhole = (survey.seen & SEEN.strangeBlank) !== 0 && sweep.frameWindows.length > 0;
  const frameWindows = isWhole ? [{ start: 0, end: text.length }] : sweep.frameWindows;
  return { text, survey, sweep, frameWindows, invisible: findHiddenPassages(text, survey) };
}

/** What is looked for in hidden text; secrets always are. */
export interface HiddenSearch {
  readonly instructions: boolean;
  readonly pii: boolean;
  readonly model: LoadedModel | undefined;
  readonly file: string | undefined;
}

export function scanHidden(read: ReadText, search: HiddenSearch): HiddenScan {
  const { text, survey, sweep, invisible } = read;
  const unfolded = unfoldText(text, survey);
  const hits = scanEscapedValues(text, search.pii);
  if (unfolded !== undefined) appendAll(hits, scanUnfolded(text, unfolded, search));
  const budget = { left: MAX_OPENED + OPENED_SHARE * text.length };
  const passages = [
    ...invisible.filter((passage) => passage.text !== '').map((passage) => ({ how: 'invisible', ...passage })),
    ...decodeLayers(text, survey, sweep.turned),
    ...(unfolded === undefined ? [] : decodeUnfolded(unfolded)),
  ];
  for (const passage of passages) {
    appendAll(hits, openPassage(passage, { budget, ...search }));
    if (budget.left >= 0) continue;
    const { start, end } = passage;
    hits.push({ rule: STRUCTURE_RULES.limit, severity: 'warning', start, end });
    break;
  }
  return { hits, isUnfolded: unfolded !== undefined };
}

/** Encodings are read line by line, so those of unchanged lines were already read in the original. */
function decodeUnfolded({ view, changed }: Unfolded): DecodedPassage[] {
  return changed.flatMap((part) => {
    const line = view.text.slice(part.start, part.end);
    return decodeLayers(line, surveyText(line), sweepText(line).turned).map((passage) => ({
      ...passage,
      ...view.originOf(part.start + passage.start, part.start + passage.end),
    }));
  });
}

interface Opening extends HiddenSearch {
  readonly budget: { left: number };
}

/** What an opened passage turned out to be. */
interface Opened {
  readonly severity: Hit['severity'] | undefined;
  readonly values: readonly Hit[];
}

/** Read so, any word may turn into something that looks random. */
const LOOSE_READINGS: ReadonlySet<string> = new Set(['leet', 'spread', 'rot13', 'reversed', 'small capitals']);
const holdsValues = ({ how, isPartial }: DecodedPassage): boolean => isPartial !== true && !LOOSE_READINGS.has(how);

function openPassage(passage: DecodedPassage, opening: Opening): Hit[] {
  const { how, start, end, text } = passage;
  const { severity, values } = lookInside(text, 1, opening);
  const told = holdsValues(passage) ? {} : { isUntold: true as const };
  const hits: Hit[] = values.map((hit) => ({ ...hit, ...told, start, end, isOpened: true }));
  if (severity !== undefined)
    hits.push({
      rule: STRUCTURE_RULES.encoded,
      severity,
      start,
      end,
      message: `${how} text with an instruction in it`,
    });
  return hits;
}

function lookInside(text: string, depth: number, opening: Opening): Opened {
  const { budget, instructions, pii, model } = opening;
  budget.left -= text.length;
  const plain = unfoldText(text)?.view.text ?? text;
  const sweep = sweepText(plain);
  let severity = instructions ? judgeOpened(plain, model) : undefined;
  const values = [...sweep.secrets, ...(pii ? findPii(plain) : [])];
  if (depth < DEEPEST) {
    for (const inner of decodeLayers(plain, surveyText(plain), sweep.turned)) {
      if (budget.left < 0) break;
      const seen = lookInside(inner.text, depth + 1, opening);
      if (severity !== 'error') severity = seen.severity ?? severity;
      if (holdsValues(inner)) appendAll(values, seen.values);
    }
  }
  return { severity, values };
}

function judgeOpened(text: string, model: LoadedModel | undefined): Hit['severity'] | undefined {
  if (findInjections(text, { model: undefined, factor: HIDDEN_FACTOR }).length > 0) return 'error';
  if (model === undefined) return undefined;
  const found = findInjections(text, { model, factor: HIDDEN_FACTOR });
  return found.length === 0 ? undefined : found.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
}
