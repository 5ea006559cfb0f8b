import { given } from '../../kernel/given.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { TaskEntry } from '../../kernel/tasks.ts';
import { getEntry, planHeartbeat } from '../../protocols/tasks/index.ts';
import { changeOrPreview } from './change-task.ts';
import { assertProven } from './run-secret.ts';

export interface BeatRequest {
  readonly id: string;
  readonly runId: string;
  readonly agent: string;
  readonly dryRun?: boolean;
  readonly checkpoint?: JsonObject | string;
  readonly ttlMs?: number;
  /** Of the run that holds the task. */
  readonly secret?: string;
}

/** Extends the lease of a run: its agent is still at work. */
export async function heartbeat(
  platform: Pick<Platform, 'clock' | 'project' | 'tasks'>,
  request: BeatRequest,
): Promise<TaskEntry> {
  const store = await platform.tasks();
  const { id, runId, agent, checkpoint } = request;
  await assertProven(platform, await store.find(id), request.secret);
  const beat = {
    runId,
    actor: agent,
    now: platform.clock.now(),
    ttlMs: request.ttlMs ?? platform.project.settings.values['tasks.leaseSeconds'] * 1_000,
    ...given({ checkpoint }),
  };
  return await changeOrPreview(store, request)([id], (lookup) => planHeartbeat(getEntry(lookup, id), beat));
}
