/** Which units of several values to keep first: what a reader must know before general prose, and nothing twice. */
import { utf8Length } from '../../../kernel/token-estimate.ts';
import type { Block, Unit } from './blocks.ts';
import { isTelling, weighSignals } from './weigh.ts';

export interface Ranked {
  readonly field: number;
  readonly block: number;
  readonly unit: Unit;
  readonly cost: number;
}

/** Rank by rank the units of one block count for less, so that no long list drowns what is beside it. */
const DECAY = 0.12;
/** The first items of a list and the first sentence of a text are its sample. */
const SAMPLE = 3;
const SAMPLE_WEIGHT = 2;
const FIRST_WEIGHT = 5;
const TOPIC_WEIGHT = 0.8;
const SIMILAR = 0.8;
/** The last crumbs of room are not worth comparing every remaining unit. */
const FULL = 0.98;

interface Candidate extends Ranked {
  readonly score: number;
}

/** Units in the order in which they are worth their room, until `maxCost` bytes are full. `said` is in the document anyway. */
export function rankUnits(fields: readonly (readonly Block[])[], said: readonly string[][], maxCost: number): Ranked[] {
  const candidates = fields.flatMap((blocks, field) => blocks.flatMap((block, at) => scoreBlock(block, field, at)));
  candidates.sort((a, b) => b.score - a.score || a.field - b.field || a.block - b.block || a.unit.index - b.unit.index);
  const memory = new Said(said);
  const ranked: Ranked[] = [];
  let cost = 0;
  for (const candidate of candidates) {
    if (cost > maxCost * FULL) break;
    if (cost + candidate.cost > maxCost || !memory.add(candidate.unit.words)) continue;
    ranked.push(candidate);
    cost += candidate.cost;
  }
  return ranked;
}

function scoreBlock({ units, kind, isCell }: Block, field: number, block: number): Candidate[] {
  const topics = kind === 'sentences' ? countTopics(units) : undefined;
  const weigh = weighSignals(units.map(({ signals }) => signals));
  const scored = units.map((unit) => ({
    unit,
    weight: weigh(unit.signals) + unit.bonus + (topics?.(unit) ?? 0) + (isCell === true ? 0 : sampleWeight(unit, kind)),
  }));
  scored.sort((a, b) => b.weight - a.weight || a.unit.index - b.unit.index);
  return scored.map(({ unit, weight }, rank) => {
    const cost = utf8Length(unit.text) + 2;
    // Long units say more, but not in proportion to their room.
    const score = weight / (1 + DECAY * rank) / Math.sqrt(40 + cost);
    return { field, block, unit, cost, score };
  });
}

const sampleWeight = ({ index }: Unit, kind: Block['kind']): number => {
  if (index === 0 && kind !== 'members') return FIRST_WEIGHT;
  return kind === 'rows' && index < SAMPLE ? SAMPLE_WEIGHT : 0;
};

/** How much a sentence is about what the whole text is about. */
function countTopics(units: readonly Unit[]): (unit: Unit) => number {
  const counts = new Map<string, number>();
  for (const { words } of units)
    for (const word of words) if (word.length > 3) counts.set(word, (counts.get(word) ?? 0) + 1);
  let most = 1;
  for (const count of counts.values()) most = Math.max(most, count);
  return ({ words }) => {
    const sum = words.reduce((total, word) => total + Math.log1p(counts.get(word) ?? 0), 0);
    return (TOPIC_WEIGHT * sum) / Math.log1p(most) / (words.length + 1);
  };
}

/** What has been said already. */
class Said {
  readonly #exact = new Set<string>();
  readonly #sets: ReadonlySet<string>[] = [];

  constructor(said: readonly string[][]) {
    for (const words of said) this.add(words);
  }

  /** False if it has been said, in these words or nearly. */
  add(words: readonly string[]): boolean {
    const key = words.join(' ');
    if (key === '') return !this.#exact.has(key);
    if (this.#exact.has(key)) return false;
    const set = new Set(words);
    if (this.#sets.some((other) => areSame(set, other))) return false;
    this.#exact.add(key);
    this.#sets.push(set);
    return true;
  }
}

/** Most words in common, and no number, name or negation among the others. */
function areSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const smaller = Math.min(a.size, b.size);
  if (smaller < Math.max(a.size, b.size) * SIMILAR) return false;
  let common = 0;
  let left = a.size;
  for (const word of a) {
    if (b.has(word)) common += 1;
    else if (isTelling(word)) return false;
    left -= 1;
    if (common + left < smaller * SIMILAR) return false;
  }
  if (common < SIMILAR * (a.size + b.size - common)) return false;
  for (const word of b) if (!a.has(word) && isTelling(word)) return false;
  return true;
}
