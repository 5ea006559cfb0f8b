import { BatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import type { TaskLookup, TaskPut, Platform } from '../../kernel/ports/index.ts';
import type { TaskEntry } from '../../kernel/tasks.ts';
import { renderIsoDate } from '../../kernel/time.ts';
import { getEntry, joinChanges, TaskEdit, type Acting } from '../../protocols/tasks/index.ts';
import { changeOrPreview } from './change-task.ts';

export interface RenumberRequest {
  readonly id: string;
  readonly by: string;
  readonly dryRun?: boolean;
}

export interface Renumbering {
  readonly from: string;
  readonly to: string;
  /** Tasks that named the old id and now name the new one. */
  readonly references: readonly string[];
}

/**
 * Gives a task another id and rewrites what refers to it. If a merge brought a second task under the id, that one
 * gets the new id, and the task that was known keeps its own.
 */
export async function renumber(
  platform: Pick<Platform, 'clock' | 'tasks'>,
  request: RenumberRequest,
): Promise<Renumbering> {
  const store = await platform.tasks();
  const { broken } = await store.inspect();
  const twin = broken.find(
    ({ path, canRepair, reason }) =>
      canRepair && path.endsWith(`/${request.id}.md`) && reason.startsWith('it is another task'),
  );
  if (twin !== undefined) return await adoptTwin(platform, request, twin.repair);
  const tasks = await store.list({});
  const references = tasks
    .filter(({ dependsOn, parentId }) => dependsOn.includes(request.id) || parentId === request.id)
    .map(({ id }) => id);
  const acting = { actor: request.by, now: platform.clock.now() };
  return await changeOrPreview(store, request)([request.id, ...references], (lookup) =>
    planRenumber(lookup, request.id, references, acting),
  );
}

async function adoptTwin(
  platform: Pick<Platform, 'tasks'>,
  request: RenumberRequest,
  repair: string,
): Promise<Renumbering> {
  const to = /TASK-\d{4}-\d\d-\d\d-\d{3,}/.exec(repair)?.[0] ?? '';
  if (request.dryRun !== true) await (await platform.tasks()).reconcile({ repair: true });
  return { from: request.id, to, references: [] };
}

function planRenumber(lookup: TaskLookup, id: string, references: readonly string[], acting: Acting) {
  const entry = getEntry(lookup, id);
  if (entry.task.lease !== undefined)
    throw new BatonError('LEASE_HELD', `${id} is being worked on by ${entry.task.lease.agent}`, { id });
  const to = lookup.freeId(renderIsoDate(acting.now));
  const edit = new TaskEdit(renamed(entry, to), acting);
  edit.set({}).log('task.renumbered', { from: id, to, references });
  const changes = references.map((other) =>
    new TaskEdit(getEntry(lookup, other), acting).set(repointed(getEntry(lookup, other), id, to)).toChange(null),
  );
  const change = edit.toChange(null);
  const puts: TaskPut[] = change.puts.map((put) => ({ ...put, formerId: id }));
  return joinChanges({ from: id, to, references }, { ...change, puts }, ...changes);
}

function renamed(entry: TaskEntry, id: string): TaskEntry {
  const { run, heartbeat, result } = entry;
  return {
    ...entry,
    task: { ...entry.task, id },
    ...given({
      run: run && { ...run, taskId: id },
      heartbeat: heartbeat && { ...heartbeat, taskId: id },
      result: result && { ...result, taskId: id },
    }),
  };
}

const repointed = ({ task }: TaskEntry, from: string, to: string): Partial<TaskEntry['task']> => ({
  dependsOn: task.dependsOn.map((id) => (id === from ? to : id)),
  ...(task.parentId === from ? { parentId: to } : {}),
});
