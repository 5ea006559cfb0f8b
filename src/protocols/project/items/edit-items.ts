/** Changes to items that touch the lines of that item alone: in the form its neighbours have, or in its own place. */
import { applyEdits, detectLineEnding, hasFinalNewline, withLineEnding, type TextEdit } from '../../../kernel/text.ts';
import { planAddRow, planSetCells } from '../../../kernel/markdown/index.ts';
import type { ItemPriority, ItemState } from './dialect.ts';
import type { Item, ItemList } from './item.ts';
import { parseItems } from './parse-items.ts';
import { planNewGroup, planUnderGroup } from './place-items.ts';

export interface ItemDraft {
  readonly id?: string | undefined;
  readonly title: string;
  readonly priority?: ItemPriority | undefined;
  /** In brackets after the title: what blocks it, or what it waits for. */
  readonly note?: string | undefined;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const noteOf = ({ note }: ItemDraft): string => (note === undefined ? '' : ` (${oneLine(note)})`);
const inEnding = (lines: string, text: string): string => withLineEnding(lines, detectLineEnding(text));

/** A new item after the last one of its state, written as that one is; without one, as a list entry under its heading. */
export function addItem(text: string, draft: ItemDraft, state: 'ready' | 'blocked' = 'ready'): string {
  const list = parseItems(text);
  const last = list.items.findLast((item) => item.state === state && isAtHome(item, list));
  if (last === undefined) return applyEdits(text, [planFirst(text, list, state, renderEntry('-', true, draft, list))]);
  switch (last.place.form) {
    case 'row':
      return applyEdits(text, [planRow(text, last, last.place, draft, list)]);
    case 'heading':
      return insertAfter(text, last.end, `\n${renderHeading(text, last, draft)}\n`);
    case 'entry':
      return insertAfter(text, last.end, `${renderLike(last, draft, list)}\n`);
  }
}

/** An open box at the end of the completed list is open, but no place to add to. */
const isAtHome = (item: Item, { groups }: ItemList): boolean => {
  const group = groups.findLast(({ start, end }) => start <= item.start && item.start < end);
  return group === undefined || group.state === item.state || item.place.form === 'row';
};

function insertAfter(text: string, at: number, lines: string): string {
  const ending = detectLineEnding(text);
  const gap = at === 0 || hasFinalNewline(text.slice(0, at)) ? '' : ending;
  return applyEdits(text, [{ start: at, end: at, text: gap + withLineEnding(lines, ending) }]);
}

function planFirst(text: string, list: ItemList, state: ItemState, line: string): TextEdit {
  const group = list.groups.find((each) => each.state === state);
  return group === undefined ? planNewGroup(text, list, state, line) : planUnderGroup(text, group, line);
}

/** `T-001: title` in files that write a colon after ids, `T-001 title` otherwise. */
function renderLabel({ id, title }: ItemDraft, { items }: Pick<ItemList, 'items'>): string {
  if (id === undefined) return oneLine(title);
  const known = items.filter((item) => item.id !== undefined && item.place.form === 'entry');
  const hasColon = known.some(
    ({ place, id: other = '' }) => place.form === 'entry' && place.entry.text.includes(`${other}:`),
  );
  return `${id}${hasColon ? ':' : ''} ${oneLine(title)}`;
}

const tagOf = ({ priority }: ItemDraft): string =>
  priority === undefined || priority === 'medium' ? '' : ` (${priority})`;

const renderEntry = (marker: string, hasBox: boolean, draft: ItemDraft, list: ItemList): string =>
  `${marker} ${hasBox ? '[ ] ' : ''}${renderLabel(draft, list)}${tagOf(draft)}${noteOf(draft)}`;

function renderLike(neighbour: Item, draft: ItemDraft, list: ItemList): string {
  if (neighbour.place.form !== 'entry') return renderEntry('-', true, draft, list);
  const { marker, checkbox } = neighbour.place.entry;
  const [, number, mark] = /^(\d+)([.)])$/.exec(marker) ?? [];
  const next = number === undefined ? marker : `${Number(number) + 1}${mark}`;
  return renderEntry(next, checkbox !== undefined || number === undefined, draft, list);
}

function renderHeading(text: string, neighbour: Item, draft: ItemDraft): string {
  if (neighbour.place.form !== 'heading') return '';
  const raw = text.slice(neighbour.start, neighbour.place.headEnd);
  const after = neighbour.id === undefined ? '' : raw.slice(raw.indexOf(neighbour.id) + neighbour.id.length);
  const separator = /^\s*[-–—]\s/.exec(after)?.[0] ?? (draft.id === undefined ? '' : ': ');
  const tag = draft.priority === undefined ? '' : ` [${draft.priority}]`;
  const hashes = '#'.repeat(neighbour.place.level);
  return `${hashes} ${draft.id === undefined ? '' : draft.id + separator}${oneLine(draft.title)}${tag}${noteOf(draft)}`;
}

const cellOf = (item: Item | undefined, column: number): string =>
  item?.place.form === 'row' ? (item.place.table.rows[item.place.row]?.cells[column] ?? '') : '';

/** Rows that are merely numbered go on counting; undefined if an id is anything else. */
function nextNumber(items: readonly Item[]): string | undefined {
  const cells = items.flatMap((item) =>
    item.place.form === 'row' && item.place.columns.id !== -1 ? [cellOf(item, item.place.columns.id).trim()] : [],
  );
  if (cells.length === 0 || !cells.every((cell) => /^\d{1,6}$/.test(cell))) return undefined;
  return String(Math.max(...cells.map(Number)) + 1);
}

function planRow(
  text: string,
  neighbour: Item,
  place: Extract<Item['place'], { form: 'row' }>,
  draft: ItemDraft,
  { items }: ItemList,
): TextEdit {
  const { table, columns } = place;
  const values = table.columns.map(() => '');
  const hasIdColumn = columns.id !== -1;
  if (hasIdColumn) values[columns.id] = draft.id ?? nextNumber(items) ?? '-';
  const words = `${oneLine(draft.title)}${columns.status === -1 ? noteOf(draft) : ''}`;
  values[columns.title] = hasIdColumn || draft.id === undefined ? words : `${draft.id}: ${words}`;
  if (columns.status !== -1) values[columns.status] = cellOf(neighbour, columns.status);
  if (columns.priority !== -1) {
    const wanted = draft.priority ?? 'medium';
    const same = items.find(
      (item) => item.place.form === 'row' && item.place.table.line === table.line && item.priority === wanted,
    );
    values[columns.priority] = same === undefined ? wanted : cellOf(same, columns.priority);
  }
  return planAddRow(text, table, values);
}

/** A list entry moves to the completed ones with what is nested in it; headings and rows are marked in place. */
export function completeItem(text: string, item: Item, date: string): string {
  if (item.place.form !== 'entry') return markInPlace(text, item, 'done', `done ${date}`);
  return moveEntry(text, item, 'done', (line) => `${tick(line)} (${date})`);
}

export function blockItem(text: string, item: Item, reason: string): string {
  const note = `blocked: ${oneLine(reason)}`;
  if (item.place.form !== 'entry') return markInPlace(text, item, 'blocked', note);
  return moveEntry(text, item, 'blocked', (line) => `${line} (${note})`);
}

/** An entry that waited goes back to the ready ones, without the note that said why. Other forms are left to people. */
export function unblockItem(text: string, item: Item): string {
  if (item.place.form !== 'entry') return text;
  return moveEntry(text, item, 'ready', (line) => line.replace(/ \((?:blocked|after)\b[^)]*\)$/, ''));
}

const BOX = /^(\s*)(?:[-*+]|\d+[.)])(\s+)\[[ xX]\]/;

/** `- [x]` in front of what had a box or a number; a plain bullet stays one. */
const tick = (line: string): string =>
  BOX.test(line) ? line.replace(/\[[ xX]\]/, '[x]') : line.replace(/^(\s*)\d+[.)](\s+)/, '$1-$2[x] ');

function moveEntry(
  text: string,
  item: Item,
  to: 'done' | 'blocked' | 'ready',
  change: (line: string) => string,
): string {
  const block = text.slice(item.start, item.end);
  const [, first = '', rest = ''] = /^([^\r\n]*)([\s\S]*)$/.exec(block) ?? [];
  const line = change(first.trimEnd());
  const list = parseItems(text);
  const group = list.groups.find((each) => each.state === to);
  const inGroup = list.items.filter(
    (each) => group !== undefined && each.start >= group.start && each.start < group.end && each.start !== item.start,
  );
  // A completed list that is a table has other columns than a line has words: the entry is marked in place.
  const isForeign = inGroup.length > 0 && inGroup.every(({ place }) => place.form !== 'entry');
  const isThere = group !== undefined && group.start <= item.start && item.start < group.end;
  if (isForeign || isThere) return applyEdits(text, [{ start: item.start, end: item.end, text: line + rest }]);
  const removed = applyEdits(text, [{ start: item.start, end: item.end, text: '' }]);
  const moved = hasFinalNewline(rest) || rest === '' ? `${line}${rest}`.replace(/[\r\n]+$/, '') : line + rest;
  return insertMoved(removed, to, inEnding(moved, text));
}

/** Completed items are newest first, all others in the order they came. */
function insertMoved(text: string, state: 'done' | 'blocked' | 'ready', block: string): string {
  const ending = detectLineEnding(text);
  const list = parseItems(text);
  const same = list.items.filter((item) => item.state === state && item.place.form === 'entry' && isAtHome(item, list));
  const neighbour = state === 'done' ? same[0] : same.at(-1);
  if (neighbour === undefined) return applyEdits(text, [planFirst(text, list, state, block)]);
  if (state !== 'done') return insertAfter(text, neighbour.end, `${block}\n`);
  return applyEdits(text, [{ start: neighbour.start, end: neighbour.start, text: block + ending }]);
}

const CELL_WORDS: Readonly<Record<'done' | 'blocked', string>> = { done: 'DONE', blocked: 'BLOCKED' };

function markInPlace(text: string, item: Item, state: 'done' | 'blocked', note: string): string {
  if (item.place.form === 'heading') {
    const raw = text.slice(item.start, item.place.headEnd).replace(/[\r\n]+$/, '');
    const head = raw.replace(/[ \t]+#*[ \t]*$/, '');
    return applyEdits(text, [{ start: item.start + head.length, end: item.start + raw.length, text: ` (${note})` }]);
  }
  if (item.place.form !== 'row') return text;
  const { table, row, columns } = item.place;
  const values: (string | undefined)[] = table.columns.map(() => undefined);
  const isMarked = columns.status !== -1;
  if (isMarked) values[columns.status] = statusWord(item, state, text);
  if (!isMarked || state === 'blocked') {
    const title = table.rows[row]?.cells[columns.title] ?? '';
    values[columns.title] = `${title} (${note})`;
  }
  return applyEdits(text, planSetCells(text, table, row, values));
}

/** As the column writes it elsewhere, else in the case the column uses. */
function statusWord(item: Item, state: 'done' | 'blocked', text: string): string {
  if (item.place.form !== 'row') return CELL_WORDS[state];
  const { columns, table, row } = item.place;
  const known = parseItems(text).items.find(
    (each) => each.state === state && each.place.form === 'row' && each.place.columns.status !== -1,
  );
  if (known?.place.form === 'row') {
    const cell = known.place.table.rows[known.place.row]?.cells[known.place.columns.status] ?? '';
    if (cell !== '') return cell;
  }
  const own = table.rows[row]?.cells[columns.status] ?? '';
  const word = CELL_WORDS[state];
  return own === own.toUpperCase()
    ? word
    : own === own.toLowerCase()
      ? word.toLowerCase()
      : word[0] + word.slice(1).toLowerCase();
}
