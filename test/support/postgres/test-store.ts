import type { TaskStore } from '../../../src/kernel/index.ts';
import { taskCodec } from '../../../src/protocols/tasks/index.ts';
import { openPostgresTaskStore, type PostgresTaskStoreDeps } from '../../../src/stores/postgres/index.ts';
import { systemClock, systemRandom, systemTimers } from '../../../src/stores/system/index.ts';

/** A store with this machine's clock and a place in memory for large artifacts. */
export async function openTestStore(
  address: string,
  schema: string,
  more: Partial<PostgresTaskStoreDeps> = {},
): Promise<TaskStore> {
  const large = new Map<string, Buffer>();
  return await openPostgresTaskStore({
    address,
    schema,
    codec: taskCodec,
    clock: systemClock,
    wall: systemClock,
    random: systemRandom,
    timers: systemTimers,
    largeArtifacts: {
      write: async (sha256, content) => void large.set(sha256, content),
      read: async (sha256) => large.get(sha256),
    },
    ...more,
  });
}
