import { BatonError } from '../../kernel/errors/index.ts';
import { isTaskId } from '../../kernel/ids.ts';
import { isFinished, type TaskEntry } from '../../kernel/tasks.ts';
import { moveTask } from '../tasks/index.ts';
import { INBOUND_ACTOR } from './receive-message.ts';

/** Cancels a task for an agent outside. Fails with TASK_ENDED if there is nothing left to cancel. */
export async function stopTask(platform: Parameters<typeof moveTask>[0], id: string): Promise<TaskEntry> {
  const entry = isTaskId(id) ? await (await platform.tasks()).find(id) : undefined;
  if (entry === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${id}`, { id });
  if (isFinished(entry.task.status)) throw new BatonError('TASK_ENDED', `${id} is ${entry.task.status}`, { id });
  return await moveTask(platform, {
    id,
    to: 'cancelled',
    by: INBOUND_ACTOR,
    reason: 'cancelled by the agent that sent it',
  });
}
