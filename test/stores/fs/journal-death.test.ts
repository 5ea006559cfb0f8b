import { expect, test } from 'vitest';
import type { Disk } from '../../../src/kernel/ports/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { createMemoryDisk } from '../../support/memory-disk.ts';
import { aMinuteLater, JOURNAL, journalOf, openNumbers, putFile } from '../../support/number-journal.ts';
import { findBrokenStates } from '../../support/power-loss.ts';
import { recordDisk, stopAt, type RecordingDisk } from '../../support/recording-disk.ts';

const ALL = [1, 2, 3, 4, 5, 6];

/** Commits one by one and together, noting what was acknowledged; ends quietly where the disk is made to stop. */
async function commitAll(disk: RecordingDisk): Promise<readonly number[]> {
  const acknowledged: number[] = [];
  const { append } = await openNumbers(disk);
  const commit = async (...numbers: number[]): Promise<void> => {
    await append(...numbers);
    acknowledged.push(...numbers);
    disk.mark(`acknowledged ${acknowledged.length}`);
  };
  await codeOf(
    (async () => {
      await commit(1);
      await commit(2, 3);
      await Promise.all([commit(4), commit(5)]);
      await commit(6);
    })(),
  );
  return acknowledged;
}

/** What the next process finds, which must then be able to go on. */
async function recover(disk: Disk): Promise<readonly number[]> {
  const { seen, append, journal } = await openNumbers(disk, { pid: 2 });
  const found = [...seen];
  await append(99);
  await journal.close();
  const { seen: after } = await openNumbers(disk, { pid: 3 });
  expect(after).toEqual([...found, 99]);
  return found;
}

const isBeginning = (found: readonly number[]): boolean => found.every((number, index) => number === ALL[index]);

test('whichever operation, and whichever byte of a write, a process dies at: all it acknowledged is there', async () => {
  const whole = await recordDisk(createMemoryDisk());
  expect(await commitAll(whole)).toEqual(ALL);
  const deaths = whole.operations
    .filter(({ kind }) => kind !== 'mark')
    .flatMap((operation, index) =>
      Array.from({ length: operation.kind === 'write' ? operation.data.length + 1 : 1 }, (_, bytes) => ({
        index,
        bytes,
      })),
    );
  expect(deaths.length).toBeGreaterThan(200);
  const broken: string[] = [];
  for (const { index, bytes } of deaths) {
    const inner = createMemoryDisk();
    const disk = await recordDisk(inner);
    disk.fault = stopAt(index, bytes);
    const acknowledged = await commitAll(disk);
    const found = await recover(aMinuteLater(inner));
    if (!isBeginning(found) || found.length < acknowledged.length) broken.push(`operation ${index}, ${bytes} bytes`);
  }
  expect(broken).toEqual([]);
});

test('in every state a power loss can leave, all that was acknowledged is there and work goes on', async () => {
  const disk = await recordDisk(createMemoryDisk());
  await commitAll(disk);
  const broken = await findBrokenStates(
    disk,
    async (after, { marks }) => {
      const found = await recover(aMinuteLater(after));
      return isBeginning(found) && found.length >= Number(marks.at(-1)?.split(' ')[1] ?? 0);
    },
    { blockBytes: 8, samples: 6 },
  );
  expect(broken).toEqual([]);
});

test('a power loss during the repair of a torn end loses nothing either', async () => {
  const inner = createMemoryDisk();
  await putFile(inner, JOURNAL, Buffer.concat([journalOf(1, 2), Buffer.from('{"number":3,"pos')]));
  const disk = await recordDisk(inner);
  const { append } = await openNumbers(disk);
  await append(3);
  disk.mark('acknowledged 3');
  const broken = await findBrokenStates(
    disk,
    async (after, { marks }) => {
      const found = await recover(aMinuteLater(after));
      return isBeginning(found) && found.length >= (marks.length > 0 ? 3 : 2);
    },
    { blockBytes: 8, samples: 6 },
  );
  expect(broken).toEqual([]);
});
