import { isBatonError } from '../../../../kernel/errors/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { listTasks } from '../../../../relay/tasks/index.ts';

/** Of open tasks. A shell that completes a word shows no errors: without a store there are none. */
export async function listIds(system: Pick<Platform, 'tasks'>, kind: 'task' | 'trace'): Promise<readonly string[]> {
  try {
    const open = await listTasks(system, {});
    return kind === 'task' ? open.map(({ id }) => id) : open.flatMap(({ metadata }) => metadata.traceId ?? []);
  } catch (error) {
    if (isBatonError(error)) return [];
    throw error;
  }
}
