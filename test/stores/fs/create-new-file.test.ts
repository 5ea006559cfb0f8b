import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Disk } from '../../../src/kernel/ports/index.ts';
import { createFiles, nodeDisk } from '../../../src/stores/fs/index.ts';
import { codeAndPathOf } from '../../support/code-of.ts';
import { createMemoryDisk } from '../../support/memory-disk.ts';
import { findBrokenStates } from '../../support/power-loss.ts';
import { recordDisk } from '../../support/recording-disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const files = createFiles(nodeDisk);

describe('a file written piece by piece', () => {
  test('takes its name at once, is whole when finished, and is gone when discarded', async () => {
    const path = join(await tempFolder(), 'log');
    const file = await files.createNew(path);
    expect(await codeAndPathOf(files.createNew(path))).toBe(`FILE_EXISTS ${path}`);
    await file.write(Buffer.from('one '));
    await file.write(Buffer.from('two'));
    await file.finish();
    expect(await readFile(path, 'utf8')).toBe('one two');
    await file.discard();
    expect(await files.stat(path)).toBeUndefined();
  });

  test('survives a power loss once it is finished', async () => {
    const disk = await recordDisk(createMemoryDisk());
    const file = await createFiles(disk).createNew('/log');
    await file.write(Buffer.from('all of it'));
    await file.finish();
    disk.mark('finished');
    const isWhole = async (after: Disk): Promise<boolean> =>
      (await after.lstat('/log')) !== undefined && (await after.readFile('/log')).toString() === 'all of it';
    expect(
      await findBrokenStates(disk, async (after, { marks }) => marks.length === 0 || (await isWhole(after))),
    ).toEqual([]);
  });
});
