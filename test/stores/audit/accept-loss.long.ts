import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { AuditDraft, AuditLog, AuditReport, Disk, Files } from '../../../src/kernel/ports/index.ts';
import { createAuditLog } from '../../../src/stores/audit/index.ts';
import { createFiles } from '../../../src/stores/fs/index.ts';
import { systemRandom } from '../../../src/stores/system/index.ts';
import { START } from '../../support/governed-team.ts';
import { createMemoryDisk } from '../../support/memory-disk.ts';
import { aloneAlive, aMinuteLater } from '../../support/number-journal.ts';
import { findBrokenStates } from '../../support/power-loss.ts';
import { recordDisk } from '../../support/recording-disk.ts';
import { verifies } from '../../support/verifies.ts';

const BLOCKED = 'blocked:a';
const BLOCK: AuditDraft = { kind: 'agent.blocked', flag: { name: BLOCKED, up: true }, body: {} };
const ACCEPTED: AuditDraft = { kind: 'log.accepted', body: { by: 'ada', reason: 'put back from a backup' } };
const entry = (n: number): AuditDraft => ({ kind: 'test.entry', body: { n } });

const DAY_MS = 86_400_000;

interface Place {
  readonly data?: string;
  /** Later, the file of the day is closed before anything else is recorded. */
  readonly nowMs?: number;
}

const openOn = (disk: Disk, pid: number, { data = '/data', nowMs = START }: Place = {}): AuditLog =>
  createAuditLog({
    disk,
    files: createFiles(disk),
    processes: aloneAlive(pid),
    clock: { now: () => nowMs },
    random: systemRandom,
    lockWaitMs: 1_000,
    folder: join(data, 'audit'),
    keyFolder: join(data, 'keys'),
    seenFolder: '/state/seen',
  });

async function copyFolder(files: Files, from: string, to: string): Promise<void> {
  await files.createFolder(to);
  for (const { name, kind } of await files.list(from)) {
    if (kind === 'folder') await copyFolder(files, join(from, name), join(to, name));
    else if (!name.endsWith('.lock')) await files.writeAtomic(join(to, name), await files.readBytes(join(from, name)));
  }
}

async function removeFolder(files: Files, folder: string): Promise<void> {
  for (const { name, kind } of await files.list(folder)) {
    if (kind === 'folder') await removeFolder(files, join(folder, name));
    else await files.remove(join(folder, name));
  }
}

/** As a person who accepts does it: what is remembered is raised again. */
const accept = (log: AuditLog) =>
  log.acceptLoss(({ flags }, { flagged }) => [
    ACCEPTED,
    ...flags
      .filter((name) => !flagged.has(name))
      .map((name) => ({ kind: 'log.carried', flag: { name, up: true }, body: {} })),
  ]);

/** How a log with a blocked agent gets lost; `/early` is the data dir before the block, `/other` another one. */
const LOSSES: Readonly<Record<string, (files: Files) => Promise<void>>> = {
  async 'the data dir put back'(files) {
    await removeFolder(files, '/data');
    await copyFolder(files, '/early', '/data');
  },
  async 'the log put back'(files) {
    await removeFolder(files, '/data/audit');
    await copyFolder(files, '/early/audit', '/data/audit');
  },
  async 'the data dir removed'(files) {
    await removeFolder(files, '/data');
  },
  async 'the log removed'(files) {
    await removeFolder(files, '/data/audit');
  },
  async 'another data dir in its place'(files) {
    await removeFolder(files, '/data');
    await copyFolder(files, '/other', '/data');
  },
};

async function createLoss(lose: (files: Files) => Promise<void>): Promise<Disk> {
  const disk = createMemoryDisk();
  const files = createFiles(disk);
  const log = openOn(disk, 1);
  await log.append([entry(1)]);
  await log.remember();
  await copyFolder(files, '/data', '/early');
  await log.append([BLOCK]);
  await log.append([entry(2)]);
  await log.remember();
  await log.close();
  await copyFolder(files, '/state', '/state-before');
  const other = openOn(disk, 1, { data: '/other' });
  await removeFolder(files, '/state');
  await other.append([entry(9)]);
  await other.remember();
  await other.close();
  await removeFolder(files, '/state');
  await copyFolder(files, '/state-before', '/state');
  await lose(files);
  return disk;
}

/** The relay reports another log in this place as well. */
const isSound = ({ ok, replaced }: AuditReport): boolean => ok && replaced.length === 0;

/** Undefined if no block is lost and a person can go on; otherwise what went wrong. */
async function findFault(log: AuditLog): Promise<string | undefined> {
  const asked = await log.ask({ flags: [BLOCKED] }).catch(() => undefined);
  if (asked !== undefined && !asked.flagged.has(BLOCKED)) return 'the block is lifted';
  const before = await log.verify();
  const added = await log.append([entry(3)]).then(
    () => true,
    () => false,
  );
  if (added !== isSound(before)) return `an entry was ${added ? '' : 'not '}taken, which is not what verify says`;
  const damage = before.problems.find(({ about }) => about === undefined);
  if (damage !== undefined) return `nobody can accept: ${damage.reason}`;
  if (!isSound(before)) await accept(log);
  const after = await log.verify();
  const { flagged } = await log.ask({ flags: [BLOCKED] });
  if (!flagged.has(BLOCKED)) return 'the block is gone afterwards';
  return isSound(after) ? undefined : `not sound afterwards: ${after.problems[0]?.reason ?? ''}`;
}

describe('a log is given up', () => {
  for (const [name, lose] of Object.entries(LOSSES)) {
    verifies(
      ['GOV-060', 'GOV-061'],
      `${name}: wherever the acceptance is cut short, the block stays and the next one completes it`,
      async () => {
        const disk = await recordDisk(await createLoss(lose));
        // A log that begins again in the same moment, with the same key, has the same name: that is the harder case.
        const nowMs = name.endsWith('put back') ? START + DAY_MS : START;
        const log = openOn(disk, 2, { nowMs });
        expect(isSound(await log.verify())).toBe(false);
        await accept(log);
        await log.close();
        // A head is one sector of a disk, written whole or not at all: states that tear it apart do not occur.
        const heads = new Set<string>();
        for (const file of disk.before.files) if (isHead(file.path)) heads.add(file.data.toString('utf8'));
        for (const operation of disk.operations)
          if (operation.kind === 'write' && isHead(operation.path)) heads.add(operation.data.toString('utf8'));
        let looked = 0;
        const why = new Map<string, string>();
        const broken = await findBrokenStates(
          disk,
          async (after, state) => {
            if (await hasTornHead(createFiles(after), heads)) return true;
            looked += 1;
            const found = openOn(aMinuteLater(after), 3, { nowMs });
            try {
              const fault = await findFault(found);
              if (fault !== undefined) why.set(state.name, fault);
              return fault === undefined;
            } catch (error) {
              why.set(state.name, String(error));
              return false;
            } finally {
              await found.close();
            }
          },
          { samples: 1 },
        );
        expect(looked).toBeGreaterThan(80);
        expect(broken.map((state) => `${state}: ${why.get(state) ?? ''}`)).toEqual([]);
      },
    );
  }
});

const isHead = (path: string): boolean => /head\.json|seen\/[^/]+\.json/.test(path);

async function hasTornHead(files: Files, heads: ReadonlySet<string>): Promise<boolean> {
  const paths = ['/data/audit/head.json'];
  for (const { name } of await files.list('/state/seen')) if (name.endsWith('.json')) paths.push(`/state/seen/${name}`);
  for (const path of paths) {
    const text = await files.findText(path);
    if (text !== undefined && !heads.has(text)) return true;
  }
  return false;
}
