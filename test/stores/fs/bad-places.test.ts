import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLocks, nodeDisk, openJournal } from '../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../../../src/stores/system/index.ts';
import { codeAndPathOf, codeOf } from '../../support/code-of.ts';
import { startProgram } from '../../support/run-program.ts';
import { canMount, makeReadOnly, mountSmall } from '../../support/small-disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const deps = { disk: nodeDisk, processes: createProcesses(), clock: systemClock, random: systemRandom };

interface TextJournal {
  append(text: string): Promise<unknown>;
  close(): Promise<void>;
  readonly seen: readonly string[];
}

async function openTexts(path: string): Promise<TextJournal> {
  const seen: string[] = [];
  const view = { reset: () => void seen.splice(0), apply: ({ text }: { text: string }) => void seen.push(text) };
  const journal = await openJournal<string>(deps, { path, owner: 'test', view, seal: (text) => JSON.stringify(text) });
  onTestFinished(() => journal.close());
  return { seen, append: (text) => journal.commit(() => [text]), close: () => journal.close() };
}

describe.runIf(canMount)('on a small file system', () => {
  test('a record that does not fit is refused, and the next that fits is taken', async () => {
    const path = join(await mountSmall(), 'journal');
    const { append, seen } = await openTexts(path);
    await append('first');
    expect(await codeAndPathOf(append('x'.repeat(100_000)))).toBe(`DISK_FULL ${path}`);
    await append('second');
    expect(seen).toEqual(['"first"', '"second"']);
    expect((await openTexts(path)).seen).toEqual(['"first"', '"second"']);
  });

  test('a disk too full for a lock says so', async () => {
    const folder = await mountSmall();
    await writeFile(join(folder, 'filler'), Buffer.alloc(60_000));
    await writeFile(join(folder, 'rest'), Buffer.alloc(10_000)).catch(() => undefined);
    const locks = createLocks({ ...deps, folder: join(folder, 'locks') });
    expect(await codeOf(locks.acquire('name', { owner: 'test' }))).toBe('DISK_FULL');
  });

  test('a read-only file system can be read and watched, and refuses records and locks', async () => {
    const folder = await mountSmall();
    const path = join(folder, 'journal');
    const before = await openTexts(path);
    await before.append('there');
    await before.close();
    makeReadOnly(folder);
    const { append, seen } = await openTexts(path);
    expect(seen).toEqual(['"there"']);
    expect(await codeOf(append('more'))).toBe('FILE_NOT_WRITABLE');
    const locks = createLocks({ ...deps, folder: join(folder, 'locks') });
    expect(await codeOf(locks.acquire('name', { owner: 'test' }))).toBe('FILE_NOT_WRITABLE');
    expect(await locks.inspect('name')).toBeUndefined();
  });
});

test('without permission every refusal says which one is missing', async () => {
  const folder = await tempFolder();
  await mkdir(join(folder, 'readable'));
  await mkdir(join(folder, 'closed'));
  await writeFile(join(folder, 'readable', 'journal'), '1\n');
  await writeFile(join(folder, 'readable', 'secret'), '1\n', { mode: 0o000 });
  await writeFile(join(folder, 'closed', 'journal'), '1\n');
  await chmod(join(folder, 'readable'), 0o555);
  await chmod(join(folder, 'closed'), 0o000);
  await chmod(folder, 0o755);
  onTestFinished(async () => {
    await chmod(join(folder, 'readable'), 0o755);
    await chmod(join(folder, 'closed'), 0o755);
  });
  const paths = ['readable/journal', 'readable/secret', 'closed/journal'].map((name) => join(folder, name));
  // Root may do everything: there the attempt is made as nobody.
  const uid = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  const lines = await startProgram('test/stores/fs/programs/try-durable.ts', paths, uid).finished();
  const refused = { committed: 'FILE_NOT_WRITABLE', locked: 'FILE_NOT_WRITABLE' };
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { opened: 'ok', ...refused },
    { opened: 'FILE_NOT_READABLE', ...refused, committed: 'not tried' },
    { opened: 'FILE_NOT_READABLE', ...refused, committed: 'not tried' },
  ]);
});
