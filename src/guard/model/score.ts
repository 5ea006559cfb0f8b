/** How much a passage reads like an instruction planted for an agent, by a linear model. */
import { inflateRawSync } from 'node:zlib';
import { CONCEPT_SCALE, norm, visitSteps, type StepFeatures, type TextPart } from './features.ts';
import { MODEL } from './weights.gen.ts';

export interface ScoredWindow {
  readonly start: number;
  readonly end: number;
  /** In the points of the rules: what the model alone needs for a warning is 50. */
  readonly points: number;
}

/** What `scripts/guard/train.ts` writes. */
export interface ModelData {
  readonly scale: number;
  readonly bias: number;
  /** The score that alone is worth a warning. */
  readonly threshold: number;
  /** One whole number from -127 to 127 per bucket: deflated, in base64. */
  readonly weights: string;
}

export interface LoadedModel {
  readonly data: ModelData;
  readonly weights: Int8Array;
}

export function loadModel(data: ModelData): LoadedModel {
  const { buffer, byteOffset, length } = inflateRawSync(Buffer.from(data.weights, 'base64'));
  return { data, weights: new Int8Array(buffer, byteOffset, length) };
}

let shipped: LoadedModel | undefined;

/** Unpacked when it is first needed. */
export const getShippedModel = (): LoadedModel => (shipped ??= loadModel(MODEL));

const WARNING_POINTS = 50;
/** A score is a logarithm of odds; one step of it is worth so many points. */
const POINTS_PER_SCORE = 25;
/** Below this a window has no say. */
const LEAST_POINTS = 15;
/** Some five words and their pairs. A title, a name or a label says too little to be judged. */
const LEAST_JUDGED = 14;

/** A line no longer than this may be a setting. */
const LONGEST_SETTING = 100;
/** Not before a template or a pipe: whoever fills in or runs the line would do what it says. */
const NAME_AND_SIGN =
  /^(?:export |const |let |- )?["']?[A-Za-z][\w.-]{0,40}["']? ?[:=] ?(?![^\n]*[|>])(?!\{\{)(?=[^\s/])/;
/** Words that stand by themselves, as in a sentence. */
const PLAIN_WORD = /(?<![^\s"'])\p{L}{2,}(?![^\s"',.;:!?])/gu;
const LEAST_WORDS = 3;

/** One line of a name and a value reads like nothing at all, because it is no sentence. */
function isSetting(text: string, start: number, end: number): boolean {
  if (end - start > LONGEST_SETTING) return false;
  const line = text.slice(start, end).trim();
  const name = NAME_AND_SIGN.exec(line)?.[0];
  if (name === undefined || line.includes('\n')) return false;
  return (line.slice(name.length).match(PLAIN_WORD)?.length ?? 0) < LEAST_WORDS;
}

/** The sums of one step; a window is two of them. */
interface Step {
  readonly start: number;
  readonly end: number;
  readonly features: number;
  /** Whole, so that every machine gets the same. */
  readonly sum: number;
}

/** Windows that read at all like an instruction; most text gives none. */
export function scoreText(text: string, part: TextPart, model: LoadedModel): ScoredWindow[] {
  const found: ScoredWindow[] = [];
  let before: Step | undefined;
  let isPaired = false;
  const judge = (first: Step, second?: Step): void => {
    const { start } = first;
    const { end } = second ?? first;
    const features = first.features + (second?.features ?? 0);
    if (features < LEAST_JUDGED || isSetting(text, start, end)) return;
    const sum = first.sum + (second?.sum ?? 0);
    const points = pointsOf(sum / norm(features, end - start), model.data);
    if (points >= LEAST_POINTS) found.push({ start, end, points });
  };
  visitSteps(text, part, (features) => {
    const step = sumUp(features, model.weights);
    if (before !== undefined) judge(before, step);
    isPaired = before !== undefined;
    before = step;
  });
  if (before !== undefined && !isPaired) judge(before);
  return found;
}

const pointsOf = (mean: number, { bias, scale, threshold }: ModelData): number =>
  WARNING_POINTS + POINTS_PER_SCORE * (bias + mean * scale - threshold);

function sumUp({ start, end, buckets, words, concepts }: StepFeatures, table: Int8Array): Step {
  let sum = 0;
  for (let i = 0; i < words; i += 1) sum += table[buckets[i] as number] as number;
  let ofConcepts = 0;
  for (let i = words; i < words + concepts; i += 1) ofConcepts += table[buckets[i] as number] as number;
  return { start, end, features: words, sum: sum + CONCEPT_SCALE * ofConcepts };
}
