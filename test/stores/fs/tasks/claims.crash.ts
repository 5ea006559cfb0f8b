import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { planNewTask } from '../../../../src/protocols/tasks/index.ts';
import { nodeDisk } from '../../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../../../../src/stores/system/index.ts';
import { createUlidSource } from '../../../../src/kernel/ids.ts';
import type { TaskStore } from '../../../../src/kernel/ports/index.ts';
import { startProgram } from '../../../support/run-program.ts';
import { openStoreOn } from '../../../support/task-stores.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';

/** `BATON_CLAIMS=10000` for the whole measure. */
const TASKS = Number(process.env['BATON_CLAIMS'] ?? 400);
const PROCESSES = 8;

async function fill(folder: string): Promise<{ store: TaskStore; ids: string[] }> {
  const store = await openStoreOn(nodeDisk, {
    processes: createProcesses(),
    clock: systemClock,
    random: systemRandom,
    owner: 'test',
    dataDir: folder,
    boot: 'test',
  });
  const nextId = createUlidSource(systemClock, systemRandom);
  const make = async (): Promise<string> =>
    (
      await store.change([], (lookup) =>
        planNewTask(lookup, { title: 'one of many', uid: nextId() }, { actor: 'test', now: Date.now() }),
      )
    ).task.id;
  const ids: string[] = [];
  for (let made = 0; made < TASKS; made += 200)
    ids.push(...(await Promise.all(Array.from({ length: Math.min(200, TASKS - made) }, make))));
  return { store, ids };
}

async function checkAll(
  folder: string,
  store: TaskStore,
  ids: readonly string[],
  claimed: readonly string[],
): Promise<void> {
  expect(claimed.toSorted()).toEqual(ids.toSorted());
  const files = (await readdir(join(folder, 'tasks', 'in-progress'))).filter((name) => name.endsWith('.md'));
  expect(files.map((name) => name.slice(0, -3)).toSorted()).toEqual(ids.toSorted());
  expect((await readdir(join(folder, 'tasks', 'ready'))).filter((name) => name.endsWith('.md'))).toEqual([]);
  const leases: string[] = [];
  const seen = new Set<string>();
  for await (const { id, type, taskId } of store.readEvents()) {
    expect(seen.has(id)).toBe(false);
    seen.add(id);
    if (type === 'lease.acquired') leases.push(taskId ?? '');
  }
  expect(leases.toSorted()).toEqual(ids.toSorted());
}

verifies(
  ['TSK-011', 'TSK-010'],
  `${PROCESSES} processes claim ${TASKS} tasks: each has one winner, none is lost`,
  async () => {
    const folder = await tempFolder();
    const { store, ids } = await fill(folder);
    expect(new Set(ids).size).toBe(TASKS);
    const programs = Array.from({ length: PROCESSES }, (_, n) =>
      startProgram('test/stores/fs/tasks/programs/claim-tasks.ts', [folder, `agent-${n}`]),
    );
    for (const program of programs) await program.nextLine();
    for (const program of programs) program.send('go');
    const claimed = (await Promise.all(programs.map(async (program) => (await program.finished()).slice(1)))).flat();
    await checkAll(folder, store, ids, claimed);
    await store.close();
  },
);

verifies(
  ['TSK-011', 'TSK-010'],
  'processes that are killed while they claim leave every task whole, and claimed by one or by nobody',
  async () => {
    const folder = await tempFolder();
    const { store, ids } = await fill(folder);
    const programs = Array.from({ length: 4 }, (_, n) =>
      startProgram('test/stores/fs/tasks/programs/claim-tasks.ts', [folder, `agent-${n}`]),
    );
    for (const program of programs) await program.nextLine();
    for (const program of programs) program.send('go');
    const victims = programs.slice(0, 3);
    for (const victim of victims) {
      await victim.nextLine();
      await victim.kill();
    }
    const last = programs.at(-1);
    const told = [...victims.flatMap(({ lines }) => lines.slice(1)), ...((await last?.finished()) ?? []).slice(1)];
    expect(new Set(told).size).toBe(told.length);
    const held = await store.list({ statuses: ['in-progress'] });
    expect(held.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    for (const { id, lease } of held) {
      const text = await readFile(join(folder, 'tasks', 'in-progress', `${id}.md`), 'utf8');
      expect(text).toContain(`runId: ${lease?.runId ?? ''}`);
    }
    await store.close();
  },
);
