/**
 * A shorter text made of the text's own sentences: the first, then those a reader needs most, in their order. Which
 * units of several values to keep first: what a reader must know before general prose, and nothing twice. The text
 * that an extract shows of a value: what it is, how much there is, and the units that were chosen.
 */

import { codePointLength, codePointOffset } from '../../../kernel/text.ts';
import { utf8Length } from '../../../kernel/token-estimate.ts';
import { assertCount, assertText } from '../input.ts';
import { unitsOfText, type Block, type Unit } from './blocks.ts';
import { cutAtWord } from './sentences.ts';
import { isTelling, weighSignals } from './weigh.ts';

/** At most `limit` code points. Deterministic; never ends inside a word or a character, never says a thing twice. */
export function shortenText(text: string, limit: number): string {
  assertText(text, 'the text to shorten');
  assertCount(limit, 'the limit');
  if (codePointOffset(text, limit) >= text.length) return text;
  const { units } = unitsOfText(text, 0);
  const [first] = units;
  const room = limit - ELLIPSIS.length - 1;
  if (first === undefined || codePointLength(first.text) > room) {
    return cutAtWord(first?.text ?? text.trim(), limit - ELLIPSIS.length) + ELLIPSIS;
  }
  return `${joinSentences(chooseWithin(units, first, room))} ${ELLIPSIS}`;
}

function chooseWithin(units: readonly Unit[], first: Unit, room: number): Unit[] {
  const block: Block = { label: '', kind: 'sentences', head: '', units: units.slice(1), total: units.length };
  const chosen = [first];
  let used = codePointLength(first.text);
  // Four bytes are the most a character takes.
  for (const { unit } of rankUnits([[block]], [[...first.words]], room * 4)) {
    const length = codePointLength(unit.text) + 1;
    if (used + length > room) continue;
    chosen.push(unit);
    used += length;
  }
  return chosen;
}

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

export const ELLIPSIS = '...';

/** Sentences in their order, those of one line of the text on one line. */
export function joinSentences(units: readonly Unit[]): string {
  let text = '';
  let last = 0;
  for (const { text: sentence, line } of units.toSorted((a, b) => a.index - b.index)) {
    text += text === '' ? sentence : `${line === last ? ' ' : '\n'}${sentence}`;
    last = line;
  }
  return text;
}

/** `chosen` holds the units by the position of their block; the block of the value itself is always described. */
export function renderBlocks(blocks: readonly Block[], chosen: ReadonlyMap<number, readonly Unit[]>): string {
  return blocks
    .flatMap((block, at) => {
      const units = (chosen.get(at) ?? []).toSorted((a, b) => a.index - b.index);
      if (units.length === 0 && at > 0) return [];
      return [`${block.label === '' ? '' : `${block.label}: `}${renderBlock(block, units, at === 0)}`];
    })
    .join('\n');
}

function renderBlock(block: Block, units: readonly Unit[], isTop: boolean): string {
  const { kind, head, total, tally } = block;
  const isWhole = units.length === total;
  if (kind === 'rows') {
    const rows = units.length === 0 ? head : renderRows(head, units, isWhole);
    return tally === undefined || isWhole ? rows : `${rows}\nin all: ${tally}`;
  }
  if (units.length === 0) return head;
  if (kind === 'members') {
    const members = units.map(({ text }) => text).join('; ');
    // A single value has no shape beside itself.
    if (total === 1 && head === members) return members;
    return isTop || !isWhole ? `${head}; ${members}` : members;
  }
  return `${isTop ? `${head}: ` : ''}${joinSentences(units)}${isWhole ? '' : ` ${ELLIPSIS}`}`;
}

function renderRows(head: string, units: readonly Unit[], isWhole: boolean): string {
  const leading = units.findIndex(({ index }, at) => index !== at);
  const first = leading === -1 ? units : units.slice(0, leading);
  const rest = units.slice(first.length).map(({ text, index }) => `#${index + 1}: ${text}`);
  const rows = [...first.map(({ text }) => text), ...rest].join('\n');
  if (isWhole) return `${head}: ${rows}`;
  return first.length === 0 ? `${head}; of these ${rows}` : `${head}; first ${first.length}: ${rows}`;
}
