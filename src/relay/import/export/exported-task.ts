import { given } from '../../../kernel/given.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { TaskPriority, TaskRecord, TaskStatus } from '../../../kernel/tasks.ts';
import {
  ORIGIN_FIELD,
  parseCriteria,
  renderComment,
  renderCriteria,
  renderSection,
  type Comment,
  type Criterion,
  type ReportRow,
} from '../foreign-task.ts';
import { statusOfWord } from '../sources/index.ts';

/** A task with what another tool needs of it. */
export interface ExportedTask {
  readonly task: TaskRecord;
  readonly parts: BodyParts;
  /** Its id in the other tool. */
  readonly id: string;
  /** How many files its folder has. */
  readonly artifacts: number;
}

/** The id in the other tool of any task that is exported too. */
export type ForeignId = (taskId: string) => string | undefined;

export interface ExportedFile {
  /** Relative to the target, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** What came from the same tool and had no place here. */
export const extraOf = (task: TaskRecord, tool: string): JsonObject =>
  isFrom(task, tool) ? (task.metadata.imported?.extra ?? {}) : {};

/** True for a task that was imported from this tool under its usual name. */
export const isFrom = ({ metadata }: TaskRecord, tool: string): boolean => metadata.imported?.from === tool;

/** True for a task that the next import from there finds by its id. */
const isKnownThere = (task: TaskRecord, tool: string, id: string): boolean =>
  isFrom(task, tool) && task.metadata.imported?.id === id;

/** By what an import into the same data dir knows one of its own tasks again. */
export const markOf = (task: TaskRecord, tool: string, id: string): JsonObject =>
  isKnownThere(task, tool, id) ? {} : { [ORIGIN_FIELD]: task.uid };

/** The word that the tool had for it, as long as it still means the status that the task has. */
export function saidStatus(task: TaskRecord, tool: string): string | undefined {
  const { status: said } = extraOf(task, tool);
  return typeof said === 'string' && statusOfWord(said) === task.status ? said : undefined;
}

/** What a tool cannot say of a task; the words follow `written as`. */
export interface Shortfalls {
  readonly statuses: Readonly<Partial<Record<TaskStatus, string>>>;
  readonly priorities: Readonly<Partial<Record<TaskPriority, string>>>;
}

/** What the other tool has no field for, or no word. */
export function rowsOf(
  { task, id, artifacts }: ExportedTask,
  tool: string,
  { statuses, priorities }: Shortfalls,
): ReportRow[] {
  const { role, team, tags } = task.routing;
  const { block, resource, reviewRequired } = task.metadata;
  const status = statuses[task.status];
  const priority = priorities[task.priority];
  const item = `${task.id} (${id})`;
  const row = (field: string, detail: string): ReportRow => ({ kind: 'dropped', item, field, detail });
  const changed = (field: string, from: string, to: string): ReportRow => ({
    kind: 'changed',
    item,
    field,
    detail: `${from} is written as ${to}`,
  });
  return [
    ...(isKnownThere(task, tool, id) ? [] : [changed('id', task.metadata.imported?.id ?? task.id, id)]),
    ...(status === undefined ? [] : [changed('status', task.status, status)]),
    ...(priority === undefined ? [] : [changed('priority', task.priority, priority)]),
    ...(role === undefined && team === undefined && tags.length === 0 ? [] : [row('routing', 'role, team and tags')]),
    ...(task.lease === undefined ? [] : [row('lease', `held by ${task.lease.agent}`)]),
    ...(block === undefined ? [] : [row('block', block.reason)]),
    ...(resource === undefined ? [] : [row('resource', resource)]),
    ...(reviewRequired === undefined ? [] : [row('reviewRequired', String(reviewRequired))]),
    ...(artifacts === 0 ? [] : [row('files', `${artifacts} files of its folder`)]),
  ];
}

/** A heading of level two with all up to the next one, as it is written. */
interface Piece {
  readonly title: string;
  readonly raw: string;
}

/** In the order in which an import of beads writes its fields; criteria that are no list come after the design. */
const FIELDS = ['Acceptance Criteria', 'Design', 'Acceptance Criteria', 'Notes', 'Close Reason', 'Comments'];
const WORK_LOG = 'Work Log';

/**
 * A task's body by the fields that beads has for it: the sections at its end that an import would write the same way.
 * All before them is the description, to the last blank line: what comes back is what was there.
 */
export function splitFields(body: string): BodyParts {
  const pieces = toPieces(body.replaceAll('\r\n', '\n'));
  const log = pieces.at(-1)?.title === WORK_LOG ? pieces.pop() : undefined;
  let parts: Pick<BodyParts, 'criteria' | 'comments'> = { criteria: [], comments: [] };
  const sections = new Map<string, string>();
  let rank = FIELDS.length;
  for (let piece = pieces.at(-1); piece !== undefined && pieces.length > 1; piece = pieces.at(-1)) {
    const { title } = piece;
    const text = piece.raw.slice(`## ${title}\n\n`.length).trimEnd();
    const read = readField(title, text);
    const at = read.criteria === undefined ? FIELDS.lastIndexOf(title) : FIELDS.indexOf(title);
    if (at < 0 || at >= rank || !isWrittenAs(piece, text) || !/^$|[^\n]\n\n$/.test(pieces.at(-2)?.raw ?? '')) break;
    if (title === 'Comments' && read.comments === undefined) break;
    if (read.criteria === undefined && read.comments === undefined) sections.set(title, text);
    parts = { ...parts, ...read };
    rank = at;
    pieces.pop();
  }
  const prose = pieces.map(({ raw }) => raw).join('');
  return {
    ...parts,
    description: [prose.trim(), log?.raw.trim() ?? ''].filter((text) => text !== '').join('\n\n'),
    sections,
  };
}

const isWrittenAs = ({ title, raw }: Piece, text: string): boolean =>
  text !== '' && text === text.trim() && raw.trimEnd() === renderSection(title, text);

/** Undefined parts would not come back as they are. */
function readField(title: string, text: string): Partial<Pick<BodyParts, 'criteria' | 'comments'>> {
  if (title === 'Acceptance Criteria') {
    const criteria = parseCriteria(text);
    return criteria !== undefined && renderCriteria(criteria) === text ? { criteria } : {};
  }
  if (title !== 'Comments') return {};
  const comments = parseComments(text);
  return comments !== undefined && comments.map(renderComment).join('\n\n') === text ? { comments } : {};
}

function toPieces(body: string): Piece[] {
  const pieces: { title: string; raw: string }[] = [{ title: '', raw: '' }];
  let isFenced = false;
  for (const line of body.split(/(?<=\n)/)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced;
    const title = isFenced ? undefined : /^## +(.+?)\s*$/.exec(line)?.[1];
    const last = pieces.at(-1);
    if (title !== undefined) pieces.push({ title, raw: line });
    else if (last !== undefined) last.raw += line;
  }
  return pieces;
}

/** A task's body by its sections of level two; what comes before the first is the description. */
export interface BodyParts {
  readonly description: string;
  readonly criteria: readonly Criterion[];
  readonly comments: readonly Comment[];
  /** All other sections, in their order. */
  readonly sections: ReadonlyMap<string, string>;
}

export function splitBody(body: string): BodyParts {
  const sections = new Map<string, string>();
  let title = '';
  let isFenced = false;
  for (const line of body.replaceAll('\r\n', '\n').split('\n')) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced;
    const heading = isFenced ? undefined : /^## +(.+?)\s*$/.exec(line)?.[1];
    if (heading === undefined) sections.set(title, `${sections.get(title) ?? ''}${line}\n`);
    else title = heading;
  }
  const take = (name: string): string => {
    const text = sections.get(name)?.trim() ?? '';
    sections.delete(name);
    return text;
  };
  const description = take('');
  const criteriaText = take('Acceptance Criteria');
  const criteria = parseCriteria(criteriaText);
  if (criteria === undefined) sections.set('Acceptance Criteria', criteriaText);
  const commentText = take('Comments');
  const comments = parseComments(commentText);
  if (comments === undefined) sections.set('Comments', commentText);
  return {
    description,
    criteria: criteria ?? [],
    comments: comments ?? [],
    sections: new Map([...sections].map(([name, text]) => [name, text.trim()])),
  };
}

const HEAD = /^- (?:(\d{4}-\d\d-\d\dT[\d:.]+Z) ?)?(?:([^\n:]{1,200}): )?/;

/** As an import writes them; undefined for anything else. */
function parseComments(text: string): Comment[] | undefined {
  if (text === '') return [];
  const blocks = text.split(/\n\n(?=- )/);
  if (!blocks.every((block) => block.startsWith('- '))) return undefined;
  return blocks.map((block) => {
    const [head = '', at, author] = HEAD.exec(block) ?? [];
    return {
      ...given({ at, author }),
      text: block.slice(head.length).replaceAll('\n  ', '\n'),
    };
  });
}
