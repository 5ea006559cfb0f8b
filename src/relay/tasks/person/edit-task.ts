import type { Platform } from '../../../kernel/ports/index.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import { planTaskEdit, type TaskEditRequest } from '../../../protocols/tasks/index.ts';
import { assertOperator, type PersonRequest } from './person-request.ts';
import { changeOrPreview } from '../change-or-preview.ts';

export interface EditTaskRequest extends PersonRequest {
  readonly fields: Omit<TaskEditRequest, 'actor' | 'now'>;
}

/** Changes title, text, priority, routing, due date and the like. */
export async function editTask(
  platform: Pick<Platform, 'clock' | 'facts' | 'project' | 'tasks'>,
  request: EditTaskRequest,
): Promise<TaskEntry> {
  const { id, by, fields } = request;
  const store = await platform.tasks();
  // A run may edit what nobody holds; who holds a task is not given another one by an agent.
  if (platform.project.authority.isRun) assertOperator(platform, await store.find(id));
  const edit = { ...fields, actor: by, now: platform.clock.now() };
  return await changeOrPreview(store, request)([id], (lookup) => planTaskEdit(lookup, id, edit));
}
