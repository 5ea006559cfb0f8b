import { BatonError } from '../../kernel/errors/index.ts';
import { isTaskId } from '../../kernel/ids.ts';
import type { TaskFilter, Platform, TaskStore } from '../../kernel/ports/index.ts';
import type { TaskEntry, TaskRecord } from '../../kernel/tasks.ts';
import { findAlias } from '../import/index.ts';

export interface TaskDetails {
  readonly entry: TaskEntry;
  readonly body: string;
  readonly artifacts: readonly string[];
}

/** By its id, or by what it is called in the tool it was imported from. */
export async function showTask(platform: Pick<Platform, 'tasks'>, name: string): Promise<TaskDetails> {
  const store = await platform.tasks();
  const entry = (await findById(store, name)) ?? (await findByAlias(store, name));
  if (entry === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${name}`, { id: name });
  const { id } = entry.task;
  return { entry, body: await store.readBody(id), artifacts: await store.listArtifacts(id) };
}

const findById = async (store: TaskStore, id: string): Promise<TaskEntry | undefined> =>
  isTaskId(id) ? await store.find(id) : undefined;

async function findByAlias(store: TaskStore, name: string): Promise<TaskEntry | undefined> {
  const alias = findAlias(await store.listLinks(), name);
  return alias === undefined ? undefined : await store.find(alias.id);
}

export const listTasks = async (
  platform: Pick<Platform, 'tasks'>,
  filter: TaskFilter,
): Promise<readonly TaskRecord[]> => await (await platform.tasks()).list(filter);
