import { BatonError } from '../../kernel/errors/index.ts';
import type { TaskFilter, Platform } from '../../kernel/ports/index.ts';
import type { TaskEntry, TaskRecord } from '../../kernel/tasks.ts';

export interface TaskDetails {
  readonly entry: TaskEntry;
  readonly body: string;
  readonly artifacts: readonly string[];
}

export async function showTask(platform: Pick<Platform, 'tasks'>, id: string): Promise<TaskDetails> {
  const store = await platform.tasks();
  const entry = await store.find(id);
  if (entry === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${id}`, { id });
  return { entry, body: await store.readBody(id), artifacts: await store.listArtifacts(id) };
}

export const listTasks = async (
  platform: Pick<Platform, 'tasks'>,
  filter: TaskFilter,
): Promise<readonly TaskRecord[]> => await (await platform.tasks()).list(filter);
