/** Logistic regression over hashed features with AdaGrad; a fixed seed and a fixed order make it repeatable. */
import { deflateRawSync } from 'node:zlib';
import type { ModelData } from '../../src/guard/index.ts';
import { findConcepts } from '../../src/guard/injection/find-concepts.ts';
import { BUCKETS, CONCEPT_SCALE, norm, visitSteps } from '../../src/guard/model/features.ts';
import { unfoldText } from '../../src/guard/views/unfold.ts';
import type { Sample } from './dataset.ts';
import { OWN_ATTACK } from './own-attacks.ts';

export interface Model {
  readonly weights: Float64Array;
  readonly bias: number;
}

/** Buckets of words and of concepts; a bucket seen in both steps of a window counts twice. */
export interface Window {
  readonly words: Int32Array;
  readonly concepts: Int32Array;
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
const RATE = 0.1;
const BIAS_RATE = 0.02;
const DECAY = 1e-5;
const SEED = 12_345;

export function prepare(sample: Sample): Prepared {
  const text = unfoldText(sample.text)?.view.text ?? sample.text;
  const steps: Window[] = [];
  const concepts = findConcepts(text, 0, text.length);
  visitSteps(text, { from: 0, to: text.length, concepts }, ({ start, end, buckets, words, concepts: conceptCount }) => {
    steps.push({
      words: buckets.slice(0, words),
      concepts: buckets.slice(words, words + conceptCount),
      length: end - start,
    });
  });
  const windows = steps.length < 2 ? steps : steps.slice(1).map((step, index) => join(steps[index] as Window, step));
  return { isAttack: sample.label === 'injection', weight: weigh(sample), fold: sample.fold, windows };
}

const join = (a: Window, b: Window): Window => ({
  words: Int32Array.of(...a.words, ...b.words),
  concepts: Int32Array.of(...a.concepts, ...b.concepts),
  length: a.length + b.length,
});

/** What is unlike a handoff section teaches less about handoffs. Our own texts are few, and each was written to teach. */
const HONEST_WEIGHTS: Readonly<Record<string, number>> = {
  hardneg: 0.1,
  agentcfg: 0.5,
  secdocs: 0.5,
  line: 0.2,
  code: 0.5,
  own: 1,
};

/** Disguised copies and hidden trivia teach the disguise, not the attack; our own attacks are all by one hand. */
function weigh({ label, kind, source }: Sample): number {
  if (label === 'benign') return HONEST_WEIGHTS[kind] ?? 1;
  if (kind.startsWith('obf:')) return 0.2;
  if (kind === OWN_ATTACK) return 0.5;
  return source === 'bipia' ? 0.3 : 1;
}

function score(model: Model, { words, concepts, length }: Window): number {
  let sum = 0;
  for (let i = 0; i < words.length; i += 1) sum += model.weights[words[i] as number] as number;
  let conceptSum = 0;
  for (let i = 0; i < concepts.length; i += 1) conceptSum += model.weights[concepts[i] as number] as number;
  return model.bias + (sum + CONCEPT_SCALE * conceptSum) / norm(words.length, length);
}

interface Example {
  readonly window: Window;
  readonly target: 0 | 1;
  readonly weight: number;
}

export function train(samples: readonly Prepared[]): Model {
  const state = { weights: new Float64Array(BUCKETS), bias: 0 };
  const squares = new Float64Array(BUCKETS).fill(1e-2);
  const random = createRandom(SEED);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const examples = shuffle(
      samples.flatMap((sample) => examplesOf(state, sample, epoch)),
      random,
    );
    for (const example of examples) learn(state, squares, example);
  }
  return state;
}

function examplesOf(model: Model, { isAttack, weight, windows }: Prepared, epoch: number): Example[] {
  if (!isAttack) return windows.map((window) => ({ window, target: 0, weight }));
  if (epoch < WARM_UP) return windows.map((window) => ({ window, target: 1, weight: weight / windows.length }));
  const scores = windows.map((window) => score(model, window));
  const best = windows[scores.indexOf(Math.max(...scores))];
  return best === undefined ? [] : [{ window: best, target: 1, weight }];
}

function learn(
  model: { weights: Float64Array; bias: number },
  squares: Float64Array,
  { window, target, weight }: Example,
): void {
  const error = (1 / (1 + Math.exp(-score(model, window))) - target) * weight;
  const step = error / norm(window.words.length, window.length);
  model.bias -= BIAS_RATE * error;
  const move = (bucket: number, slope: number): void => {
    const value = model.weights[bucket] as number;
    const gradient = slope + DECAY * value;
    const square = (squares[bucket] as number) + gradient * gradient;
    squares[bucket] = square;
    model.weights[bucket] = value - (RATE * gradient) / Math.sqrt(square);
  };
  for (let i = 0; i < window.words.length; i += 1) move(window.words[i] as number, step);
  for (let i = 0; i < window.concepts.length; i += 1) move(window.concepts[i] as number, step * CONCEPT_SCALE);
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

/** Whole numbers from -127 to 127: small, and the same sum on every machine. The few largest weights are cut. */
export function packModel({ weights, bias }: Model, threshold: number): ModelData {
  const sorted = Float64Array.from(weights, Math.abs).sort();
  const largest = sorted[Math.floor(sorted.length * 0.99995)] ?? 1;
  const scale = largest / 127;
  const whole = Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale))));
  return {
    scale,
    bias,
    threshold,
    weights: deflateRawSync(Buffer.from(whole.buffer), { level: 9 }).toString('base64'),
  };
}
