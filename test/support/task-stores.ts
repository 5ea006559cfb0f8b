import type { Clock, Disk, Processes, ProcessIdentity, Random, TaskStore } from '../../src/kernel/ports/index.ts';
import { taskCodec } from '../../src/protocols/tasks/index.ts';
import { openFileTaskStore, type FileTaskStoreDeps } from '../../src/stores/fs/tasks/index.ts';
import { createMemoryDisk } from './memory-disk.ts';

/** Random bytes that are the same in every run. */
export function createSeededRandom(seed: number): Random {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return {
    bytes: (size) =>
      Uint8Array.from({ length: size }, () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state >>> 24;
      }),
  };
}

/** Processes that a test declares dead: what locks of killed ones are judged by. */
export function createFakeProcesses(name: string, dead: ReadonlySet<string>): Processes {
  const refuse = (): never => {
    throw new Error('no programs here');
  };
  const self = { pid: 1, started: name, host: 'test' };
  return {
    run: refuse,
    start: refuse,
    stop: async () => undefined,
    identify: async () => self,
    isAlive: async ({ started }: ProcessIdentity) => !dead.has(started ?? ''),
    ancestors: async () => [],
    canStart: async () => true,
    self: async () => self,
  };
}

export interface MemoryPlane {
  readonly disk: Disk;
  readonly dead: Set<string>;
  open(name: string, more?: Partial<FileTaskStoreDeps>): Promise<TaskStore>;
}

/** The store of files on a disk in memory: quick, and every write of it can be seen and stopped. */
export function createMemoryPlane(clock: Clock, disk: Disk = createMemoryDisk()): MemoryPlane {
  const dead = new Set<string>();
  let seed = 0;
  return {
    disk,
    dead,
    open: async (name, more = {}) =>
      await openFileTaskStore({
        disk,
        processes: createFakeProcesses(name, dead),
        clock,
        random: createSeededRandom(++seed),
        dataDir: '/data',
        codec: taskCodec,
        boot: 'boot-1',
        owner: name,
        ...more,
      }),
  };
}

/** The store of files on any disk, with everything a test does not care about filled in. */
export async function openStoreOn(
  disk: Disk,
  deps: Pick<FileTaskStoreDeps, 'processes' | 'clock' | 'random' | 'owner'> & Partial<FileTaskStoreDeps>,
): Promise<TaskStore> {
  return await openFileTaskStore({ disk, dataDir: '/data', codec: taskCodec, boot: 'boot-1', ...deps });
}
