/** Scans what a text hides: unfolded disguises and opened encodings, each finding at its place in the original. */
import { findInjections } from './injection/find-injections.ts';
import type { LoadedModel } from './model/score.ts';
import type { Hit } from './rule.ts';
import { findSecrets } from './secrets/find-secrets.ts';
import { STRUCTURE_RULES } from './structure/rules.ts';
import { surveyText } from './text/survey.ts';
import { decodeLayers, type DecodedPassage } from './views/decode-layers.ts';
import { findHiddenPassages } from './views/invisible.ts';
import { unfoldText } from './views/unfold.ts';

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

export function scanHidden(text: string, model: LoadedModel | undefined): HiddenScan {
  const found = { injections: [] as Hit[], structure: [] as Hit[], secrets: [] as Hit[] };
  const survey = surveyText(text);
  const unfolded = survey.mayUnfold ? unfoldText(text) : undefined;
  if (unfolded !== undefined) {
    const { view, disguised } = unfolded;
    const factor = disguised >= LEAST_DISGUISED ? HIDDEN_FACTOR : 1;
    const place = (hit: Hit): Hit => ({ ...hit, ...view.originOf(hit.start, hit.end) });
    found.injections.push(...findInjections(view.text, { model, factor }).map(place));
    if (disguised > 0) found.secrets.push(...findSecrets(view.text).map(place));
    found.structure.push(...findDisguises(text, disguised));
  }
  const budget = { left: MAX_OPENED };
  const passages = unfolded === undefined ? decodeLayers(text, survey) : decodeLayers(unfolded.view.text);
  for (const passage of findHiddenPassages(text)) {
    if (passage.text !== '') openPassage({ how: 'invisible', ...passage }, found, { budget, model });
  }
  for (const passage of passages) {
    const { start, end } = unfolded?.view.originOf(passage.start, passage.end) ?? passage;
    if (budget.left < 0) {
      found.structure.push({ rule: STRUCTURE_RULES.limit, severity: 'warning', start, end });
      break;
    }
    openPassage({ ...passage, start, end }, found, { budget, model });
  }
  return { ...found, isUnfolded: unfolded !== undefined };
}

interface Opening {
  readonly budget: { left: number };
  readonly model: LoadedModel | undefined;
}

function openPassage(passage: DecodedPassage, found: { structure: Hit[]; secrets: Hit[] }, opening: Opening): void {
  const { start, end } = passage;
  const seen = lookInside(passage.text, 1, opening);
  if (seen.isInstruction) {
    found.structure.push({
      rule: STRUCTURE_RULES.encoded,
      severity: 'error',
      start,
      end,
      message: `${passage.how} text with an instruction in it`,
    });
  }
  const secret = seen.secrets[0];
  if (secret !== undefined && passage.how !== 'leet' && passage.how !== 'spread')
    found.secrets.push({ ...secret, start, end });
}

function lookInside(
  text: string,
  depth: number,
  { budget, model }: Opening,
): { isInstruction: boolean; secrets: readonly Hit[] } {
  budget.left -= text.length;
  const plain = unfoldText(text)?.view.text ?? text;
  let isInstruction = findInjections(plain, { model, factor: HIDDEN_FACTOR }).length > 0;
  const secrets = [...findSecrets(plain)];
  if (depth < DEEPEST && budget.left > 0) {
    for (const inner of decodeLayers(plain)) {
      const seen = lookInside(inner.text, depth + 1, { budget, model });
      isInstruction ||= seen.isInstruction;
      secrets.push(...seen.secrets);
      if (budget.left < 0) break;
    }
  }
  return { isInstruction, secrets };
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
