import { given } from '../../kernel/given.ts';
import type { TaskChange, TaskPut } from '../../kernel/ports/index.ts';
import type { TaskEntry, TaskMetadata, TaskRecord, TaskStatus } from '../../kernel/tasks.ts';
import { isMoveAllowed } from './moves.ts';
import { TaskEdit, type Acting } from './task-edit.ts';

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
