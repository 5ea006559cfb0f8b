import { canonicalJson } from '../../kernel/canonical-json.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import type { Json } from '../../kernel/json.ts';
import type { TaskRecord } from '../../kernel/tasks.ts';
import { renderBody, type ForeignTask, type ReportRow } from './foreign-task.ts';

/** What becomes of one foreign task. */
export type PlannedItem =
  | { readonly action: 'create'; readonly foreign: ForeignTask; readonly body: string; readonly marks: SourceMarks }
  | {
      readonly action: 'update';
      readonly foreign: ForeignTask;
      readonly body: string;
      readonly marks: SourceMarks;
      readonly known: TaskRecord;
      readonly merge: Merge;
    }
  | { readonly action: 'unchanged'; readonly foreign: ForeignTask; readonly known: TaskRecord };

export interface ImportPlan {
  readonly items: readonly PlannedItem[];
  readonly rows: readonly ReportRow[];
}

/** Tasks that were imported from this source before, by their foreign id, and the bodies of those that matter. */
export interface KnownTasks {
  readonly byForeignId: ReadonlyMap<string, TaskRecord>;
  /** Foreign ids of those that were not imported, but exported from here. */
  readonly own: ReadonlySet<string>;
  readonly bodies: ReadonlyMap<string, string>;
  /** Ids of all tasks that are here, wherever they came from. */
  readonly taken: ReadonlySet<string>;
}

/** Tasks whose own body has to be known before anything can be decided about them. */
export const findChanged = (
  tasks: readonly ForeignTask[],
  known: KnownTasks['byForeignId'],
  own: KnownTasks['own'],
): TaskRecord[] =>
  tasks.flatMap((foreign) => {
    const task = known.get(foreign.id);
    if (task === undefined) return [];
    const base = findMarks(task.metadata.imported?.base ?? '');
    const marks = marksOfForeign(foreign, renderBody(foreign));
    return own.has(foreign.id) || base === undefined || differs(base, marks) ? [task] : [];
  });

const differs = (a: SourceMarks, b: SourceMarks): boolean =>
  Object.entries(a).some(([field, mark]) => mark !== b[field as keyof SourceMarks]);

const TAKEN = 'another task has this id here; it gets a new one';

export function planImport(tasks: readonly ForeignTask[], known: KnownTasks): ImportPlan {
  const rows: ReportRow[] = [];
  const foreignIds = new Map([...known.byForeignId].map(([foreignId, { id }]) => [id, foreignId]));
  const items = tasks.map((foreign) => planItem(foreign, known, foreignIds, rows));
  const present = new Set(tasks.map(({ id }) => id));
  for (const id of known.byForeignId.keys())
    if (!present.has(id))
      rows.push({ kind: 'dropped', item: id, detail: 'it is no longer in the source; it stays here' });
  return { items: items.filter((item) => item !== undefined), rows };
}

function planItem(
  foreign: ForeignTask,
  known: KnownTasks,
  foreignIds: ReadonlyMap<string, string>,
  rows: ReportRow[],
): PlannedItem | undefined {
  const body = renderBody(foreign);
  const marks = marksOfForeign(foreign, body);
  const task = known.byForeignId.get(foreign.id);
  if (task === undefined) {
    if (known.taken.has(foreign.taskId ?? ''))
      rows.push({ kind: 'changed', item: foreign.id, field: 'id', detail: TAKEN });
    return { action: 'create', foreign, body, marks };
  }
  if (known.own.has(foreign.id)) return planOwn(foreign, task, marks, known, foreignIds, rows);
  if (isOther(task, foreign)) {
    rows.push({
      kind: 'skipped',
      item: foreign.id,
      detail: `${task.id} was imported under this id from somewhere else; name this source with --as NAME`,
    });
    return undefined;
  }
  const base = findMarks(task.metadata.imported?.base ?? '');
  if (base !== undefined && !differs(base, marks)) return { action: 'unchanged', foreign, known: task };
  const current = known.bodies.get(task.id) ?? '';
  const merge = mergeFields({ foreign, task, current, base, marks }, (id) => foreignIds.get(id) ?? id);
  for (const field of merge.conflicts)
    rows.push({
      kind: 'conflict',
      item: foreign.id,
      field,
      detail: `changed here (${task.id}) and there; what is here stays`,
    });
  if (merge.isHeld) rows.push({ kind: 'conflict', item: foreign.id, field: 'status', detail: IN_PROGRESS_STAYS });
  return { action: 'update', foreign, body, marks, known: task, merge };
}

/** It was exported from here: the task stays as it is, and what differs there is named. */
function planOwn(
  foreign: ForeignTask,
  task: TaskRecord,
  marks: SourceMarks,
  { bodies }: KnownTasks,
  foreignIds: ReadonlyMap<string, string>,
  rows: ReportRow[],
): PlannedItem | undefined {
  const here = marksOfTask(task, bodies.get(task.id) ?? '', (id) => foreignIds.get(id) ?? id);
  const changed = IMPORTED_FIELDS.filter((field) => here[field] !== marks[field]);
  if (changed.length === 0) return { action: 'unchanged', foreign, known: task };
  rows.push({
    kind: 'skipped',
    item: foreign.id,
    detail: `it was exported from here and is ${task.id}, which stays as it is; different there: ${changed.join(', ')}`,
  });
  return undefined;
}

/** The same id, but made at another time: an item of another project. */
const isOther = (task: TaskRecord, { createdAt }: ForeignTask): boolean =>
  createdAt !== undefined &&
  task.metadata.imported?.createdAt !== undefined &&
  task.metadata.imported.createdAt !== createdAt;

/** Which fields follow the other tool. */
interface Merge {
  readonly fields: readonly ImportedField[];
  /** Changed on both sides, to different values. */
  readonly conflicts: readonly ImportedField[];
  /** An agent works on it: its status is left alone. */
  readonly isHeld: boolean;
}

const IN_PROGRESS_STAYS = 'an agent works on it here; its status stays';

interface Sides {
  readonly foreign: ForeignTask;
  readonly task: TaskRecord;
  /** Its body now. */
  readonly current: string;
  /** What the other tool said last time; undefined if nobody knows. */
  readonly base: SourceMarks | undefined;
  readonly marks: SourceMarks;
}

/** A field follows the other tool if it changed there and not here. */
function mergeFields({ task, current, base, marks }: Sides, foreignId: (id: string) => string): Merge {
  const own = marksOfTask(task, current, foreignId);
  const changedThere = IMPORTED_FIELDS.filter((field) => marks[field] !== base?.[field] && marks[field] !== own[field]);
  const isHeld = task.status === 'in-progress' && changedThere.includes('status');
  const free = changedThere.filter((field) => !(isHeld && field === 'status'));
  const conflicts = free.filter((field) => base !== undefined && own[field] !== base[field]);
  return { fields: free.filter((field) => !conflicts.includes(field)), conflicts, isHeld };
}

/** The fields of a task that an import writes, in the order of their marks. */
const IMPORTED_FIELDS = [
  'title',
  'status',
  'priority',
  'assignee',
  'routing',
  'labels',
  'dueBy',
  'parent',
  'dependsOn',
  'body',
] as const;
export type ImportedField = (typeof IMPORTED_FIELDS)[number];

/** A short hash per field: what is compared, not kept. */
export type SourceMarks = Readonly<Record<ImportedField, string>>;

const VERSION = 'v1';
const MARK_LENGTH = 8;

const mark = (value: Json): string => sha256Hex(canonicalJson(value)).slice(0, MARK_LENGTH);

/** Of what the other tool says. */
function marksOfForeign(task: ForeignTask, body: string): SourceMarks {
  return toMarks({
    title: task.title,
    status: task.status,
    priority: task.priority ?? 'normal',
    assignee: task.assignee ?? null,
    routing: {
      role: task.routing?.role ?? null,
      team: task.routing?.team ?? null,
      tags: [...(task.routing?.tags ?? [])],
    },
    labels: [...task.labels],
    dueBy: task.dueBy ?? null,
    parent: task.parent ?? null,
    dependsOn: [...task.dependsOn].sort(),
    body: withoutWorkLog(body),
  });
}

/** Of what is here now; `foreignId` turns ids of tasks into those of the other tool. */
function marksOfTask(task: TaskRecord, body: string, foreignId: (id: string) => string): SourceMarks {
  const { agent, role, team, tags } = task.routing;
  return toMarks({
    title: task.title,
    status: task.status,
    priority: task.priority,
    assignee: agent ?? null,
    routing: { role: role ?? null, team: team ?? null, tags: [...tags] },
    labels: [...(task.metadata.labels ?? [])],
    dueBy: task.metadata.dueBy ?? null,
    parent: task.parentId === undefined ? null : foreignId(task.parentId),
    dependsOn: task.dependsOn.map(foreignId).sort(),
    body: withoutWorkLog(body),
  });
}

const toMarks = (values: Readonly<Record<ImportedField, Json>>): SourceMarks =>
  Object.fromEntries(IMPORTED_FIELDS.map((field) => [field, mark(values[field])])) as Record<ImportedField, string>;

export const renderMarks = (marks: SourceMarks): string =>
  [VERSION, ...IMPORTED_FIELDS.map((field) => marks[field])].join('.');

/** Undefined for marks of another version, or made by hand. */
function findMarks(text: string): SourceMarks | undefined {
  const [version, ...marks] = text.split('.');
  if (version !== VERSION || marks.length !== IMPORTED_FIELDS.length) return undefined;
  return Object.fromEntries(IMPORTED_FIELDS.map((field, at) => [field, marks[at] ?? ''])) as Record<
    ImportedField,
    string
  >;
}

const WORK_LOG = /(?:^|\n)## Work Log\s*\n[\s\S]*$/;

/** The text that an import wrote, without what agents have added since. */
const withoutWorkLog = (body: string): string => body.replaceAll('\r\n', '\n').replace(WORK_LOG, '').trim();

/** The work log with its heading; empty if there is none. */
export const workLogOf = (body: string): string => WORK_LOG.exec(body.replaceAll('\r\n', '\n'))?.[0].trim() ?? '';
