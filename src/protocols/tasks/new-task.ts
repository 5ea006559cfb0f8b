import { BatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { isTaskId } from '../../kernel/ids.ts';
import type { TaskChange, TaskLookup, TaskPut } from '../../kernel/ports/index.ts';
import type { TaskEntry, TaskMetadata, TaskPriority, TaskRecord, TaskRouting, TaskStatus } from '../../kernel/tasks.ts';
import { renderIsoDate, renderIsoTime } from '../../kernel/time.ts';
import { isMoveAllowed, TaskEdit, type Acting } from './task-edit.ts';

export interface NewTask {
  readonly title: string;
  /** Taken if it is free; without it the next number of the day. */
  readonly id?: string;
  /** A ULID. */
  readonly uid: string;
  readonly status?: 'ready' | 'backlog';
  readonly priority?: TaskPriority;
  readonly routing?: Partial<TaskRouting>;
  readonly parentId?: string;
  readonly dependsOn?: readonly string[];
  readonly body?: string;
  readonly metadata?: TaskMetadata;
}

const MAX_TITLE = 500;

export function planNewTask(lookup: TaskLookup, wanted: NewTask, acting: Acting): TaskChange<TaskEntry> {
  const task = toRecord(lookup, wanted, acting);
  const edit = new TaskEdit({ task }, acting);
  edit.log('task.created', {
    title: task.title,
    status: task.status,
    ...given({ parentId: task.parentId }),
  });
  const body = wanted.body ?? '';
  const text = body === '' || body.endsWith('\n') ? body : `${body}\n`;
  return {
    puts: [{ task, body: { kind: 'replace', text: text === '' || text.startsWith('\n') ? text : `\n${text}` } }],
    events: edit.toChange(null).events,
    result: { task },
  };
}

/** On one line. */
export function cleanTitle(text: string): string {
  const title = text.replaceAll(/\s+/g, ' ').trim();
  if (title !== '' && title.length <= MAX_TITLE) return title;
  throw new BatonError('INPUT_INVALID', `a title has 1 to ${MAX_TITLE} characters`, { title: title.slice(0, 80) });
}

function toRecord(lookup: TaskLookup, wanted: NewTask, { actor, now }: Acting): TaskRecord {
  const title = cleanTitle(wanted.title);
  const dependsOn = [...new Set(wanted.dependsOn ?? [])];
  for (const id of [...dependsOn, ...(wanted.parentId === undefined ? [] : [wanted.parentId])]) assertKnown(lookup, id);
  const at = renderIsoTime(now);
  return {
    schemaVersion: 1,
    id: chooseId(lookup, wanted.id, now),
    uid: wanted.uid,
    title,
    status: wanted.status ?? 'ready',
    priority: wanted.priority ?? 'normal',
    routing: { ...wanted.routing, tags: [...(wanted.routing?.tags ?? [])] },
    createdAt: at,
    updatedAt: at,
    lastTransitionAt: at,
    createdBy: actor,
    ...given({ parentId: wanted.parentId }),
    dependsOn,
    rev: 1,
    metadata: wanted.metadata ?? {},
  };
}

function chooseId(lookup: TaskLookup, id: string | undefined, now: number): string {
  if (id === undefined) return lookup.freeId(renderIsoDate(now));
  if (lookup.statusOf(id) === undefined && isTaskId(id)) return id;
  throw new BatonError('TASK_CHANGED', `${id} is taken or not a task id`, { id });
}

function assertKnown(lookup: TaskLookup, id: string): void {
  if (lookup.statusOf(id) === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${id}`, { id });
}

/** Adds and removes dependencies; refuses those that would make tasks wait for each other. */
export function planDependencies(
  lookup: TaskLookup,
  id: string,
  change: { readonly add: readonly string[]; readonly remove: readonly string[] },
  acting: Acting,
): TaskChange<TaskEntry> {
  const entry = getEntry(lookup, id);
  assertCanWait(lookup, id, change.add);
  const dependsOn = [...new Set([...entry.task.dependsOn, ...change.add])].filter(
    (other) => !change.remove.includes(other),
  );
  const edit = new TaskEdit(entry, acting);
  if (dependsOn.join() === entry.task.dependsOn.join()) return edit.toChange(entry);
  edit.set({ dependsOn }).log('task.depended', { dependsOn, added: change.add, removed: change.remove });
  return edit.toChange(edit.entry);
}

/** Fails with TASK_NOT_FOUND, or with TASK_CYCLE if one of the others waits for this task already. */
export function assertCanWait(lookup: TaskLookup, id: string, others: readonly string[]): void {
  for (const other of others) {
    assertKnown(lookup, other);
    const circle = findCircle(lookup, id, other);
    if (circle !== undefined) {
      throw new BatonError('TASK_CYCLE', `${id} cannot wait for ${other}: ${circle.join(' waits for ')}`, { circle });
    }
  }
}

/** The way from `other` back to `id`, if there is one. */
function findCircle(lookup: TaskLookup, id: string, other: string): string[] | undefined {
  const visited = new Set<string>();
  const visit = (at: string, way: string[]): string[] | undefined => {
    if (at === id) return [...way, id];
    if (visited.has(at)) return undefined;
    visited.add(at);
    for (const next of lookup.dependsOn(at)) {
      const found = visit(next, [...way, at]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return visit(other, [id]);
}

export function getEntry(lookup: TaskLookup, id: string): TaskEntry {
  const entry = lookup.get(id);
  if (entry === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${id}`, { id });
  return entry;
}

/** Fails with TASK_CHANGED if the caller saw an older state of the task. */
export function assertRev({ id, rev }: TaskRecord, wanted: number | undefined): void {
  if (wanted !== undefined && wanted !== rev)
    throw new BatonError('TASK_CHANGED', `${id} has rev ${rev}, not ${wanted}`, { id, rev });
}

export interface ImportedTask {
  readonly task: TaskRecord;
  readonly body: string;
  /** Files of its folder. */
  readonly artifacts?: readonly { readonly path: string; readonly content: string }[];
}

/** A task of another tool as a new one: with the status and the dates it has there. */
export function planImported({ task, body, artifacts = [] }: ImportedTask, acting: Acting): TaskChange<null> {
  const edit = new TaskEdit({ task }, acting);
  edit.log('task.created', {
    title: task.title,
    status: task.status,
    imported: aliasOf(task.metadata),
    ...given({ parentId: task.parentId }),
  });
  return {
    puts: [{ task, body: { kind: 'replace', text: toBodyText(body) } }],
    artifacts: artifacts.map(({ path, content }) => ({ taskId: task.id, path, content })),
    events: edit.toChange(null).events,
    result: null,
  };
}

export interface ImportedUpdate {
  readonly fields: Partial<Pick<TaskRecord, 'title' | 'priority' | 'routing' | 'parentId' | 'dependsOn'>>;
  readonly metadata: { readonly [K in keyof TaskMetadata]: TaskMetadata[K] | undefined };
  readonly status?: TaskStatus;
  /** Absent: as it is. */
  readonly body?: string;
  /** Names of what changes, for the record. */
  readonly changed: readonly string[];
}

/** Takes over what changed in the other tool since the last time. */
export function planImportedUpdate(entry: TaskEntry, update: ImportedUpdate, acting: Acting): TaskChange<null> {
  const edit = new TaskEdit(entry, acting);
  if (update.status !== undefined) takeStatus(edit, update.status);
  edit.set(update.fields).setMetadata(update.metadata);
  edit.log('task.imported', { alias: aliasOf(edit.task.metadata), fields: update.changed });
  const change = edit.toChange(null);
  const body = update.body;
  if (body === undefined) return change;
  const puts = change.puts.map((put): TaskPut => ({ ...put, body: { kind: 'replace', text: toBodyText(body) } }));
  return { ...change, puts };
}

/** The other tool has moves that the table here does not have: a task can be done there without ever being claimed. */
function takeStatus(edit: TaskEdit, to: TaskStatus): void {
  const { id: _, status: from } = edit.task;
  const reason = `it is so in ${edit.task.metadata.imported?.from ?? 'its source'}`;
  if (from === to) return;
  if (isMoveAllowed(from, to)) {
    edit.move(to, { reason });
    return;
  }
  edit.set({ status: to, lastTransitionAt: edit.nowIso });
  edit.setMetadata({ block: to === 'blocked' ? { kind: 'human', reason } : undefined });
  edit.log('task.transitioned', { from, to, reason });
}

const aliasOf = ({ imported }: TaskMetadata): string =>
  imported === undefined ? '' : `${imported.from}:${imported.id}`;

const toBodyText = (body: string): string => (body === '' ? '' : `\n${body.trimEnd()}\n`);
