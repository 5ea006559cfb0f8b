import { given } from '../../kernel/given.ts';
import type { TaskEntry, TaskStatus } from '../../kernel/tasks.ts';
import { assertReasonGiven, getEntry, planDependencies, planMove } from '../../protocols/tasks/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { assertOperator, changeOrPreview } from './change-task.ts';
import { endLeftProgram, type EndPlatform } from './end-work.ts';

export interface MoveTaskRequest {
  readonly id: string;
  readonly to: TaskStatus;
  readonly dryRun?: boolean;
  readonly by: string;
  readonly reason?: string;
  readonly rev?: number;
}

/** A person's move. What takes a task from a run also ends what that run started. */
export async function moveTask(
  platform: EndPlatform & Pick<Platform, 'facts'>,
  request: MoveTaskRequest,
): Promise<TaskEntry> {
  const store = await platform.tasks();
  const { id, to, by, rev } = request;
  const before = await store.find(id);
  const isThere = to === before?.task.status;
  if (isThere && request.reason !== undefined)
    platform.remark(`${id} is ${to} already, so the reason is not recorded; to add it: baton task comment ${id} TEXT`);
  const taken = isThere ? undefined : assertOperator(platform, before);
  const reason = taken === undefined ? request.reason : [request.reason, taken].filter(Boolean).join('; ');
  const parentId = before?.task.parentId;
  const ids = parentId === undefined ? [id] : [id, parentId];
  const move = { to, actor: by, now: platform.clock.now(), ...given({ reason, rev }) };
  const entry = await changeOrPreview(store, request)(ids, (lookup) => {
    const change = planMove(lookup, id, move);
    assertReasonGiven(getEntry(lookup, id), to, reason);
    return change;
  });
  if (request.dryRun === true || !ENDS_PROGRAM.has(entry.task.status)) return entry;
  await endLeftProgram(platform, entry);
  return (await store.find(id)) ?? entry;
}

/** In the others a program that has reported may come to its end in peace. */
const ENDS_PROGRAM: ReadonlySet<TaskStatus> = new Set(['ready', 'backlog', 'blocked', 'cancelled', 'deadletter']);

export interface DependencyRequest {
  readonly id: string;
  readonly by: string;
  readonly dryRun?: boolean;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Adds dependencies to a task or takes them away. */
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
