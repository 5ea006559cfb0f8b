/** Parts of a document that are shown as an extract: as long as there is room for, as short as there must be. */
import type { Json } from '../../../kernel/json.ts';
import { cutText } from '../../../kernel/text.ts';
import { blocksOf, type Block, type Unit } from '../extract/blocks.ts';
import { cutAtWord } from '../extract/cut-at-word.ts';
import { rankUnits, type Ranked } from '../extract/rank.ts';
import { ELLIPSIS, joinSentences, renderBlocks } from '../extract/render-blocks.ts';
import { wordsOf } from '../extract/words-of.ts';
import { parsePointer, stringsIn, withValueAt } from '../pointer.ts';
import type { HandoffDocument } from '../types.ts';
import { asDocument, asJson } from './strategies.ts';

export interface Field {
  /** Where the extract is. */
  readonly path: string;
  /** A text in its own place, a member that says what it was, or something that has no place of its own any more. */
  readonly kind: 'text' | 'member';
  readonly blocks: readonly Block[];
}

/** What a compressed document says of parts it has no other place for, by their names. */
const EXTRACT = '/handoff/payload/extract';
const MAX_NAME = 80;

export const textField = (path: string, text: string): Field => ({ path, kind: 'text', blocks: blocksOf(text) });

export const memberField = (path: string, value: Json): Field => ({ path, kind: 'member', blocks: blocksOf(value) });

/** `/handoff/context/success_criteria` is shown as `payload.extract["context.success_criteria"]`. */
export function extractField(path: string, value: Json): Field {
  const name = cutText(parsePointer(path).slice(1).join('.'), MAX_NAME, '…');
  return memberField(`${EXTRACT}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, value);
}

const isExtract = ({ path }: Field): boolean => path.startsWith(`${EXTRACT}/`);

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

/** The first units of the ranking that fit into so many bytes, by field. */
export function chooseUnits(ranking: readonly Ranked[], budgetBytes: number): Map<number, Map<number, Unit[]>> {
  const chosen = new Map<number, Map<number, Unit[]>>();
  let left = budgetBytes;
  for (const { field, block, unit, cost } of ranking) {
    if (cost > left) continue;
    left -= cost;
    const blocks = chosen.get(field) ?? new Map<number, Unit[]>();
    const units = blocks.get(block) ?? [];
    units.push(unit);
    chosen.set(field, blocks.set(block, units));
  }
  return chosen;
}

/** The document with each field as long as the units chosen for it. */
export function withFields(
  document: HandoffDocument,
  fields: readonly Field[],
  chosen: ReadonlyMap<number, ReadonlyMap<number, readonly Unit[]>>,
): HandoffDocument {
  let value = asJson(document);
  for (const [index, field] of fields.entries()) {
    const units = chosen.get(index);
    if (units === undefined && isExtract(field)) continue;
    value = withValueAt(value, field.path, renderField(field, units ?? new Map<number, readonly Unit[]>()));
  }
  return asDocument(value);
}

function renderField({ kind, blocks }: Field, units: ReadonlyMap<number, readonly Unit[]>): string {
  if (kind === 'member') return renderBlocks(blocks, units);
  const [text] = blocks;
  const sentences = units.get(0) ?? [];
  // Every sentence of it is elsewhere in the document, or there is no room for any.
  if (sentences.length === 0) return `${text?.head ?? ''} ${ELLIPSIS}`;
  return `${joinSentences(sentences)}${sentences.length === text?.total ? '' : ` ${ELLIPSIS}`}`;
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
