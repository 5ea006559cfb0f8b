import { createUlidSource } from '../../src/kernel/ids.ts';
import { planMove, planNewTask } from '../../src/protocols/tasks/index.ts';
import { nodeDisk } from '../../src/stores/fs/index.ts';
import { createProcesses } from '../../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../../src/stores/system/index.ts';
import { openStoreOn } from '../../test/support/task-stores.ts';

export interface Movers {
  /** Moves the next task in turn to blocked or back to ready. */
  move(): Promise<void>;
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** A store with `count` tasks. The store alone: what notices cost depends on the rules people have. */
export async function openMovers(dataDir: string, count: number): Promise<Movers> {
  const deps = { processes: createProcesses(), clock: systemClock, random: systemRandom, owner: 'bench', dataDir };
  const store = await openStoreOn(nodeDisk, deps);
  const nextUid = createUlidSource(systemClock, systemRandom);
  const acting = { actor: 'bench', now: systemClock.now() };
  const create = async (): Promise<string> =>
    (await store.change([], (lookup) => planNewTask(lookup, { title: 'moved', uid: nextUid() }, acting))).task.id;
  const ids = await Promise.all(Array.from({ length: count }, create));
  await store.settle?.();
  let turn = 0;
  return {
    move: async () => {
      const id = ids[turn++ % count] ?? '';
      await store.change([id], (lookup) =>
        planMove(lookup, id, { ...acting, to: lookup.statusOf(id) === 'ready' ? 'blocked' : 'ready' }),
      );
    },
    settle: async () => await store.settle?.(),
    close: () => store.close(),
  };
}
