/** Scans what a text hides: unfolded disguises and opened encodings, each finding at its place in the original. */
import { appendAll } from './append-all.ts';
import { findInjections } from './find-injections.ts';
import type { LoadedModel } from './model/score.ts';
import { findPii } from './pii/find-pii.ts';
import type { Hit } from './rule.ts';
import { HIDDEN_FACTOR, scanEscapedValues, scanUnfolded } from './scan-unfolded.ts';
import { STRUCTURE_RULES } from './structure/rules.ts';
import { sweepText, type Sweep } from './sweep.ts';
import { SEEN, surveyText, type Stretch, type Survey } from './text/survey.ts';
import { decodeLayers, type DecodedPassage } from './views/decode-layers.ts';
import { findHiddenPassages, type HiddenPassage } from './views/invisible.ts';
import { unfoldText, type Unfolded } from './views/unfold.ts';

/** An encoding inside an encoding is opened; a third one is not. */
const DEEPEST = 2;
/** What is opened in one text, in characters, and besides for each of its own: encodings cannot multiply the work. */
const MAX_OPENED = 4 * 1024 * 1024;
const OPENED_SHARE = 2;

export interface HiddenScan {
  /** The text was read through its unfolded view. */
  readonly isUnfolded: boolean;
  readonly hits: readonly Hit[];
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
