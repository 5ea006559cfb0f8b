import { createUlidAfter } from '../../../src/kernel/ids.ts';
import type { AuditLog, TaskStore } from '../../../src/kernel/ports/index.ts';
import { planNewTask } from '../../../src/protocols/tasks/index.ts';
import { systemRandom } from '../../../src/stores/system/index.ts';
import { readAllEvents } from './plane-actions.ts';

/** The core of a governed handoff: an entry that holds once, and the task, event, artifact and message key it allows. */
export async function handOver(store: TaskStore, handoff: string): Promise<void> {
  await store.together?.(async ({ audit, change }) => {
    await audit.decide({ claims: [handoff] }, ({ claimed }) => {
      if (claimed.has(handoff)) throw new Error(`${handoff} was handed over before`);
      return [{ kind: 'handoff.accepted', handoffId: handoff, claim: handoff, body: {} }];
    });
    const now = Date.now();
    const uid = createUlidAfter(undefined, now, systemRandom);
    await change([], (lookup) => {
      const planned = planNewTask(lookup, { title: handoff, uid }, { actor: 'relay', now });
      const taskId = planned.result.task.id;
      return { ...planned, seen: [handoff], artifacts: [{ taskId, path: 'inputs/handoff.md', content: handoff }] };
    });
  });
}

/** The names of all handoffs, as each of the places knows them that must agree. */
export async function listHandoffs(store: TaskStore, audit: AuditLog): Promise<Record<string, string[]>> {
  const entries: string[] = [];
  for await (const { handoffId } of audit.entries()) if (handoffId !== undefined) entries.push(handoffId);
  const events = (await readAllEvents(store)).map(({ payload }) => String(payload['title']));
  const tasks = await store.list({});
  const artifacts = await Promise.all(
    tasks.map(async ({ id }) => (await store.readArtifact(id, 'inputs/handoff.md'))?.toString()),
  );
  const messages = await store.preview([], (lookup) => ({
    result: entries.filter((handoff) => lookup.wasSeen(handoff)),
  }));
  const lists = { entries, events, tasks: tasks.map(({ title }) => title), artifacts: artifacts.map(String), messages };
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.toSorted()]));
}
