/** How much a passage reads like an instruction planted for an agent, by a linear model. */
import { inflateRawSync } from 'node:zlib';
import { CONCEPT_SCALE, visitWindows, type TextPart, type WindowFeatures } from './features.ts';
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

export const loadModel = (data: ModelData): LoadedModel => ({
  data,
  weights: new Int8Array(inflateRawSync(Buffer.from(data.weights, 'base64'))),
});

let shipped: LoadedModel | undefined;

/** Unpacked when it is first needed. */
export const getShippedModel = (): LoadedModel => (shipped ??= loadModel(MODEL));

const WARNING_POINTS = 50;

/** Windows that read at all like an instruction; most text gives none. */
export function scoreText(text: string, part: TextPart, model: LoadedModel): ScoredWindow[] {
  const found: ScoredWindow[] = [];
  visitWindows(text, part, (features) => {
    const points = (WARNING_POINTS * scoreFeatures(features, model)) / model.data.threshold;
    if (points >= LEAST_POINTS) found.push({ start: features.start, end: features.end, points });
  });
  return found;
}

/** Below this a window has no say. */
const LEAST_POINTS = 15;

function scoreFeatures({ buckets, count, concepts }: WindowFeatures, { data, weights: table }: LoadedModel): number {
  let sum = 0;
  const grams = count - concepts;
  for (let i = 0; i < grams; i += 1) sum += table[buckets[i] as number] as number;
  let conceptSum = 0;
  for (let i = grams; i < count; i += 1) conceptSum += table[buckets[i] as number] as number;
  return data.bias + ((sum + CONCEPT_SCALE * conceptSum) * data.scale) / Math.sqrt(Math.max(1, grams));
}
