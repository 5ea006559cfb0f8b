/**
 * The words people use in NEXT_ACTIONS.md: states in headings and status cells, ids, priorities. Reading only, never
 * written back. Tables of tasks: by an id column, a status column, or the heading above them.
 */

import { anyCase, isAscii, type TextTest } from '../../../kernel/any-case.ts';
import type { Table } from '../../../kernel/markdown/index.ts';
import type { Item, ItemColumns, ItemGroup } from './item.ts';

const ITEM_STATES = ['in_progress', 'ready', 'blocked', 'later', 'done', 'dropped'] as const;
/** What state an entry is in. */
export type ItemState = (typeof ITEM_STATES)[number];

/** `\b` knows the letters of English alone: it would not end after "Terminé" nor begin before "à faire". */
const EDGE = String.raw`[\p{L}\p{N}_]`;
/** Words in ASCII, words with a letter beyond it, and signs: the last two are not in a text that is ASCII. */
const words = (plain: string, accented: string, signs: string): TextTest =>
  anyCase(`(?<!${EDGE})(?:${plain}|${accented})(?!${EDGE})|${signs}`, String.raw`(?<!\w)(?:${plain})(?!\w)`);

/**
 * In the order they are tried: "Recently Completed" is done although it names no task, "Not yet scheduled" is later
 * although it says "scheduled". English first, then the languages seen in the wild.
 */
const STATE_WORDS: readonly (readonly [ItemState, TextTest])[] = [
  [
    'ready',
    words(
      'not[ -]?(?:yet[ -])?(?:started|begun|done|finished|completed?)|to be done|unfinished|incomplete|unblocked|nicht begonnen|no iniciad[oa]s?',
      'non commencée?s?',
      '未着手|未完成|未开始',
    ),
  ],
  [
    'dropped',
    words(
      "dropped|cancell?ed|abandoned|rejected|discarded|obsolete|won'?t (?:do|fix)|wontfix|superseded|verworfen|abgebrochen|descartad[oa]s?|cancelad[oa]s?|annullat[oaie]",
      'abandonnée?s?|annulée?s?|отменено',
      '取消|🗑|❌',
    ),
  ],
  [
    'later',
    words(
      'later|someday|not now|backlog|icebox|ideas?|future|(?:long|mid|medium)(?:er)?[ -]term|not (?:yet )?scheduled|nice[ -]to[ -]have|deferred|postponed|out of scope|irgendwann|plus tard|mais tarde',
      'später|más tarde|più tardi|позже',
      '💡|以后|後で',
    ),
  ],
  [
    'blocked',
    words(
      String.raw`blocked|blockers?|waiting|on[ -]hold|paused|parked|stuck|needs? (?!to\b|work\b|doing\b)\S+|pending (?:\S+ ){0,2}(?:after|on|until|review|decision|approval)|awaiting|blockiert|wartet|wartend|en attente|bloquead[oa]s?|en espera|aguardando|bloccat[oaie]|in attesa|geblokkeerd|wacht op|zablokowane|engellendi`,
      'bloquée?s?|заблокировано|ожидание|chặn|đang chờ',
      '阻塞|受阻|等待|保留|ブロック|차단|🚫|⛔|⏳|🔒',
    ),
  ],
  [
    'in_progress',
    words(
      'in[ _-]?progress|in[ -]flight|under ?way|doing|wip|ongoing|currently|current (?:work|tasks?|focus|sprint)|started|in arbeit|laufend|en cours|en curso|en progreso|em andamento|em progresso|in corso|in uitvoering|bezig|w toku|devam eden',
      'в работе|в процессе|đang làm|đang thực hiện',
      '进行中|進行中|진행 ?중|🔄|🚧|🏃',
    ),
  ],
  [
    'done',
    words(
      'completed|complete|done|finished|resolved|closed|shipped|released|merged|erledigt|abgeschlossen|fertig|fait(?:e?s)?|completad[oa]s?|hech[oa]s?|terminad[oa]s?|feit[oa]s?|completat[oaie]|fatt[oaie]|voltooid|afgerond|klaar|zrobione',
      'terminée?s?|complétée?s?|achevée?s?|concluíd[oa]s?|ukończone|сделано|готово|выполнено|завершено|tamamlandı|hoàn thành|đã xong',
      '完成|完了|완료|✅|☑|✔',
    ),
  ],
  [
    'ready',
    words(
      'ready|next|to[ -]?dos?|open|active|planned|upcoming|pending|queued?|now|immediate(?:ly)?|short[ -]term|asap|critical|urgent|p[0-3]|priorit(?:y|ies)|prioridad(?:es)?|action items?|remaining|offen|bereit|prochaine?s?|por hacer|pendientes?|siguientes?|a fazer|da fare|prossim[oaie]|te doen|do zrobienia',
      'priorit(?:és?|à|ät(?:en)?)|nächste[rn]?|als nächstes|à faire|próxim[oa]s?|к выполнению|следующие|yapılacak(?:lar)?|việc cần làm|tiếp theo',
      '下一步|待办|待辦|待处理|やること|할 ?일|🚀|📋|🎯|▶',
    ),
  ],
];

/** Headings that hold numbers, places or rules, whatever other words they contain. */
const NO_ITEMS = anyCase(
  String.raw`\b(?:summary|definition of (?:done|ready)|acceptance criteria|reference|key files?|file locations?|legend|notes?|rules?|history|changelog|links?|questions?|decisions?)\b`,
);

/** True for headings over counts, places and rules: nothing under them is an item. */
export const isNoGroup = (heading: string): boolean => NO_ITEMS(withPlainMarks(heading));

/** What a heading says about the items under it; undefined if it says nothing. */
export function findHeadingState(heading: string): ItemState | undefined {
  return isNoGroup(heading) ? undefined : findState(heading);
}

const SIGNS = /\p{Extended_Pictographic}\uFE0F?/gu;

/** A word says more than the sign before it: `⏳ ready` is ready. */
function findState(text: string): ItemState | undefined {
  const plain = withPlainMarks(text);
  return isAscii(plain) ? matchState(plain) : (matchState(plain.replaceAll(SIGNS, ' ')) ?? matchState(plain));
}

/** Dashes, quotes and dots beyond ASCII part words as a mark of ASCII does, and many headings are ASCII but for them. */
export const withPlainMarks = (text: string): string => text.replaceAll(/[\u2010-\u2027]/g, '!');

const matchState = (text: string): ItemState | undefined => {
  const composed = text.normalize('NFC');
  return STATE_WORDS.find(([, isSaid]) => isSaid(composed))?.[0];
};

/** A status cell says one thing: `NOT_STARTED`, `In Progress`, `✅ Done`, `done (v2)`. Undefined if it is empty or a dash. */
function readStatusCell(cell: string): ItemState | undefined {
  const said = cell.replaceAll(/[_*`]+/g, ' ').trim();
  return said === '' || /^[-–—]+$/.test(said) ? undefined : findState(said);
}

const HYPHENED = String.raw`[A-Z][A-Z0-9]{0,9}-\d{1,12}(?:-\d{1,15})*(?:\.\d{1,4})*`;
/** Without a hyphen only what is set apart by a mark counts: `P6 - …` is an id, `S3 bucket` is not. */
const SHORT = String.raw`[A-Z]{1,4}\d{1,4}(?:\.\d{1,4})*`;

/** As issues are numbered. */
const NUMBER = String.raw`#\d{1,9}`;
/** `[T-1](https://…)`: the address is not part of the title. */
const ADDRESS = String.raw`(?:\]\([^()\s]*\))`;

const LEADING_ID = new RegExp(
  String.raw`^(?:[✅✔☑🔄⏳🚧👤🔒❌🚫⛔▶🎯📋]️?\s*)*(?:\[(?=[^\]]*\]))?(?:\*\*|__|~~|${'`'})?\[?(?:(${HYPHENED})|(${NUMBER})(?=[\s:\])*]|$)|(${SHORT})(?=(?:\*\*|__|${'`'}|\])|\s*(?::|[-–—]\s)))(?:${ADDRESS}|\])?(?:\*\*|__|~~|${'`'})?(?:${ADDRESS}|\])?(?:\*\*|__)?(?:\s*[:.)]|\s+[-–—:])?(?:\*\*)?(?:\s+|$)`,
  'u',
);

/** An id in front of a title, and the words after it. */
export function splitId(heading: string): { readonly id: string | undefined; readonly title: string } {
  const match = LEADING_ID.exec(heading);
  const id = match?.[1] ?? match?.[2] ?? match?.[3];
  if (match === null || id === undefined) return { id: undefined, title: heading.trim() };
  return {
    id,
    title: heading
      .slice(match[0].length)
      .replace(/^\*\*\s*/, '')
      .trim(),
  };
}

/** A cell that is an id and nothing else. */
function findIdCell(cell: string): string | undefined {
  const bare = cell.replaceAll(/[*`[\]]/g, '').trim();
  return new RegExp(`^(?:${HYPHENED}|${SHORT}|#\\d{1,9})$`).test(bare) ? bare : undefined;
}

/** Every id of the hyphened form in a text, for "above every id that occurs". */
export const listIds = (text: string): string[] =>
  text.match(new RegExp(`(?<![A-Za-z0-9-])${HYPHENED}(?![A-Za-z0-9])`, 'g')) ?? [];

export type ItemPriority = 'critical' | 'high' | 'medium' | 'low';

const PRIORITIES: readonly (readonly [ItemPriority, RegExp])[] = [
  ['critical', /\b(?:critical|urgent|p0)\b/i],
  ['high', /\b(?:high|p1)\b/i],
  ['medium', /\b(?:medium|normal|p2)\b/i],
  ['low', /\b(?:low|p3)\b/i],
];

export const readPriority = (cell: string): ItemPriority | undefined =>
  PRIORITIES.find(([, pattern]) => pattern.test(cell))?.[0];

/** `T-014: Title [high]` or `(high)` after a title. */
export const findPriorityTag = (title: string): ItemPriority | undefined => {
  const tag = /[[(](critical|urgent|high|medium|normal|low|p[0-3])[\])]/i.exec(title)?.[1];
  return tag === undefined ? undefined : readPriority(tag);
};

/** "No open tasks.", "(none)", "All done": a line in the place of items. */
export const isPlaceholder = (line: string): boolean => PLACEHOLDER(line.trim());

const PLACEHOLDER = anyCase(
  String.raw`^(?:[-*+]\s+)?[_*(]*\s*(?:none\b|nothing\b|n/a\b|no (?:\S+ ){0,3}(?:tasks?|items?|blockers?|actions?|work)\b|all (?:\S+ ){0,4}(?:complete|done)\b|empty\b|keine\b|aucune?\b|ningun[oa]\b)`,
);

const TITLES =
  /^(?:task|title|item|action|what|todo|description|summary|name|work|feature|aufgabe|titel|tâche|tarea)s?$/i;
const STATUSES = /^(?:status|state|stand|état|estado|trạng thái)$/i;
const PRIORITY_COLUMN = /^(?:priority|prio|severity|priorität|priorité|prioridad)$/i;
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
  const [status, priority, assignee] = [named(STATUSES), named(PRIORITY_COLUMN), named(ASSIGNEES)];
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
