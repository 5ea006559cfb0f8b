import { given } from '../../kernel/given.ts';
import type { PlaneEvent } from '../../kernel/tasks.ts';
import { watch } from '../tasks/index.ts';

/** Something happened to a task that an agent outside may want to know. */
export interface TaskNews {
  readonly event: PlaneEvent;
  /** What an agent wrote about its progress. */
  readonly note?: string;
}

const TELLING = new Set(['task.transitioned', 'task.completed', 'task.noted', 'delegation.rejected', 'task.reclaimed']);

export const isTelling = ({ type }: PlaneEvent): boolean => TELLING.has(type);

/** What happens to a task after an event, as it happens, until the signal ends it. */
export async function* followTask(
  platform: Parameters<typeof watch>[0],
  taskId: string,
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<TaskNews> {
  for await (const event of watch(platform, { taskId, signal, ...given({ after }) })) {
    if (!isTelling(event)) continue;
    const { text } = event.payload;
    yield { event, ...(event.type === 'task.noted' && typeof text === 'string' ? { note: text } : {}) };
  }
}
