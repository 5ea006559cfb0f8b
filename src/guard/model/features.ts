/** What the model sees of a text: hashed words, word pairs, runs of letters, and which concepts occur close together. */
import { CONCEPTS } from '../injection/concepts.ts';
import type { ConceptHit } from '../injection/find-concepts.ts';
import {
  BREAK,
  classes,
  DIGIT,
  isWordLetter,
  LONGEST_WORD,
  MAX_STEP,
  readClasses,
  WINDOW_STEP,
} from './step-classes.ts';

/** Weights for words; a power of two, so that hashes fold by a mask. */
const WORDS = 1 << 17;
const MASK = WORDS - 1;
const CONCEPT_COUNT = CONCEPTS.length;
/** After the words: one weight per concept, one per ordered pair of concepts. */
export const BUCKETS = WORDS + CONCEPT_COUNT + CONCEPT_COUNT * CONCEPT_COUNT;
/** Weights for runs of letters. */
const RUN_BITS = 18;
export const RUN_BUCKETS = 1 << RUN_BITS;
const RUN_LENGTHS = 3;
/** A concept says more than a word. */
export const CONCEPT_SCALE = 2;
/** Pairs further apart than this say nothing. */
const PAIR_REACH = 120;

/** A text of a few words has few features; it counts as if it had these, or each word would weigh too much. */
const LEAST_FEATURES = 16;

/** The words and concepts of one step of the text. The array is reused: it holds `words` buckets of words, then `concepts`. */
export interface StepFeatures {
  readonly start: number;
  readonly end: number;
  readonly buckets: Int32Array;
  readonly words: number;
  readonly concepts: number;
}

/** The runs of letters of one step, in a table of their own. The array is reused: it holds `count` buckets. */
export interface StepRuns {
  readonly buckets: Int32Array;
  readonly count: number;
}

/** A part of a text with the concepts in it; the last window of the part may end after it. */
export interface TextPart {
  readonly from: number;
  readonly to: number;
  readonly concepts: readonly ConceptHit[];
}

/** Tables and logs repeat a few signs. They count as if they had more features, or each sign would weigh too much. */
const LEAST_DENSITY = 1 / 4;

/** What a sum over this many features is divided by, so that long and short, dense and sparse windows compare. */
export const norm = (features: number, length: number): number =>
  Math.sqrt(Math.max(LEAST_FEATURES, features, length * LEAST_DENSITY));

const LEAST_RUNS = 64;

/** The same for runs of letters. */
export const normRuns = (count: number): number => Math.sqrt(Math.max(LEAST_RUNS, count));

/** Every step that begins in the part, and the one after it, which ends the last window. */
export function visitSteps(text: string, part: TextPart, onStep: (features: StepFeatures) => void): void {
  tokenBefore = 0;
  let firstHit = 0;
  for (let start = part.from; start < text.length;) {
    const isAfter = start >= part.to;
    const end = start + readStep(readClasses(text, start, MAX_STEP));
    const words = bucketCount;
    while (firstHit < part.concepts.length && (part.concepts[firstHit] as ConceptHit).start < start) firstHit += 1;
    const count = addConcepts(part.concepts, firstHit, end, words);
    onStep({ start, end, buckets, words, concepts: count - words });
    if (isAfter) return;
    start = end;
  }
}

/** Small, because it is read at random places as often as the weights: both must fit into fast memory. */
const stamps = new Uint8Array(BUCKETS);
let stamp = 0;
const LAST_STAMP = 255;
/** Three buckets for each unit at most, and room for concepts. */
const MAX_BUCKETS = (WINDOW_STEP + LONGEST_WORD) * 3 + 2_048;
const buckets = new Int32Array(MAX_BUCKETS);

const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
/** So many letters of a longer word are its stem. */
const STEM = 5;
const STEM_SEED = 0x5bd1e995;
const PAIR_FACTOR = 0x9e3779b1;

/** The token before, for pairs, and how many buckets the step has. Of the module, because closures made for each text are slow. */
let tokenBefore = 0;
let bucketCount = 0;

function addBucket(hash: number): void {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const bucket = (mixed ^ (mixed >>> 13)) & MASK;
  if (stamps[bucket] === stamp) return;
  stamps[bucket] = stamp;
  buckets[bucketCount++] = bucket;
}

function addToken(hash: number): void {
  addBucket(hash);
  if (tokenBefore !== 0) addBucket(Math.imul(tokenBefore, PAIR_FACTOR) ^ hash);
  tokenBefore = hash;
}

/** Hashes roll over the units of a word, in 32-bit integers, so that every machine agrees and nothing is copied. */
function readWord(from: number): number {
  let hash = BASIS;
  let stem = 0;
  let at = from;
  for (; at - from < LONGEST_WORD; at += 1) {
    const unit = classes[at] as number;
    if (!isWordLetter(unit)) break;
    hash = Math.imul(hash ^ unit, PRIME);
    if (at - from === STEM - 1) stem = hash;
  }
  if (at - from > STEM) addBucket(stem ^ STEM_SEED);
  addToken(hash);
  return at;
}

/** How many of the units belong to the step; its buckets are counted in `bucketCount`. */
function readStep(size: number): number {
  if (stamp === LAST_STAMP) stamps.fill(0);
  stamp = (stamp % LAST_STAMP) + 1;
  bucketCount = 0;
  const stop = Math.min(size, WINDOW_STEP);
  let at = 0;
  while (at < stop) {
    const unit = classes[at] as number;
    if (isWordLetter(unit)) {
      at = readWord(at);
      continue;
    }
    at += 1;
    if (unit === BREAK) continue;
    if (unit === DIGIT) while (classes[at] === DIGIT && at < stop) at += 1;
    addToken(Math.imul(BASIS ^ unit, PRIME));
  }
  return at;
}

const runBuckets = new Int32Array((WINDOW_STEP + LONGEST_WORD) * RUN_LENGTHS);
const runStamps = new Uint8Array(RUN_BUCKETS);
let runStamp = 0;
const NEWLINE = 10;

/**
 * Runs of three, four and five letters, blanks and signs of a step, each once. White space, digits and line ends in
 * a row are one. Hashes go on from the shorter run to the longer, so that a unit costs five multiplications.
 */
export function readRuns(text: string, start: number, end: number): StepRuns {
  const length = readClasses(text, start, end - start);
  if (runStamp === LAST_STAMP) runStamps.fill(0);
  runStamp = (runStamp % LAST_STAMP) + 1;
  let count = 0;
  let [before, second, third, fourth] = [BREAK, BREAK, BREAK, BREAK];
  for (let at = 0; at < length; at += 1) {
    const unit = classes[at] as number;
    if (unit === before && (unit === BREAK || unit === DIGIT || unit === NEWLINE)) continue;
    const three = Math.imul(Math.imul(Math.imul(BASIS ^ unit, PRIME) ^ before, PRIME) ^ second, PRIME);
    const four = Math.imul(three ^ third, PRIME);
    const five = Math.imul(four ^ fourth, PRIME);
    count = addRun(three, count);
    count = addRun(four, count);
    count = addRun(five, count);
    fourth = third;
    third = second;
    second = before;
    before = unit;
  }
  return { buckets: runBuckets, count };
}

function addRun(hash: number, count: number): number {
  const bucket = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> (32 - RUN_BITS);
  if (runStamps[bucket] === runStamp) return count;
  runStamps[bucket] = runStamp;
  runBuckets[count] = bucket;
  return count + 1;
}

function addConcepts(hits: readonly ConceptHit[], from: number, end: number, countBefore: number): number {
  let count = countBefore;
  const add = (bucket: number): void => {
    if (stamps[bucket] === stamp || count >= MAX_BUCKETS) return;
    stamps[bucket] = stamp;
    buckets[count++] = bucket;
  };
  for (let i = from; i < hits.length; i += 1) {
    const hit = hits[i] as ConceptHit;
    if (hit.start >= end) break;
    add(WORDS + hit.number);
    for (let j = i + 1; j < hits.length; j += 1) {
      const next = hits[j] as ConceptHit;
      if (next.start - hit.end >= PAIR_REACH) break;
      if (next.start >= hit.end) add(WORDS + CONCEPT_COUNT + hit.number * CONCEPT_COUNT + next.number);
    }
  }
  return count;
}
