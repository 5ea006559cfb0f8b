import type { Platform } from '../../../kernel/ports/index.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import { planComment } from '../../../protocols/tasks/index.ts';
import { changeOrPreview } from '../change-or-preview.ts';
import { assertPerson, type PersonRequest } from './person-request.ts';

export interface CommentTaskRequest extends PersonRequest {
  readonly text: string;
}

/** Says something to the agent that works on the task next. */
export async function commentTask(
  platform: Pick<Platform, 'clock' | 'tasks'>,
  request: CommentTaskRequest,
): Promise<TaskEntry> {
  assertPerson(request, 'comment on a task as a person');
  const { id, by, text } = request;
  const comment = { actor: by, now: platform.clock.now(), text };
  return await changeOrPreview(await platform.tasks(), request)([id], (lookup) => planComment(lookup, id, comment));
}
