import type { Platform } from '../../../kernel/ports/index.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import { planRework } from '../../../protocols/tasks/index.ts';
import { assertOperator, assertPerson, type PersonRequest } from './person-request.ts';
import { changeOrPreview } from '../change-or-preview.ts';
import { endLeftProgram, type EndPlatform } from './end-left-program.ts';

export interface ReworkTaskRequest extends PersonRequest {
  readonly reason: string;
}

/** Sends a task in review, or one that is done, back to be done again; the next run is told why. */
export async function reworkTask(
  platform: EndPlatform & Pick<Platform, 'facts'>,
  request: ReworkTaskRequest,
): Promise<TaskEntry> {
  assertPerson(request, 'send a task back');
  const store = await platform.tasks();
  const { id, by } = request;
  const taken = assertOperator(platform, await store.find(id));
  const reason = taken === undefined ? request.reason : `${request.reason}; ${taken}`;
  const rework = { actor: by, now: platform.clock.now(), reason };
  const entry = await changeOrPreview(store, request)([id], (lookup) => planRework(lookup, id, rework));
  if (request.dryRun === true) return entry;
  await endLeftProgram(platform, entry);
  return (await store.find(id)) ?? entry;
}
