import { BatonError } from '../../kernel/errors/index.ts';
import { given, whenGiven } from '../../kernel/given.ts';
import { isTaskId } from '../../kernel/ids.ts';
import { TASK_STATUSES, type TaskRecord, type TaskStatus } from '../../kernel/tasks.ts';
import { explainTasks, type ExplainPlatform } from '../tasks/index.ts';
import type { TaskCard, TaskPage } from './types.ts';

export interface TaskPageRequest {
  /** These and no others; those that are not there are left out. */
  readonly ids?: readonly string[];
  readonly statuses?: readonly TaskStatus[];
  readonly agent?: string;
  /** Ids after this one. */
  readonly after?: string;
  readonly limit?: number;
}

const MAX_TASKS = 1_000;
const MAX_IDS = 500;

/** Tasks in the order of their ids, a page at a time, finished ones included. */
export async function viewTasks(platform: ExplainPlatform, request: TaskPageRequest): Promise<TaskPage> {
  if (request.ids !== undefined) return { tasks: await findCards(platform, request.ids) };
  const { agent, after, statuses = TASK_STATUSES } = request;
  if (after !== undefined) assertTaskId(after);
  const limit = Math.min(MAX_TASKS, Math.max(1, request.limit ?? MAX_TASKS));
  const store = await platform.tasks();
  const tasks = await store.list({
    statuses,
    limit: limit + 1,
    ...given({ agent, after }),
  });
  const shown = tasks.slice(0, limit);
  const waits = await explainTasks(platform, shown);
  const page = shown.map((task) => toTaskCard(task, waits.get(task.id)));
  const last = page.at(-1);
  return { tasks: page, ...(tasks.length > limit && last !== undefined ? { next: last.id } : {}) };
}

/** Cards of the tasks that are there. */
export async function findCards(platform: ExplainPlatform, ids: readonly string[]): Promise<TaskCard[]> {
  if (ids.length > MAX_IDS)
    throw new BatonError('INPUT_TOO_LARGE', `${ids.length} tasks at once are too many`, {
      hint: `ask for at most ${MAX_IDS}, or for a page`,
    });
  ids.forEach(assertTaskId);
  const store = await platform.tasks();
  const tasks: TaskRecord[] = [];
  for (const id of ids) {
    const entry = await store.find(id);
    if (entry !== undefined) tasks.push(entry.task);
  }
  const waits = await explainTasks(platform, tasks);
  return tasks.map((task) => toTaskCard(task, waits.get(task.id)));
}

function assertTaskId(text: string): void {
  if (!isTaskId(text)) throw new BatonError('INPUT_INVALID', `"${text.slice(0, 60)}" is not a task id`);
}

/** What a list of many tasks needs of each. */
export function toTaskCard(task: TaskRecord, why?: TaskCard['why']): TaskCard {
  const { id, title, status, priority, rev, updatedAt, createdAt, routing, lease, metadata } = task;
  const agent = lease?.agent ?? metadata.handoff?.to ?? routing.agent ?? routing.role;
  const isWaiting = status === 'ready' && task.dependsOn.length > 0;
  return {
    id,
    title,
    status,
    priority,
    rev,
    updatedAt,
    createdAt,
    ...given({ agent }),
    isHeld: lease !== undefined,
    ...given({ leaseUntil: lease?.expiresAt, team: routing.team }),
    tags: routing.tags,
    ...given({ parentId: task.parentId, traceId: metadata.traceId, dueBy: metadata.dueBy }),
    ...(isWaiting ? { waitsFor: task.dependsOn } : {}),
    attempts: metadata.attempts ?? 0,
    ...given({ block: whenGiven(metadata.block, ({ kind, reason }) => ({ kind, reason })), why }),
  };
}
