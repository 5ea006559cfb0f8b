import { createUlidAfter } from '../../kernel/ids.ts';
import type { PlaneEvent, TaskRecord } from '../../kernel/tasks.ts';
import { DAY_MS } from '../../kernel/time.ts';
import type { Platform } from '../../kernel/ports/index.ts';

/** The latest ones are shown; how many came before is said. */
const MAX_EVENTS = 500;

export interface TaskStory {
  readonly events: readonly PlaneEvent[];
  readonly earlier: number;
}

/** What happened to one task, oldest first. */
export async function readTaskStory(platform: Pick<Platform, 'tasks'>, task: TaskRecord): Promise<TaskStory> {
  const store = await platform.tasks();
  const events: PlaneEvent[] = [];
  let earlier = 0;
  for await (const event of store.readEvents(firstId(task.createdAt), { taskId: task.id })) {
    events.push(event);
    if (events.length <= MAX_EVENTS) continue;
    events.shift();
    earlier += 1;
  }
  return { events, earlier };
}

/** No event of a task is older than the task. A day more, as clocks of several machines differ. */
const firstId = (createdAt: string): string =>
  createUlidAfter(undefined, Math.max(0, Date.parse(createdAt) - DAY_MS), { bytes: (size) => new Uint8Array(size) });
