import { createUlidAfter } from '../../src/kernel/ids.ts';
import type { TaskStore } from '../../src/kernel/ports/index.ts';
import type { TaskEntry } from '../../src/kernel/tasks.ts';
import { renderIsoTime } from '../../src/kernel/time.ts';
import { getEntry, planClaim, planCompletion, planHeartbeat, planNewTask } from '../../src/protocols/tasks/index.ts';
import { systemRandom } from '../../src/stores/system/index.ts';

const TTL_MS = 300_000;
const newId = (now: number): string => createUlidAfter(undefined, now, systemRandom);

/** The steps of a task's life, each one change, as the commands make them. */
export async function create(store: TaskStore, title: string): Promise<string> {
  const now = Date.now();
  const made = await store.change([], (lookup) =>
    planNewTask(
      lookup,
      { title, uid: newId(now), body: 'As it was asked for, in a sentence or two.' },
      { actor: 'x', now },
    ),
  );
  return made.task.id;
}

export async function claim(store: TaskStore, agent: string): Promise<TaskEntry | undefined> {
  const now = Date.now();
  const terms = { agent, actor: agent, runId: newId(now), now, ttlMs: TTL_MS };
  if (store.claimFirst !== undefined) return await store.claimFirst(terms, () => true);
  return await store.change([], (lookup) => {
    for (const entry of lookup.claimable(() => true)) return planClaim(entry, terms);
    return { result: undefined };
  });
}

export async function beat(store: TaskStore, { task, run }: TaskEntry, agent: string): Promise<void> {
  const request = { runId: run?.runId ?? '', actor: agent, now: Date.now(), ttlMs: TTL_MS };
  await store.change([task.id], (lookup) => planHeartbeat(getEntry(lookup, task.id), request));
}

export async function complete(store: TaskStore, { task, run }: TaskEntry, agent: string): Promise<void> {
  const now = Date.now();
  const runId = run?.runId ?? '';
  await store.change([task.id], (lookup) =>
    planCompletion(
      getEntry(lookup, task.id),
      {
        taskId: task.id,
        runId,
        agentId: agent,
        completedAt: renderIsoTime(now),
        outcome: 'done',
        notes: 'Done and tested.',
      },
      { review: 'follow-table', openChildren: [] },
      { actor: agent, now },
    ),
  );
}
