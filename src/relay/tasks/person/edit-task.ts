import type { Platform } from '../../../kernel/ports/index.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import { planTaskEdit, type TaskEditRequest } from '../../../protocols/tasks/index.ts';
import { changeOrPreview } from '../change-or-preview.ts';
import type { PersonRequest } from './person-request.ts';

export interface EditTaskRequest extends PersonRequest {
  readonly fields: Omit<TaskEditRequest, 'actor' | 'now'>;
}

/** Changes title, text, priority, routing, due date and the like. */
export async function editTask(
  platform: Pick<Platform, 'clock' | 'tasks'>,
  request: EditTaskRequest,
): Promise<TaskEntry> {
  const { id, by, fields } = request;
  const edit = { ...fields, actor: by, now: platform.clock.now() };
  return await changeOrPreview(await platform.tasks(), request)([id], (lookup) => planTaskEdit(lookup, id, edit));
}
