import { tmpdir } from 'node:os';
import { describe, expect } from 'vitest';
import { renderDocument } from '../../../src/protocols/document/index.ts';
import { compressDocument, expandDocument } from '../../../src/relay/document/index.ts';
import type { Platform, Disk } from '../../../src/kernel/ports/index.ts';
import { createFiles } from '../../../src/stores/fs/index.ts';
import { smallDocument } from '../../protocols/document/sample-document.ts';
import { createMemoryDisk } from '../../support/memory-disk.ts';
import { findBrokenStates } from '../../support/power-loss.ts';
import { DiskStopped, recordDisk, stopAt } from '../../support/recording-disk.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

const { handoff } = smallDocument();
const BIG = {
  handoff: { ...handoff, payload: { working: {}, session: { state: { notes: 'A long story. '.repeat(1_500) } } } },
};
const INPUT = Buffer.from(renderDocument(BIG));
const FOLDER = '/project/session/handoffs';

const platformOn = (disk: Disk): Promise<Platform> =>
  testPlatform(tmpdir(), {
    disk,
    files: createFiles(disk),
    project: { folder: '/project', root: '/project', dataDir: '/project/.baton' },
  });

async function freshDisk(): Promise<Disk> {
  const disk = createMemoryDisk();
  await disk.mkdir('/project/session');
  await createFiles(disk).writeAtomic('/project/input.json', INPUT);
  return disk;
}

/** Whatever document is there can be expanded to the original, and the input is what it was. */
async function isNothingLost(disk: Disk): Promise<boolean> {
  const platform = await platformOn(disk);
  if (!(await platform.files.readBytes('/project/input.json')).equals(INPUT)) return false;
  for (const { name } of await platform.files.list(FOLDER)) {
    if (name.startsWith('session-context')) continue;
    const short = await platform.files.readBytes(`${FOLDER}/${name}`);
    const { text } = await expandDocument(platform, short);
    if (text !== INPUT.toString('utf8')) return false;
  }
  return true;
}

describe('compression that is cut short', () => {
  verifies('UHS-021', 'loses nothing, at whichever operation the process is killed', async () => {
    const whole = await recordDisk(await freshDisk());
    await compressDocument(await platformOn(whole), INPUT);
    const steps = whole.operations.length;
    expect(steps).toBeGreaterThan(8);
    for (let index = 0; index < steps; index += 1) {
      const inner = await freshDisk();
      const disk = await recordDisk(inner);
      disk.fault = stopAt(index, 10);
      await expect(compressDocument(await platformOn(disk), INPUT)).rejects.toBeInstanceOf(DiskStopped);
      expect(await isNothingLost(inner)).toBe(true);
    }
  });

  verifies(['UHS-021', 'UHS-022'], 'loses nothing in any state a power loss can leave', async () => {
    const disk = await recordDisk(await freshDisk());
    await compressDocument(await platformOn(disk), INPUT);
    disk.mark('written');
    const broken = await findBrokenStates(disk, async (after, { marks }) => {
      const names = (await createFiles(after).list(FOLDER)).map(({ name }) => name);
      const isThere = names.some((name) => name.startsWith('planner-to-coder-'));
      return (isThere || marks.length === 0) && (await isNothingLost(after));
    });
    expect(broken).toEqual([]);
  });
});
