import { tmpdir } from 'node:os';
import { describe, expect } from 'vitest';
import type { Disk, Platform } from '../../../src/kernel/ports/index.ts';
import { begin, close, init, log, orient, set } from '../../../src/relay/project/index.ts';
import { createFiles } from '../../../src/stores/fs/index.ts';
import { createMemoryDisk } from '../../support/memory-disk.ts';
import { openAuthority } from '../../support/open-authority.ts';
import { findBrokenStates } from '../../support/power-loss.ts';
import { recordDisk } from '../../support/recording-disk.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

const ROOT = '/project';
const HELD = {
  fence: 1,
  assertHeld: () => Promise.resolve(),
  isWanted: () => Promise.resolve(false),
  release: () => Promise.resolve(),
};
const SESSION = { sessionId: 'sess_1' };

/** A project without git: what is under test is the plan of files, and a power loss cannot be replayed inside git. */
const platformOn = (disk: Disk): Promise<Platform> =>
  testPlatform(tmpdir(), {
    disk,
    files: createFiles(disk),
    git: { findRepo: () => Promise.resolve(undefined) },
    project: {
      folder: ROOT,
      root: ROOT,
      dataDir: `${ROOT}/.baton`,
      authority: openAuthority,
      findRepo: () => Promise.resolve(undefined),
      // One process only: the files of its lock are no part of the plan.
      locks: { acquire: () => Promise.resolve(HELD), inspect: () => Promise.resolve(undefined) },
    },
  });

const texts = async (platform: Platform): Promise<Record<string, string>> => {
  const names = (await platform.files.list(`${ROOT}/.ai/handoff`)).filter(({ kind }) => kind === 'file');
  const pairs = names.map(async ({ name }) => [
    name,
    await platform.files.findText(`${ROOT}/.ai/handoff/${name}`, { maxBytes: 1_000_000 }),
  ]);
  return Object.fromEntries(await Promise.all(pairs)) as Record<string, string>;
};

describe('closing when the power goes', () => {
  verifies('PRJ-073', 'leaves all of the old files or, once the next command ran, all of the new ones', async () => {
    const inner = createMemoryDisk();
    await inner.mkdir(ROOT);
    const setUp = await platformOn(inner);
    await init(setUp, { git: false, agentsMd: false });
    await begin(setUp, { agent: 'ada', ...SESSION });
    for (let count = 0; count < 11; count += 1)
      await log(setUp, { title: `Entry ${count}`, body: 'Words.', ...SESSION });
    await set(setUp, { file: 'STATUS.md', section: 'summary', body: 'New.', create: true, ...SESSION });
    const old = await texts(setUp);

    const disk = await recordDisk(inner);
    await close(await platformOn(disk), { tag: false, commit: false, context: 'Closed.', ...SESSION });
    disk.mark('closed');
    const wanted = await texts(await platformOn(inner));
    expect(Object.keys(wanted)).toEqual(expect.arrayContaining(['LOG-ARCHIVE.md', 'MANIFEST.json']));
    expect(Object.keys(wanted)).not.toContain('HANDOFF.lock');

    const ends = new Set<string>();
    const broken = await findBrokenStates(
      disk,
      async (after, { marks }) => {
        const platform = await platformOn(after);
        const seen = await orient(platform, { kind: 'fix', readOnly: true });
        if (seen.mode === 'bootstrap' || seen.mode === 'v1') return false;
        // The holder lives as long as this test does, and is the one that comes back.
        const isOpen = (await after.lstat(`${ROOT}/.ai/handoff/HANDOFF.lock`)) !== undefined;
        if (isOpen) await log(platform, { title: 'Back again', body: '', ...SESSION }).catch(() => undefined);
        else await begin(platform, { agent: 'bob', sessionId: 'sess_2' });
        const { 'HANDOFF.lock': _lock, ...now } = await texts(platform);
        const isNew = Object.entries(wanted).every(([name, text]) => now[name] === text);
        const isOld = Object.entries(old).every(
          ([name, text]) => name === 'HANDOFF.lock' || name === 'LOG.md' || now[name] === text,
        );
        ends.add(isNew ? 'new' : 'old');
        if (marks.includes('closed') && !isNew) return false;
        return isNew || (isOld && now['LOG-ARCHIVE.md'] === undefined && (now['LOG.md'] ?? '').includes('Entry 0'));
      },
      { samples: 2 },
    );
    expect(broken).toEqual([]);
    expect(ends).toEqual(new Set(['old', 'new']));
  });
});
