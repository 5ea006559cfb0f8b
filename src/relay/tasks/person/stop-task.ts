import { given } from '../../../kernel/given.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import { planStop } from '../../../protocols/tasks/index.ts';
import { assertOperator, assertPerson, type PersonRequest } from './person-request.ts';
import { changeOrPreview } from '../change-or-preview.ts';
import type { ProgramEnd } from '../runs/end-program.ts';
import { endLeftProgram, type EndPlatform } from './end-left-program.ts';

export interface StopTaskRequest extends PersonRequest {
  readonly reason?: string;
}

export interface StoppedTask {
  readonly entry: TaskEntry;
  /** Null: there was no program, or nothing was done in a dry run. */
  readonly program: ProgramEnd | null;
}

/** Takes a task from its run, and ends the run with everything it started. */
export async function stopTask(
  platform: EndPlatform & Pick<Platform, 'facts'>,
  request: StopTaskRequest,
): Promise<StoppedTask> {
  assertPerson(request, 'stop a task');
  const store = await platform.tasks();
  const { id, by, reason } = request;
  const before = await store.find(id);
  const taken = assertOperator(platform, before);
  const parentId = before?.task.parentId;
  const ids = parentId === undefined ? [id] : [id, parentId];
  const stop = { actor: by, now: platform.clock.now(), ...given({ reason, taken }) };
  const entry = await changeOrPreview(store, request)(ids, (lookup) => planStop(lookup, id, stop));
  if (request.dryRun === true) return { entry, program: null };
  const program = (await endLeftProgram(platform, entry)) ?? null;
  return { entry: (await store.find(id)) ?? entry, program };
}
