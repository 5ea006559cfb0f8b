/** Parts of a document that are shown as an extract: as long as there is room for, as short as there must be. */
import type { Json } from '../../../kernel/json.ts';
import type { TokenCounter } from '../../../kernel/ports/index.ts';
import { cutText } from '../../../kernel/text.ts';
import { utf8Length } from '../../../kernel/token-estimate.ts';
import { wordsOf } from '../extract/weigh.ts';
import { blocksOf, type Block, type Unit } from '../extract/blocks.ts';
import { cutAtWord } from '../extract/sentences.ts';
import { ELLIPSIS, joinSentences, rankUnits, renderBlocks, type Ranked } from '../extract/shorten-text.ts';
import { escapePart, parsePointer, stringsIn, withValueAt } from '../pointer.ts';
import type { HandoffDocument } from '../types.ts';
import { asDocument, asJson } from './strategies.ts';

export interface Field {
  /** Where the extract is. */
  readonly path: string;
  /** A text in its own place, a member that says what it was, or something that has no place of its own any more. */
  readonly kind: 'text' | 'member' | 'extract';
  /** What it is an extract of. */
  readonly source: Json;
  readonly blocks: readonly Block[];
}

const MAX_NAME = 80;

export const textField = (path: string, source: string): Field => fieldOf(path, 'text', source);

export const memberField = (path: string, source: Json): Field => fieldOf(path, 'member', source);

const fieldOf = (path: string, kind: Field['kind'], source: Json): Field => ({
  path,
  kind,
  source,
  blocks: blocksOf(source),
});

/** Places for extracts of parts that have no other: `context.success_criteria` in `payload.extract`. */
export type ExtractField = (path: string, source: Json) => Field;

/** A member of that name which the sender wrote is left alone: then it is `extract-2`. */
export function extractsOf({ handoff }: HandoffDocument): ExtractField {
  let name = 'extract';
  for (let copy = 2; Object.hasOwn(handoff.payload, name); copy += 1) name = `extract-${copy}`;
  return (path, source) => {
    const shown = cutText(parsePointer(path).slice(1).join('.'), MAX_NAME, '…');
    return fieldOf(`/handoff/payload/${name}/${escapePart(shown)}`, 'extract', source);
  };
}

/** The order in which units of all fields are worth their room; `document` is what is said anyway. */
export function rankFields(document: HandoffDocument, fields: readonly Field[], maxBytes: number): Ranked[] {
  const places = new Set(fields.map(({ path }) => path));
  const said: string[][] = [];
  for (const { path, text, isName } of stringsIn(asJson(document))) {
    if (!isName && !places.has(path) && text.length > MIN_SAID && text.length < MAX_SAID) said.push(wordsOf(text));
    if (said.length > MAX_SAID) break;
  }
  return rankUnits(
    fields.map(({ blocks }) => blocks),
    said,
    maxBytes,
  );
}

const MIN_SAID = 12;
const MAX_SAID = 500;

/** Units by their field and their block. */
export type ChosenUnits = ReadonlyMap<number, ReadonlyMap<number, readonly Unit[]>>;

export function groupUnits(taken: readonly Ranked[]): ChosenUnits {
  const chosen = new Map<number, Map<number, Unit[]>>();
  for (const { field, block, unit } of taken) {
    const blocks = chosen.get(field) ?? new Map<number, Unit[]>();
    const units = blocks.get(block) ?? [];
    units.push(unit);
    chosen.set(field, blocks.set(block, units));
  }
  return chosen;
}

/** The document with each field as long as the units chosen for it. */
export function withFields(document: HandoffDocument, fields: readonly Field[], chosen: ChosenUnits): HandoffDocument {
  let value = asJson(document);
  for (const [index, field] of fields.entries()) {
    const units = chosen.get(index);
    if (units === undefined && field.kind === 'extract') continue;
    value = withValueAt(value, field.path, renderField(field, units ?? new Map<number, readonly Unit[]>()));
  }
  return asDocument(value);
}

export function renderField({ kind, blocks }: Field, units: ReadonlyMap<number, readonly Unit[]>): string {
  const [text] = blocks;
  if (kind !== 'text' || text?.kind !== 'sentences' || blocks.length > 1) return renderBlocks(blocks, units);
  const sentences = units.get(0) ?? [];
  // Every sentence of it is elsewhere in the document, or there is no room for any.
  if (sentences.length === 0) return `${text.head} ${ELLIPSIS}`;
  return `${joinSentences(sentences)}${sentences.length === text.total ? '' : ` ${ELLIPSIS}`}`;
}

const SAMPLE = 80;

/** The shortest thing that can be said of a value: what it is, how much there is, and how it begins. */
export function describeBriefly({ blocks }: Field): string {
  const [block] = blocks;
  const [first] = block?.units ?? [];
  if (first === undefined) return renderBlocks(blocks, new Map());
  const text = first.text.length <= SAMPLE ? first.text : `${cutAtWord(first.text, SAMPLE)}${ELLIPSIS}`;
  return renderBlocks(blocks.slice(0, 1), new Map([[0, [{ ...first, text }]]]));
}

export interface LargeField {
  readonly path: string;
  readonly tokens: number;
  readonly bytes: number;
}

const SHOWN = 8;

/** The members and entries that take most room, largest first: single values, or containers of many small ones. */
export async function listLargest(document: HandoffDocument, counter: TokenCounter): Promise<LargeField[]> {
  const fields: { path: string; text: string; bytes: number }[] = [];
  collect(asJson(document), '', fields);
  fields.sort((a, b) => b.bytes - a.bytes);
  const shown = fields.slice(0, SHOWN);
  const counts = await counter.countAll(shown.map(({ text }) => text));
  return shown.map(({ path, bytes }, index) => ({ path, tokens: counts[index] ?? 0, bytes }));
}

/** A container is listed itself if no single part of it takes a quarter of its size. */
function collect(value: Json, path: string, fields: { path: string; text: string; bytes: number }[]): number {
  const text = JSON.stringify(value);
  const bytes = utf8Length(text);
  const isContainer = typeof value === 'object' && value !== null;
  const parts = isContainer ? Object.entries(value as Readonly<Record<string, Json>>) : [];
  const isMany = parts.length > 0 && parts.every(([, part]) => utf8Length(JSON.stringify(part)) * 4 < bytes);
  if (!isContainer || parts.length === 0 || (isMany && path.split('/').length > 3)) fields.push({ path, text, bytes });
  else for (const [name, part] of parts) collect(part, `${path}/${escapePart(name)}`, fields);
  return bytes;
}
