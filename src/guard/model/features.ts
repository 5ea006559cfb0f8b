/** What the model sees of a text: hashed runs of letters, and which concepts stand close together. */
import { CONCEPTS } from '../injection/concepts.ts';
import type { ConceptHit } from '../injection/find-concepts.ts';

/** Weights for runs of letters; a power of two, so that hashes fold by a mask. */
const GRAMS = 1 << 16;
const MASK = GRAMS - 1;
const CONCEPT_COUNT = CONCEPTS.length;
/** Behind the runs: one weight per concept, one per ordered pair of concepts. */
export const BUCKETS = GRAMS + CONCEPT_COUNT + CONCEPT_COUNT * CONCEPT_COUNT;
/** A concept says more than a run of letters. */
export const CONCEPT_SCALE = 2;
/** Pairs further apart than this say nothing. */
const PAIR_REACH = 120;

/** A window of text is scored at once; long enough for a sentence or three, short enough that little dilutes it. */
const WINDOW = 360;
/** Windows overlap by half, so that a sentence on a border is whole in one of them. */
export const WINDOW_STEP = 180;

/** Units of the normalised text: letters, and these two. */
const BREAK = 1;
const DIGIT = 2;

/** Letters lower-cased without accents, digits as one sign, a few telling signs, everything else as a break. */
function buildClasses(): Uint16Array {
  const classes = new Uint16Array(0x1_0000).fill(BREAK);
  for (let unit = 48; unit <= 57; unit += 1) classes[unit] = DIGIT;
  for (let unit = 97; unit <= 122; unit += 1) classes[unit] = classes[unit - 32] = unit;
  for (let unit = 0xc0; unit < 0x250; unit += 1) classes[unit] = foldLatin(unit);
  for (let unit = 0x370; unit < 0x2000; unit += 1) classes[unit] = unit;
  for (let unit = 0x3040; unit < 0xd800; unit += 1) classes[unit] = unit;
  // They begin roles, tags and addresses, and end calls and questions.
  for (const sign of ':<[!?') classes[sign.charCodeAt(0)] = sign.charCodeAt(0);
  return classes;
}

function foldLatin(unit: number): number {
  const plain = String.fromCharCode(unit).normalize('NFD').toLowerCase().charCodeAt(0);
  return plain >= 97 && plain <= 122 ? plain : BREAK;
}

const CLASS_OF = buildClasses();
const units = new Uint16Array(WINDOW + 2);

/** Breaks and digits in a row count once. Fills `units` and gives how many there are. */
function normalise(text: string, from: number, to: number): number {
  let length = 1;
  let before = BREAK;
  units[0] = BREAK;
  for (let i = from; i < to; i += 1) {
    const unit = CLASS_OF[text.charCodeAt(i)] as number;
    if (unit === before && unit <= DIGIT) continue;
    units[length++] = unit;
    before = unit;
  }
  if (before !== BREAK) units[length++] = BREAK;
  return length;
}

/** Window by window; `buckets` is reused and holds `count` different buckets, the last `concepts` of them concepts. */
export interface WindowFeatures {
  readonly start: number;
  readonly end: number;
  readonly buckets: Int32Array;
  readonly count: number;
  readonly concepts: number;
}

const stamps = new Uint32Array(BUCKETS);
let stamp = 0;
const MOST_BUCKETS = (WINDOW + 2) * 4 + 2_048;
const buckets = new Int32Array(MOST_BUCKETS);

/** A part of a text with the concepts in it; windows that begin in the part may end behind it. */
export interface TextPart {
  readonly from: number;
  readonly to: number;
  readonly concepts: readonly ConceptHit[];
}

export function visitWindows(
  text: string,
  { from, to, concepts }: TextPart,
  onWindow: (features: WindowFeatures) => void,
): void {
  let firstHit = 0;
  for (let start = from; start === from || start < to; start += WINDOW_STEP) {
    const end = Math.min(text.length, start + WINDOW);
    stamp = (stamp + 1) >>> 0;
    const grams = addGrams(normalise(text, start, end));
    while (firstHit < concepts.length && (concepts[firstHit] as ConceptHit).start < start) firstHit += 1;
    const count = addConcepts(concepts, firstHit, end, grams);
    onWindow({ start, end, buckets, count, concepts: count - grams });
    if (end >= text.length) return;
  }
}

/** Runs of 3, 4, 5 and 7 units; 32-bit integer arithmetic only, so that every machine agrees. */
function addGrams(length: number): number {
  let count = 0;
  for (let i = 0; i + 3 <= length; i += 1) {
    let hash = 0x811c9dc5;
    const most = Math.min(7, length - i);
    for (let n = 0; n < most; n += 1) {
      hash = Math.imul(hash ^ (units[i + n] as number), 0x01000193);
      if (n < 2 || n === 5) continue;
      const bucket = (hash ^ (hash >>> 15)) & MASK;
      if (stamps[bucket] === stamp) continue;
      stamps[bucket] = stamp;
      buckets[count++] = bucket;
    }
  }
  return count;
}

function addConcepts(hits: readonly ConceptHit[], from: number, end: number, countBefore: number): number {
  let count = countBefore;
  const add = (bucket: number): void => {
    if (stamps[bucket] === stamp || count >= MOST_BUCKETS) return;
    stamps[bucket] = stamp;
    buckets[count++] = bucket;
  };
  for (let i = from; i < hits.length; i += 1) {
    const hit = hits[i] as ConceptHit;
    if (hit.end > end) break;
    add(GRAMS + hit.number);
    for (let j = i + 1; j < hits.length; j += 1) {
      const next = hits[j] as ConceptHit;
      if (next.end > end || next.start - hit.end >= PAIR_REACH) break;
      if (next.start >= hit.end) add(GRAMS + CONCEPT_COUNT + hit.number * CONCEPT_COUNT + next.number);
    }
  }
  return count;
}
