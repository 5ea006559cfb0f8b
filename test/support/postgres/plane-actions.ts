import type { ClaimTerms, TaskStore } from '../../../src/kernel/ports/index.ts';
import type { TaskEntry } from '../../../src/kernel/tasks.ts';
import { planClaim, planNewTask, type NewTask } from '../../../src/protocols/tasks/index.ts';
import { createUlidAfter } from '../../../src/kernel/ids.ts';
import { systemRandom } from '../../../src/stores/system/index.ts';

const TTL_MS = 60_000;

export async function createTask(store: TaskStore, title: string, more: Partial<NewTask> = {}): Promise<TaskEntry> {
  const now = Date.now();
  const uid = createUlidAfter(undefined, now, systemRandom);
  return await store.change([], (lookup) => planNewTask(lookup, { title, uid, ...more }, { actor: 'operator', now }));
}

/** The next task in order, as an agent that takes anything claims it. */
export async function claimNext(store: TaskStore, agent: string, now = Date.now()): Promise<TaskEntry | undefined> {
  const runId = createUlidAfter(undefined, now, systemRandom);
  return await store.claimFirst?.({ agent, actor: agent, runId, now, ttlMs: TTL_MS }, () => true);
}

/** The same in several steps, as where a decision looks at more than the next task. */
export async function claimByChange(store: TaskStore, terms: ClaimTerms): Promise<TaskEntry | undefined> {
  return await store.change([], (lookup) => {
    for (const entry of lookup.claimable(() => true)) return planClaim(entry, terms);
    return { result: undefined };
  });
}

export async function readAllEvents(store: TaskStore, after?: string) {
  const events = [];
  for await (const event of store.readEvents(after)) events.push(event);
  return events;
}

/** Waits for something that must come, within a limit. */
export async function until(what: string, isThere: () => boolean | Promise<boolean>, limitMs = 20_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await isThere())) {
    if (Date.now() > deadline) throw new Error(`it did not happen: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
