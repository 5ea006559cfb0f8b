/** Tables of tasks: by an id column, a status column, or the heading above them. */
import type { Table } from '../../../kernel/markdown/index.ts';
import { findIdCell, findPriorityTag, readPriority, readStatusCell, splitId } from './dialect.ts';
import type { Item, ItemColumns, ItemGroup } from './item.ts';

const TITLES =
  /^(?:task|title|item|action|what|todo|description|summary|name|work|feature|aufgabe|titel|tâche|tarea)s?$/i;
const STATUSES = /^(?:status|state|stand|état|estado|trạng thái)$/i;
const PRIORITIES = /^(?:priority|prio|severity|priorität|priorité|prioridad)$/i;
const ASSIGNEES = /^(?:owner|assigned(?: to)?|assignee|agent|who|by)$/i;
const IDS = /^(?:id|#|no\.?|nr\.?|key|ticket|task id)$/i;

export function readRows(table: Table, group: ItemGroup | undefined): Item[] {
  const columns = findColumns(table);
  if (columns === undefined) return [];
  const items = table.rows.flatMap((_, row) => readRow(table, row, columns, group));
  const isTasks = items.some(({ id }) => id !== undefined) || group !== undefined || hasStates(table, columns);
  return isTasks ? items : [];
}

const hasStates = ({ rows }: Table, { status }: ItemColumns): boolean =>
  status !== -1 && rows.some(({ cells }) => readStatusCell(cells[status] ?? '') !== undefined);

/** Undefined if nothing in the table could be a title. */
function findColumns({ columns, rows }: Table): ItemColumns | undefined {
  const named = (pattern: RegExp): number => columns.findIndex((title) => pattern.test(title.trim()));
  const countIds = (column: number): number =>
    rows.filter(({ cells }) => findIdCell(cells[column] ?? '') !== undefined).length;
  const isIds = (column: number): boolean => countIds(column) * 2 >= Math.max(rows.length, 1);
  const byName = named(IDS);
  const id = byName === -1 ? columns.findIndex((_, column) => isIds(column)) : byName;
  const [status, priority, assignee] = [named(STATUSES), named(PRIORITIES), named(ASSIGNEES)];
  const taken = new Set([id, status, priority, assignee]);
  const titled = columns.findIndex((title, column) => TITLES.test(title.trim()) && !taken.has(column));
  const title = titled === -1 && id !== -1 ? columns.findIndex((_, column) => !taken.has(column)) : titled;
  return title === -1 ? undefined : { id, title, status, priority, assignee };
}

function readRow(table: Table, row: number, columns: ItemColumns, group: ItemGroup | undefined): Item[] {
  const source = table.rows[row];
  const cell = (column: number): string => (column === -1 ? '' : (source?.cells[column] ?? '').trim());
  const split = splitId(cell(columns.title));
  const id = findIdCell(cell(columns.id)) ?? split.id;
  const title = findIdCell(cell(columns.id)) === undefined ? split.title : cell(columns.title);
  if (source === undefined || title.replaceAll(/[-–—\s]/g, '') === '') return [];
  return [
    {
      id,
      title,
      state: readStatusCell(cell(columns.status)) ?? group?.state ?? 'ready',
      priority: readPriority(cell(columns.priority)) ?? findPriorityTag(title),
      assignee: /^[-–—]?$/.test(cell(columns.assignee)) ? undefined : cell(columns.assignee),
      reason: undefined,
      group: group?.heading ?? '',
      line: source.line,
      lastLine: source.line,
      start: source.source.start,
      end: source.source.next,
      place: { form: 'row', table, row, columns },
    },
  ];
}
