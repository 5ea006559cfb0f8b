/** How much a passage reads like an instruction planted for an agent, by a linear model. */
import { inflateRawSync } from 'node:zlib';
import { visitBlocks, type Block, type Container } from '../blocks/visit-blocks.ts';
import { unwrap } from '../blocks/unwrap.ts';
import type { ConceptHit } from '../injection/find-concepts.ts';
import { CONCEPT_SCALE, norm, normRuns, readRuns, visitSteps, type StepFeatures, type TextPart } from './features.ts';
import { isQuestion, saysNothing } from './unjudged-text.ts';
import { MODEL } from './weights.gen.ts';

export interface ScoredWindow {
  readonly start: number;
  readonly end: number;
  /** In the points of the rules: what the model alone needs for a warning is 50. */
  readonly points: number;
  /** So far above what a warning needs that hardly any honest text is. */
  readonly isStrong: boolean;
  /** Of a block that was read by itself. */
  readonly container?: Container;
}

/** What `scripts/guard/train.ts` writes. */
export interface ModelData {
  readonly bias: number;
  /** The score that alone is worth a warning. */
  readonly threshold: number;
  /** How much more a block read by itself needs for a warning, by its container: how often honest text has such blocks differs. */
  readonly blockLeads: Readonly<Record<Container, number>>;
  /** How much more than for a warning makes an error. */
  readonly errorLead: number;
  /** One whole number from -127 to 127 per bucket, times the scale: deflated, in base64. */
  readonly scale: number;
  readonly weights: string;
  /** The same for runs of letters. */
  readonly runScale: number;
  readonly runWeights: string;
}

export interface LoadedModel {
  readonly data: ModelData;
  readonly weights: Int8Array;
  readonly runWeights: Int8Array;
}

/** Its weights are unpacked when a text is long enough to be judged by them: titles and names never are. */
export function loadModel(data: ModelData): LoadedModel {
  let weights: Int8Array | undefined;
  let runWeights: Int8Array | undefined;
  return {
    data,
    get weights() {
      return (weights ??= inflateWeights(data.weights));
    },
    get runWeights() {
      return (runWeights ??= inflateWeights(data.runWeights));
    },
  };
}

function inflateWeights(packed: string): Int8Array {
  const { buffer, byteOffset, length } = inflateRawSync(Buffer.from(packed, 'base64'));
  return new Int8Array(buffer, byteOffset, length);
}

let shipped: LoadedModel | undefined;

export const getShippedModel = (): LoadedModel => (shipped ??= loadModel(MODEL));

const WARNING_POINTS = 50;
/** A score is a logarithm of odds; one step of it is worth this many points. */
const POINTS_PER_SCORE = 25;
/** Below this a window has no say. */
const LEAST_POINTS = 15;
/** Some five words and their pairs. A title, a name or a label says too little to be judged. */
const LEAST_JUDGED = 14;

/** The words of one step; a window is two of them. */
interface Step {
  readonly start: number;
  readonly end: number;
  readonly features: number;
  /** Whole, so that every machine gets the same. */
  readonly sum: number;
  /** The same for runs of letters, read when first asked for. */
  runs?: RunSum;
}

interface RunSum {
  readonly count: number;
  readonly sum: number;
}

/**
 * How far below a warning the words of a window may be for its runs of letters to be read at all. Most honest windows are
 * further below, and reading runs takes longer than reading words. Blocks are fewer, and of them more is asked.
 */
const RUN_REACH = 2.5;
const BLOCK_RUN_REACH = 4;

export interface Caution {
  /** The container of a block that is read by itself. */
  readonly container?: Container;
  /** How much more it needs for a warning alone. */
  readonly warningLead?: number;
}

/** Windows that read at all like an instruction; most text gives none. */
export function scoreText(
  text: string,
  part: TextPart,
  model: LoadedModel,
  { container, warningLead = 0 }: Caution = {},
): ScoredWindow[] {
  const found: ScoredWindow[] = [];
  const { bias, scale, runScale, threshold, errorLead } = model.data;
  const lead = container === undefined ? 0 : model.data.blockLeads[container];
  const reach = container === undefined ? RUN_REACH : BLOCK_RUN_REACH;
  let before: Step | undefined;
  let isPaired = false;
  const judge = (first: Step, second?: Step): void => {
    const { start } = first;
    const end = second?.end ?? first.end;
    const features = first.features + (second?.features ?? 0);
    if (features < LEAST_JUDGED) return;
    const sum = first.sum + (second?.sum ?? 0);
    const ofWords = bias + (sum / norm(features, end - start)) * scale - threshold - lead;
    if (ofWords < -reach) return;
    const runs = runsOf(text, first, model);
    const more = second === undefined ? undefined : runsOf(text, second, model);
    const runSum = runs.sum + (more?.sum ?? 0);
    const above = ofWords + (runSum / normRuns(runs.count + (more?.count ?? 0))) * runScale;
    const points = WARNING_POINTS + POINTS_PER_SCORE * (above - warningLead);
    if (points < LEAST_POINTS || saysNothing(text, start, end)) return;
    if (part.concepts.length === 0 && isQuestion(text)) return;
    found.push({ start, end, points, isStrong: above >= errorLead });
  };
  visitSteps(text, part, (features) => {
    // Alone and too short to be judged: what its words weigh is of no interest.
    if (before === undefined && features.end >= text.length && features.words < LEAST_JUDGED) return;
    const step = sumUp(features, model);
    if (before !== undefined) judge(before, step);
    isPaired = before !== undefined;
    before = step;
  });
  if (before !== undefined && !isPaired) judge(before);
  return found;
}

function sumUp({ start, end, buckets, words, concepts }: StepFeatures, { weights }: LoadedModel): Step {
  const ofWords = sumOf(weights, buckets, 0, words);
  const ofConcepts = sumOf(weights, buckets, words, words + concepts);
  return { start, end, features: words, sum: ofWords + CONCEPT_SCALE * ofConcepts };
}

function runsOf(text: string, step: Step, { runWeights }: LoadedModel): RunSum {
  if (step.runs !== undefined) return step.runs;
  const { buckets, count } = readRuns(text, step.start, step.end);
  return (step.runs = { count, sum: sumOf(runWeights, buckets, 0, count) });
}

function sumOf(table: Int8Array, buckets: Int32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += table[buckets[i] as number] as number;
  return sum;
}

/** Shorter blocks are titles and labels. */
const LEAST_BLOCK = 40;

/** The same for each block of the part by itself: what is around an order hides it from a window. */
export function scoreBlocks(
  text: string,
  { from, to, concepts }: TextPart,
  model: LoadedModel,
  { warningLead = 0 }: Pick<Caution, 'warningLead'> = {},
): ScoredWindow[] {
  const found: ScoredWindow[] = [];
  if (concepts.length === 0) return found;
  const whole = from === 0 && to === text.length ? text : text.slice(from, to);
  visitBlocks(whole, from === 0, (block) => {
    if (block.end - block.start < LEAST_BLOCK || isWhole(whole, block)) return;
    const inside = conceptsIn(concepts, from + block.start, from + block.end);
    // Without a single word of an attack no block reaches what is asked of one.
    if (inside.length === 0) return;
    for (const window of scoreBlock(whole, block, { inside, from, warningLead }, model))
      found.push({
        ...window,
        start: from + block.start + window.start,
        end: from + block.start + window.end,
        container: block.container,
      });
  });
  return found;
}

/** Of one line and nothing else: the window has read it, and asked less of it. */
const isWhole = (text: string, { start, end }: Block): boolean =>
  start === 0 && end === text.length && !/[\n\\]/.test(text);

function scoreBlock(
  text: string,
  { start, end, container }: Block,
  { inside, from, warningLead }: { inside: readonly ConceptHit[]; from: number; warningLead: number },
  model: LoadedModel,
): ScoredWindow[] {
  const block = unwrap(text.slice(start, end));
  const offset = from + start;
  const concepts = inside.map((hit) => ({ ...hit, start: hit.start - offset, end: hit.end - offset }));
  return scoreText(block, { from: 0, to: block.length, concepts }, model, { container, warningLead });
}

/** Hits are in the order of their starts. */
function conceptsIn(hits: readonly ConceptHit[], start: number, end: number): readonly ConceptHit[] {
  let low = 0;
  let high = hits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle] as ConceptHit).start < start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while (last < hits.length && (hits[last] as ConceptHit).end <= end) last += 1;
  return hits.slice(low, last);
}
