/** Scans what a text hides: unfolded disguises and opened encodings, each finding at its place in the original. */
import { findInjections } from './injection/find-injections.ts';
import type { LoadedModel } from './model/score.ts';
import type { Hit } from './rule.ts';
import { STRUCTURE_RULES } from './structure/rules.ts';
import { sweepText, type Sweep } from './sweep.ts';
import { SEEN, surveyText, type Stretch, type Survey } from './text/survey.ts';
import { decodeLayers, type DecodedPassage } from './views/decode-layers.ts';
import { findHiddenPassages, type HiddenPassage } from './views/invisible.ts';
import { findContained } from './views/contained.ts';
import { unfoldText, type Unfolded } from './views/unfold.ts';

/** An encoding inside an encoding is opened; a third one is not. */
const DEEPEST = 2;
/** What is opened in one text, in characters: encodings inside encodings cannot multiply. */
const MAX_OPENED = 4 * 1024 * 1024;
/** Who hides an instruction means it. */
const HIDDEN_FACTOR = 2;
/** So many disguised letters are no typography. */
const LEAST_DISGUISED = 4;

export interface HiddenScan {
  /** The text was read through its unfolded view. */
  readonly isUnfolded: boolean;
  readonly injections: readonly Hit[];
  readonly structure: readonly Hit[];
  readonly secrets: readonly Hit[];
}

/** A text with what was learned from looking over it. */
export interface ReadText {
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

/** What is looked for in hidden text. */
export interface HiddenSearch {
  readonly instructions: boolean;
  readonly model: LoadedModel | undefined;
}

export function scanHidden(read: ReadText, search: HiddenSearch): HiddenScan {
  const { instructions, model } = search;
  const { text, survey, sweep, invisible } = read;
  const found = { injections: [] as Hit[], structure: [] as Hit[], secrets: [] as Hit[] };
  const unfolded = unfoldText(text, survey);
  if (unfolded !== undefined) {
    const { view, disguised } = unfolded;
    const factor = disguised >= LEAST_DISGUISED ? HIDDEN_FACTOR : 1;
    const place = (hit: Hit): Hit => ({ ...hit, ...view.originOf(hit.start, hit.end) });
    if (instructions) found.injections.push(...findInjections(view.text, { model, factor }).map(place));
    if (disguised > 0) found.secrets.push(...findUnfoldedSecrets(unfolded).map(place));
    found.structure.push(...findDisguises(text, disguised));
  }
  if (instructions) found.injections.push(...scanContained(text, model));
  const budget = { left: MAX_OPENED };
  const passages = [
    ...invisible.filter((passage) => passage.text !== '').map((passage) => ({ how: 'invisible', ...passage })),
    ...decodeLayers(text, survey, sweep.turned),
    ...(unfolded === undefined ? [] : decodeUnfolded(unfolded)),
  ];
  for (const passage of passages) {
    const { start, end } = passage;
    if (budget.left < 0) {
      found.structure.push({ rule: STRUCTURE_RULES.limit, severity: 'warning', start, end });
      break;
    }
    openPassage(passage, found, { budget, ...search });
  }
  return { ...found, isUnfolded: unfolded !== undefined };
}

/** A sentence by itself says less about what it is for than one among others. */
const CONTAINED_FACTOR = 0.8;

/** Read by itself a planted sentence stands out more than among the text around it. */
const scanContained = (text: string, model: LoadedModel | undefined): Hit[] =>
  findContained(text).flatMap(({ start, end }) =>
    findInjections(text.slice(start, end), { model, factor: CONTAINED_FACTOR }).map((hit) => ({
      ...hit,
      start: start + hit.start,
      end: start + hit.end,
    })),
  );

/** How far before and behind a changed line a word may stand whose secret reaches into the line. */
const SECRET_BEFORE = 1_300;
const SECRET_BEHIND = 300;

/** Secrets in changed lines and around them; all others stand in the original as they are. */
function findUnfoldedSecrets({ view, changed }: Unfolded): Hit[] {
  const hits: Hit[] = [];
  let done = 0;
  for (const { start, end } of changed) {
    const to = Math.min(view.text.length, end + SECRET_BEHIND);
    const from = Math.max(done, start - SECRET_BEFORE);
    if (to > from) hits.push(...sweepText(view.text, from, to).secrets);
    done = Math.max(done, to);
  }
  return hits;
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

/** What an opened passage turned out to be; only rules can make it an error. */
interface Opened {
  readonly severity: Hit['severity'] | undefined;
  readonly secrets: readonly Hit[];
}

function openPassage(passage: DecodedPassage, found: { structure: Hit[]; secrets: Hit[] }, opening: Opening): void {
  const { start, end } = passage;
  const { severity, secrets } = lookInside(passage.text, 1, opening);
  if (severity !== undefined) {
    const message = `${passage.how} text with an instruction in it`;
    found.structure.push({ rule: STRUCTURE_RULES.encoded, severity, start, end, message });
  }
  const secret = secrets[0];
  if (secret !== undefined && passage.how !== 'leet' && passage.how !== 'spread')
    found.secrets.push({ ...secret, start, end });
}

function lookInside(text: string, depth: number, opening: Opening): Opened {
  const { budget, instructions, model } = opening;
  budget.left -= text.length;
  const plain = unfoldText(text)?.view.text ?? text;
  const sweep = sweepText(plain);
  let severity = instructions ? judgeOpened(plain, model) : undefined;
  const secrets = [...sweep.secrets];
  if (depth < DEEPEST && budget.left > 0) {
    for (const inner of decodeLayers(plain, surveyText(plain), sweep.turned)) {
      const seen = lookInside(inner.text, depth + 1, opening);
      if (severity !== 'error') severity = seen.severity ?? severity;
      secrets.push(...seen.secrets);
      if (budget.left < 0) break;
    }
  }
  return { severity, secrets };
}

function judgeOpened(text: string, model: LoadedModel | undefined): Hit['severity'] | undefined {
  if (findInjections(text, { model: undefined, factor: HIDDEN_FACTOR }).length > 0) return 'error';
  if (model === undefined) return undefined;
  return findInjections(text, { model, factor: HIDDEN_FACTOR }).length > 0 ? 'warning' : undefined;
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
