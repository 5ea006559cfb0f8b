import type { TaskEntry, TaskStatus } from '../../kernel/tasks.ts';
import { planDependencies, planMove } from '../../protocols/tasks/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { changeOrPreview, defined } from './new-task.ts';

export interface MoveTaskRequest {
  readonly id: string;
  readonly to: TaskStatus;
  readonly dryRun?: boolean;
  readonly by: string;
  readonly reason?: string;
  readonly rev?: number;
}

export async function moveTask(
  platform: Pick<Platform, 'clock' | 'tasks'>,
  request: MoveTaskRequest,
): Promise<TaskEntry> {
  const store = await platform.tasks();
  const { id, to, by, reason, rev } = request;
  const parentId = (await store.find(id))?.task.parentId;
  const ids = parentId === undefined ? [id] : [id, parentId];
  const move = { to, actor: by, now: platform.clock.now(), ...defined({ reason, rev }) };
  return await changeOrPreview(store, request)(ids, (lookup) => planMove(lookup, id, move));
}

export interface DependencyRequest {
  readonly id: string;
  readonly by: string;
  readonly dryRun?: boolean;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export async function changeDependencies(
  platform: Pick<Platform, 'clock' | 'tasks'>,
  request: DependencyRequest,
): Promise<TaskEntry> {
  const store = await platform.tasks();
  const acting = { actor: request.by, now: platform.clock.now() };
  return await changeOrPreview(store, request)([request.id], (lookup) =>
    planDependencies(lookup, request.id, request, acting),
  );
}
