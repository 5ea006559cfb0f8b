import { join } from 'node:path';
import { expect } from 'vitest';
import type { Disk, Locks } from '../../../src/kernel/ports/index.ts';
import { createLocks } from '../../../src/stores/fs/index.ts';
import { renderHolder, ticketName } from '../../../src/stores/fs/locks/lock-holder.ts';
import { systemClock, systemRandom } from '../../../src/stores/system/index.ts';
import { diskWith } from '../../support/disk-with.ts';
import { createMemoryDisk } from '../../support/memory-disk.ts';
import { aloneAlive, putFile } from '../../support/number-journal.ts';
import { startProgram } from '../../support/run-program.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const FOLDER = '/locks/name';

/** A process of its own: it has a queue of its own, over the same files. */
const asProcess = (disk: Disk): Locks =>
  createLocks({
    disk: diskWith(disk, {}),
    folder: '/locks',
    processes: aloneAlive(1),
    clock: systemClock,
    random: systemRandom,
  });

const namesIn = async (disk: Disk): Promise<string[]> =>
  (await disk.readdir(FOLDER)).map(({ name }) => name).filter((name) => name.endsWith('.wait'));

verifies(
  'TSK-010',
  'processes get the lock in the order in which they began to wait, the last holder too',
  async () => {
    const disk = createMemoryDisk();
    const first = asProcess(disk);
    const held = await first.acquire('name', { owner: 'first' });
    const order: string[] = [];
    const wait = async (locks: Locks, owner: string): Promise<void> => {
      const mine = await locks.acquire('name', { owner, waitMs: 60_000 });
      order.push(owner);
      await mine.release();
    };
    const others: Promise<void>[] = [];
    for (const owner of ['b', 'c', 'd', 'e']) {
      others.push(wait(asProcess(disk), owner));
      await expect.poll(async () => (await namesIn(disk)).length).toBe(others.length);
    }
    await held.release();
    await Promise.all([...others, wait(first, 'first again')]);
    expect(order).toEqual(['b', 'c', 'd', 'e', 'first again']);
    expect(await namesIn(disk)).toEqual([]);
  },
);

verifies('TSK-010', 'who was killed while it waited, or never goes on, keeps nobody from a free lock', async () => {
  const disk = createMemoryDisk();
  await (await asProcess(disk).acquire('name', { owner: 'first' })).release();
  const dead = renderHolder({ owner: 'dead', acquiredAtMs: 0, process: { pid: 2, host: 'test' } });
  const stopped = renderHolder({ owner: 'stopped', acquiredAtMs: 0, process: { pid: 1, host: 'test' } });
  await putFile(disk, join(FOLDER, ticketName(1)), dead);
  await putFile(disk, join(FOLDER, ticketName(2)), stopped);
  await putFile(disk, join(FOLDER, ticketName(3)), Buffer.from('{"owner":"to'));
  // Without patience there is nothing to stand in line for.
  await (await asProcess(disk).acquire('name', { owner: 'in a hurry' })).release();
  const patient = await asProcess(disk).acquire('name', { owner: 'patient', waitMs: 60_000 });
  expect(patient.fence).toBe(3);
  expect(await namesIn(disk)).toEqual([ticketName(2), ticketName(3)]);
});

verifies('TSK-010', 'waiting processes that are killed leave a lock that the others go on taking', async () => {
  const folder = await tempFolder();
  const survivor = startProgram('test/stores/fs/programs/work-under-lock.ts', [folder, '60']);
  await survivor.nextLine();
  for (let n = 0; n < 3; n++) {
    const victim = startProgram('test/stores/fs/programs/work-under-lock.ts', [folder, '1000000']);
    await victim.nextLine();
    await victim.kill();
  }
  expect(await survivor.finished()).toHaveLength(60);
});
