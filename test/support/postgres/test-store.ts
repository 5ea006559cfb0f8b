import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TaskStore } from '../../../src/kernel/ports/index.ts';
import { taskCodec } from '../../../src/protocols/tasks/index.ts';
import {
  openPostgresStores,
  type PostgresStores,
  type PostgresTaskStoreDeps,
} from '../../../src/stores/postgres/index.ts';
import { createFiles, nodeDisk } from '../../../src/stores/fs/index.ts';
import { systemClock, systemRandom, systemTimers } from '../../../src/stores/system/index.ts';

/** A store with this machine's clock and a place in memory for large artifacts. */
export async function openTestStore(
  address: string,
  schema: string,
  more: Partial<PostgresTaskStoreDeps> = {},
): Promise<TaskStore> {
  return (await openTestStores(address, schema, more)).tasks;
}

/** With its audit log; the key is in a folder of its own unless one is given. */
export async function openTestStores(
  address: string,
  schema: string,
  more: Partial<PostgresTaskStoreDeps> = {},
): Promise<PostgresStores> {
  const large = new Map<string, Buffer>();
  return await openPostgresStores({
    address,
    schema,
    files: createFiles(nodeDisk),
    keyFolder: join(tmpdir(), `baton-test-keys-${process.pid}`),
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
