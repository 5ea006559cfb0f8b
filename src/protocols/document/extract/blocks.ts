/** Any JSON value as blocks of short texts that can be kept or left out one by one: sentences, rows, members. */
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { cutText } from '../../../kernel/text.ts';
import { signalsOf, weighAlike, weighName, wordsOf, wordsOfName, type Signal } from './weigh.ts';
import {
  describeShape,
  findCategories,
  findColumns,
  findRareColumns,
  findStandouts,
  weighColumn,
  type Category,
  type Weights,
} from './columns.ts';
import { findTables } from './find-table.ts';
import { splitSentences } from './sentences.ts';

export interface Unit {
  readonly text: string;
  readonly words: readonly string[];
  readonly signals: readonly Signal[];
  /** The line of its text, or the row; units of the same one stay on it. */
  readonly line: number;
  /** Its place in its list, from 0. */
  readonly index: number;
  /** What its place says beyond its own words: the name it is under, a heading, a rare category. */
  readonly bonus: number;
}

export interface Block {
  /** Its place below the value: `history`, `history.notes`; empty for the value itself. */
  readonly label: string;
  readonly kind: 'sentences' | 'rows' | 'members';
  readonly head: string;
  /** How often each value of a category occurs in a list of records. */
  readonly tally?: string;
  readonly units: readonly Unit[];
  /** How many units there are, those not looked at included. */
  readonly total: number;
  /** It is a cell of a row, which shows how it begins. */
  readonly isCell?: true;
}

/** A value that fits into one cell or one line. */
const SHORT = 160;
const MAX_BLOCKS = 400;
const MAX_UNITS = 6_000;
/** Of a very long list the beginning and the end are looked at, and what stands out in between. */
const HEAD_ROWS = 1_000;
const TAIL_ROWS = 300;

export function blocksOf(value: Json): Block[] {
  const blocks: Block[] = [];
  new Flattener(blocks).add(value, '', 0);
  return blocks;
}

class Flattener {
  readonly #blocks: Block[];
  #units = 0;

  constructor(blocks: Block[]) {
    this.#blocks = blocks;
  }

  add(value: Json, label: string, inherited: number): void {
    if (this.#blocks.length >= MAX_BLOCKS || this.#units >= MAX_UNITS) return;
    if (typeof value === 'string') this.#addText(value, label, inherited);
    else if (Array.isArray(value)) this.#addList(value as readonly Json[], label, inherited);
    else if (isJsonObject(value)) this.#addObject(value, label, inherited);
    else this.#put(label, 'members', value, [unitOf(String(value), 0, inherited)], 1);
  }

  #put(label: string, kind: Block['kind'], value: Json, units: Unit[], total: number): number {
    const place = this.#blocks.length;
    this.#units += units.length;
    this.#blocks.push({ label, kind, head: describeShape(value), units, total });
    return place;
  }

  #markCell(place: number): void {
    const block = this.#blocks[place];
    if (block?.kind === 'sentences') this.#blocks[place] = { ...block, isCell: true };
  }

  #addText(text: string, label: string, inherited: number): void {
    for (const [at, section] of (findTables(text) ?? [text]).entries()) {
      if (typeof section === 'string') {
        const { units, total } = unitsOfText(section, inherited);
        // What begins a member says how long the whole is.
        this.#put(label, 'sentences', at === 0 ? text : section, units, total);
      } else this.#addList(section, label, inherited);
    }
  }

  #addObject(object: JsonObject, label: string, inherited: number): void {
    const members = Object.entries(object);
    const standouts = weighColumn(members.map(([, value]) => value));
    const short: Unit[] = [];
    const long: [string, Json, number][] = [];
    for (const index of chooseRows(members.length, standouts)) {
      const [name, value] = members[index] ?? ['', null];
      const weight = Math.max(inherited, weighName(wordsOfName(name)));
      const inline = renderShort(value);
      if (inline === undefined) long.push([joinLabel(label, cutText(name, 60, '…')), value, weight]);
      else short.push(unitOf(`${cutText(name, 60, '…')}: ${inline}`, index, weight + (standouts[index] ?? 0)));
      if (short.length + this.#units > MAX_UNITS) break;
    }
    this.#put(label, 'members', object, short, members.length);
    for (const [inner, value, weight] of long) this.add(value, inner, weight);
  }

  #addList(items: readonly Json[], label: string, inherited: number): void {
    const columns = findColumns(items);
    const categories = columns === undefined ? [] : findCategories(items as readonly JsonObject[], columns);
    const standouts = findStandouts(items, columns);
    const rare = columns === undefined ? new Set<string>() : findRareColumns(items, columns);
    const long: [string, Json][] = [];
    const units = chooseRows(items.length, standouts).map((index) => {
      const { text, rest } = renderRow(items[index] ?? null, columns, rare);
      for (const [name, value] of rest)
        long.push([`${label} #${index + 1}${name === '' ? '' : `.${name}`}`.trim(), value]);
      return unitOf(text, index, inherited + (standouts[index] ?? 0));
    });
    const place = this.#put(label, 'rows', items as Json, units, items.length);
    const counted = categories.map(renderCategory).join('; ');
    const block = this.#blocks[place];
    if (block !== undefined && counted !== '') this.#blocks[place] = { ...block, tally: counted };
    const start = this.#blocks.length;
    for (const [inner, value] of long) this.add(value, inner, inherited);
    for (let at = start; at < this.#blocks.length; at += 1) this.#markCell(at);
  }
}

const joinLabel = (label: string, name: string): string => (label === '' ? name : `${label}.${name}`);

function unitOf(text: string, index: number, inherited: number): Unit {
  const words = wordsOf(text);
  return { text, words, signals: signalsOf(text, words), line: index, index, bonus: inherited };
}

/** A heading such as "Next steps:" or "## Open questions" speaks for the lines below it. */
const HEADING = /^(?:#{1,6}\s|\*\*[^*]+\*\*:?$)|^[^.!?]{1,60}:$/;
const UNDER_HEADING = 1.2;

/** The sentences worth a look, and how many there are. */
export function unitsOfText(text: string, inherited: number): { readonly units: Unit[]; readonly total: number } {
  const units: Unit[] = [];
  let below = 0;
  let line = 0;
  const sentences = splitSentences(text);
  const alike = weighAlike(sentences.map((sentence) => sentence.text));
  for (const [index, { text: sentence, startsLine }] of sentences.entries()) {
    const weight = alike[index];
    if (startsLine) line += 1;
    if (weight === undefined) continue;
    const words = wordsOf(sentence);
    if (startsLine && HEADING.test(sentence)) below = weighName(words) > 0 ? UNDER_HEADING : 0;
    const signals = signalsOf(sentence, words);
    units.push({ text: sentence, words, signals, line, index, bonus: inherited + below + weight });
  }
  return { units, total: sentences.length };
}

/** All rows of a list of usual length. */
function chooseRows(count: number, standouts: Weights): number[] {
  const indexes = Array.from({ length: count }, (_, index) => index);
  if (count <= HEAD_ROWS + TAIL_ROWS) return indexes;
  const between = indexes.slice(HEAD_ROWS, -TAIL_ROWS).filter((index) => (standouts[index] ?? 0) > 0);
  const first = between.toSorted((a, b) => (standouts[b] ?? 0) - (standouts[a] ?? 0) || a - b).slice(0, TAIL_ROWS);
  return [...indexes.slice(0, HEAD_ROWS), ...first.sort((a, b) => a - b), ...indexes.slice(-TAIL_ROWS)];
}

const renderCategory = ({ column, counts }: Category): string =>
  `${column}: ${[...counts].map(([value, count]) => `${count} ${value}`).join(', ')}`;

interface Row {
  readonly text: string;
  /** What is too long for a row, by the name of its column. */
  readonly rest: readonly (readonly [string, Json])[];
}

const MAX_COLUMNS = 12;

function renderRow(item: Json, columns: readonly string[] | undefined, rare: ReadonlySet<string>): Row {
  const rest: [string, Json][] = [];
  const cell = (name: string, value: Json | undefined): string => {
    if (value === undefined) return '';
    const inline = renderShort(value);
    if (inline !== undefined) return inline;
    rest.push([name, value]);
    return typeof value === 'string' ? (splitSentences(value.slice(0, SHORT))[0]?.text ?? '') : describeShape(value);
  };
  if (Array.isArray(item) && item.length > 1 && item.every(isScalar)) {
    return { text: item.map((one: Json, at) => cell(String(at + 1), one)).join(' | '), rest };
  }
  if (columns === undefined || !isJsonObject(item)) return { text: cell('', item), rest };
  const usual = columns.filter((name) => !rare.has(name));
  const isTable = usual.length > 0 && usual.length <= MAX_COLUMNS;
  const own = Object.keys(item).filter((name) => !isTable || rare.has(name));
  const named = own.map((name) => `${name}: ${cell(name, item[name])}`);
  const cells = isTable ? [...usual.map((name) => cell(name, item[name])), ...named] : named;
  return { text: cells.join(isTable ? ' | ' : ', '), rest };
}

const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null;

/** A value in one line, if it is short enough for that. */
function renderShort(value: Json): string | undefined {
  if (typeof value === 'string') return value.length <= SHORT ? value.replaceAll(/\s+/g, ' ').trim() : undefined;
  if (typeof value !== 'object' || value === null) return String(value);
  if (measureUpTo(value, SHORT) > SHORT) return undefined;
  return Array.isArray(value)
    ? value.map((item: Json) => renderShort(item)).join(', ')
    : Object.entries(value)
        .map(([name, item]) => `${name}: ${renderShort(item) ?? ''}`)
        .join(', ');
}

/** Roughly the characters of a value; stops counting at the limit. */
function measureUpTo(value: Json, limit: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value).length + 2;
  let size = 2;
  for (const [name, item] of Object.entries(value)) {
    size += (Array.isArray(value) ? 0 : name.length + 2) + measureUpTo(item as Json, limit - size);
    if (size > limit) break;
  }
  return size;
}
