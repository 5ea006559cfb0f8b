import { given } from '../../kernel/given.ts';
import { createUlidAfter, createUuid } from '../../kernel/ids.ts';
import type { Platform, TaskStore } from '../../kernel/ports/index.ts';
import type { TaskEntry, TaskPriority, TaskRouting } from '../../kernel/tasks.ts';
import { planNewTask } from '../../protocols/tasks/index.ts';
import { changeOrPreview } from './change-task.ts';

export interface NewTaskRequest {
  readonly title: string;
  readonly dryRun?: boolean;
  readonly body?: string;
  readonly by: string;
  readonly priority?: TaskPriority;
  readonly routing?: Partial<TaskRouting>;
  readonly dependsOn?: readonly string[];
  readonly parentId?: string;
  readonly backlog?: boolean;
  readonly reviewRequired?: boolean;
  readonly resource?: string;
  readonly dueBy?: string;
  readonly traceId?: string;
  readonly onDependencyEnd?: 'block' | 'skip' | 'fail';
}

/** Creates a task. */
export async function newTask(
  platform: Pick<Platform, 'clock' | 'random' | 'tasks'>,
  request: NewTaskRequest,
): Promise<TaskEntry> {
  const store = await platform.tasks();
  const now = platform.clock.now();
  const { title, body, by, priority, routing, dependsOn, parentId, backlog } = request;
  const { reviewRequired, resource, dueBy, onDependencyEnd } = request;
  const traceId = request.traceId ?? (await findTraceOf(store, parentId)) ?? createUuid(platform.random);
  const metadata = given({ reviewRequired, resource, dueBy, traceId, onDependencyEnd });
  const wanted = {
    title,
    uid: createUlidAfter(undefined, now, platform.random),
    status: backlog === true ? ('backlog' as const) : ('ready' as const),
    metadata,
    ...given({ body, priority, routing, dependsOn, parentId }),
  };
  return await changeOrPreview(store, request)([], (lookup) => planNewTask(lookup, wanted, { actor: by, now }));
}

/** One id leads through all that comes of a task: it has one from the beginning, and hands it on. */
const findTraceOf = async (store: TaskStore, parentId: string | undefined): Promise<string | undefined> =>
  parentId === undefined ? undefined : (await store.find(parentId))?.task.metadata.traceId;
