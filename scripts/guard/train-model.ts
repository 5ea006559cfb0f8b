/** Logistic regression over hashed features with AdaGrad; a fixed seed and a fixed order make it repeatable. */
import { deflateRawSync } from 'node:zlib';
import type { ModelData } from '../../src/guard/index.ts';
import { findConcepts } from '../../src/guard/injection/find-concepts.ts';
import {
  BUCKETS,
  CONCEPT_SCALE,
  norm,
  normRuns,
  readRuns,
  RUN_BUCKETS,
  visitSteps,
} from '../../src/guard/model/features.ts';
import { unfoldText } from '../../src/guard/views/unfold.ts';
import type { Sample } from './dataset.ts';
import { weigh } from './sample-weights.ts';

/** Weights of words and concepts in one table, of runs of letters in the other. */
export interface Model {
  readonly words: Float64Array;
  readonly runs: Float64Array;
  bias: number;
}

/** Buckets of words, concepts and runs; a bucket seen in both steps of a window counts twice. */
export interface Window {
  readonly words: Int32Array;
  readonly concepts: Int32Array;
  readonly runs: Int32Array;
  /** In UTF-16 units. */
  readonly length: number;
}

export interface Prepared {
  readonly isAttack: boolean;
  readonly weight: number;
  readonly fold: number;
  readonly windows: readonly Window[];
}

const EPOCHS = 8;
/** So long all windows of an attack count; afterwards only the one that looks most like it, because the rest is bait. */
const WARM_UP = 2;
/** The model is the mean of the weights after each epoch from this one on, which judges new sources better than the last ones. */
const FIRST_AVERAGED = 3;
const RATE = 0.1;
const BIAS_RATE = 0.02;
/** So strong that a bucket which few texts share says little: what one source words alike does not decide about others. */
const DECAY = 2e-3;
/** Where the sum of squared slopes begins: the first step of a weight is no larger than the rate. */
const FIRST_SQUARE = 1e-2;
/** An example that is judged so well teaches nothing more. */
const LEAST_ERROR = 1e-4;
const SEED = 12_345;

export function prepare(sample: Sample): Prepared {
  const learned = sample.order ?? sample.text;
  const text = unfoldText(learned)?.view.text ?? learned;
  const steps: Window[] = [];
  const concepts = findConcepts(text, 0, text.length);
  visitSteps(text, { from: 0, to: text.length, concepts }, (step) => {
    const runs = readRuns(text, step.start, step.end);
    steps.push({
      words: step.buckets.slice(0, step.words),
      concepts: step.buckets.slice(step.words, step.words + step.concepts),
      runs: runs.buckets.slice(0, runs.count),
      length: step.end - step.start,
    });
  });
  const windows = steps.length < 2 ? steps : steps.slice(1).map((step, index) => join(steps[index] as Window, step));
  return { isAttack: sample.label === 'injection', weight: weigh(sample), fold: sample.fold, windows };
}

const join = (a: Window, b: Window): Window => ({
  words: concat(a.words, b.words),
  concepts: concat(a.concepts, b.concepts),
  runs: concat(a.runs, b.runs),
  length: a.length + b.length,
});

function concat(a: Int32Array, b: Int32Array): Int32Array {
  const joined = new Int32Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

function sumOf(weights: Float64Array, buckets: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < buckets.length; i += 1) sum += weights[buckets[i] as number] as number;
  return sum;
}

const score = (model: Model, { words, concepts, runs, length }: Window): number =>
  model.bias +
  (sumOf(model.words, words) + CONCEPT_SCALE * sumOf(model.words, concepts)) / norm(words.length, length) +
  sumOf(model.runs, runs) / normRuns(runs.length);

interface Example {
  readonly window: Window;
  readonly target: 0 | 1;
  readonly weight: number;
}

/** A table of weights with the sum of squared slopes of each. */
interface Table {
  readonly weights: Float64Array;
  readonly squares: Float64Array;
}

const createTable = (size: number): Table => ({
  weights: new Float64Array(size),
  squares: new Float64Array(size).fill(FIRST_SQUARE),
});

export function train(samples: readonly Prepared[]): Model {
  const words = createTable(BUCKETS);
  const runs = createTable(RUN_BUCKETS);
  const model = { words: words.weights, runs: runs.weights, bias: 0 };
  const mean = { words: new Float64Array(BUCKETS), runs: new Float64Array(RUN_BUCKETS), bias: 0 };
  const random = createRandom(SEED);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const examples = shuffle(
      samples.flatMap((sample) => examplesOf(model, sample, epoch)),
      random,
    );
    for (const example of examples) learn(model, words, runs, example);
    if (epoch >= FIRST_AVERAGED) addShare(mean, model, 1 / (EPOCHS - FIRST_AVERAGED));
  }
  return mean;
}

function addShare(mean: Model, model: Model, share: number): void {
  for (let i = 0; i < BUCKETS; i += 1) mean.words[i] = (mean.words[i] as number) + share * (model.words[i] as number);
  for (let i = 0; i < RUN_BUCKETS; i += 1) mean.runs[i] = (mean.runs[i] as number) + share * (model.runs[i] as number);
  mean.bias += share * model.bias;
}

function examplesOf(model: Model, { isAttack, weight, windows }: Prepared, epoch: number): Example[] {
  if (!isAttack) return windows.map((window) => ({ window, target: 0, weight }));
  if (epoch < WARM_UP) return windows.map((window) => ({ window, target: 1, weight: weight / windows.length }));
  const scores = windows.map((window) => score(model, window));
  const best = windows[scores.indexOf(Math.max(...scores))];
  return best === undefined ? [] : [{ window: best, target: 1, weight }];
}

function learn(model: Model, words: Table, runs: Table, { window, target, weight }: Example): void {
  const error = (1 / (1 + Math.exp(-score(model, window))) - target) * weight;
  if (Math.abs(error) < LEAST_ERROR) return;
  model.bias -= BIAS_RATE * error;
  const step = error / norm(window.words.length, window.length);
  move(words, window.words, step);
  move(words, window.concepts, step * CONCEPT_SCALE);
  move(runs, window.runs, error / normRuns(window.runs.length));
}

function move({ weights, squares }: Table, buckets: Int32Array, slope: number): void {
  for (let i = 0; i < buckets.length; i += 1) {
    const bucket = buckets[i] as number;
    const value = weights[bucket] as number;
    const gradient = slope + DECAY * value;
    const square = (squares[bucket] as number) + gradient * gradient;
    squares[bucket] = square;
    weights[bucket] = value - (RATE * gradient) / Math.sqrt(square);
  }
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 0x1_0000_0000;
  };
}

function shuffle<T>(items: T[], random: () => number): T[] {
  for (let i = items.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j] as T, items[i] as T];
  }
  return items;
}

/** What decides what is shown, beside the weights. */
export type Limits = Pick<ModelData, 'threshold' | 'blockLeads' | 'errorLead'>;

export function packModel({ words, runs, bias }: Model, limits: Limits): ModelData {
  const packedWords = packWeights(words, WORD_STEPS);
  const packedRuns = packWeights(runs, RUN_STEPS);
  return {
    bias,
    ...limits,
    scale: packedWords.scale,
    weights: packedWords.packed,
    runScale: packedRuns.scale,
    runWeights: packedRuns.packed,
  };
}

/** Fewer steps make the package smaller; there are so many runs that none needs to be exact. */
const WORD_STEPS = 127;
const RUN_STEPS = 24;

/** Whole numbers: small, and the same sum on every machine. The few largest weights are cut. */
function packWeights(weights: Float64Array, steps: number): { readonly scale: number; readonly packed: string } {
  const sorted = Float64Array.from(weights, Math.abs).sort();
  const scale = (sorted[Math.floor(sorted.length * 0.99995)] ?? 1) / steps;
  const whole = Int8Array.from(weights, (weight) => Math.max(-steps, Math.min(steps, Math.round(weight / scale))));
  return { scale, packed: deflateRawSync(Buffer.from(whole.buffer), { level: 9 }).toString('base64') };
}
