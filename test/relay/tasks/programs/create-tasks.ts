/**
 * One process that makes tasks through one door, as often as it is told: `create-tasks.ts FOLDER DOOR NUMBER COUNT`. Each
 * of its tasks has a title of its own. Prints `made` when it is through.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composePlatform } from '../../../../src/compose.ts';
import type { Platform } from '../../../../src/kernel/ports/index.ts';
import { renderIsoDate } from '../../../../src/kernel/time.ts';
import { claim, delegate, newTask, routeEvent } from '../../../../src/relay/tasks/index.ts';

const [folder = '', door = '', number = '', count = '0'] = process.argv.slice(2);
const platform = await composePlatform({ folder, environment: { ...process.env, HOME: '/nonexistent' } });
const titles = Array.from({ length: Number(count) }, (_, at) => `${door} ${number} task ${at}`);
const agent = `agent-${number}`;

/** A task of its own that this process holds. */
async function holdParent(): Promise<{ id: string; runId: string }> {
  const { task } = await newTask(platform, { title: `parent of ${number}`, by: 'operator', routing: { agent } });
  const held = await claim(platform, { id: task.id, agent, ttlMs: 3_600_000 });
  return { id: task.id, runId: held?.run?.runId ?? '' };
}

/** A sender that chooses ids by itself, right where the others get theirs; one that is taken is not its own. */
async function sendAll(on: Platform): Promise<void> {
  const parent = await holdParent();
  const store = await on.tasks();
  const date = renderIsoDate(on.clock.now());
  for (const title of titles) {
    for (;;) {
      const taskId = await store.preview([], (lookup) => ({ result: lookup.freeId(date) }));
      const routed = await routeEvent(on, {
        protocol: 'aof',
        version: 1,
        type: 'handoff.request',
        taskId,
        parentTaskId: parent.id,
        fromAgent: agent,
        toAgent: 'bob',
        sentAt: new Date(on.clock.now()).toISOString(),
        runId: parent.runId,
        payload: { title, acceptanceCriteria: [`criterion of ${title}`] },
      });
      if (routed?.outcome === 'applied') break;
    }
  }
}

async function delegateAll(on: Platform): Promise<void> {
  const parent = await holdParent();
  for (const title of titles) {
    const result = await delegate(on, {
      parentId: parent.id,
      from: agent,
      to: 'bob',
      runId: parent.runId,
      title,
      handoff: { acceptanceCriteria: [`criterion of ${title}`] },
    });
    if (result.outcome !== 'applied') throw new Error(`${title}: ${result.outcome} ${result.reason ?? ''}`);
  }
}

async function dropAll(on: Platform): Promise<void> {
  for (const [at, title] of titles.entries())
    await writeFile(
      join(on.project.dataDir, 'tasks', 'ready', `dropped-${number}-${at}.md`),
      `---\ntitle: ${title}\n---\n`,
    );
}

const DOORS: Readonly<Record<string, () => Promise<void>>> = {
  new: async () => {
    for (const title of titles) await newTask(platform, { title, by: 'operator' });
  },
  delegate: () => delegateAll(platform),
  message: () => sendAll(platform),
  file: () => dropAll(platform),
};

await DOORS[door]?.();
await platform.close();
process.stdout.write('made\n');
