import { expect, test } from 'vitest';
import type { AuditLog, Disk } from '../../../src/kernel/ports/index.ts';
import { createAuditLog } from '../../../src/stores/audit/index.ts';
import { createFiles } from '../../../src/stores/fs/index.ts';
import { systemRandom } from '../../../src/stores/system/index.ts';
import { createMemoryDisk } from '../../support/memory-disk.ts';
import { aloneAlive, aMinuteLater } from '../../support/number-journal.ts';
import { findBrokenStates } from '../../support/power-loss.ts';
import { recordDisk } from '../../support/recording-disk.ts';
import { START } from '../../support/governed-team.ts';

const DAY = 86_400_000;

const openOn = (disk: Disk, pid: number, clock = { now: () => START }): AuditLog =>
  createAuditLog({
    disk,
    files: createFiles(disk),
    processes: aloneAlive(pid),
    clock,
    random: systemRandom,
    lockWaitMs: 1_000,
    folder: '/data/audit',
    keyFolder: '/data/keys',
  });

async function claimsIn(log: AuditLog): Promise<string[]> {
  const found: string[] = [];
  for await (const { claim } of log.entries()) if (claim !== undefined) found.push(claim);
  return found;
}

test('in every state a power loss can leave, what was acknowledged is there, nothing looks tampered with, and work goes on', async () => {
  const disk = await recordDisk(createMemoryDisk());
  let now = START;
  const log = openOn(disk, 1, { now: () => now });
  for (let n = 1; n <= 4; n++) {
    // The third entry begins a new file.
    if (n === 3) now += DAY;
    await log.append([{ kind: 'test.entry', claim: `c${n}`, body: { n } }]);
    disk.mark(`c${n}`);
  }
  await log.close();
  // The head is one sector of a disk, written whole or not at all: states that tear it apart do not occur.
  const heads = new Set(
    disk.operations.flatMap((operation) =>
      operation.kind === 'write' && operation.path.includes('head.json') ? [operation.data.toString('utf8')] : [],
    ),
  );
  let looked = 0;
  const why = new Map<string, string>();
  const broken = await findBrokenStates(
    disk,
    async (after, { marks, name }) => {
      const head = await createFiles(after).findText('/data/audit/head.json');
      if (head !== undefined && !heads.has(head)) return true;
      looked += 1;
      const found = openOn(aMinuteLater(after), 2, { now: () => now });
      try {
        const before = await found.verify();
        await found.append([{ kind: 'test.entry', body: {} }]);
        const report = await found.verify();
        const claims = await claimsIn(found);
        const holds = before.ok && report.ok && marks.every((claim) => claims.includes(claim));
        if (!holds) why.set(name, JSON.stringify([before.problems, report.problems, claims]));
        return holds;
      } catch (error) {
        why.set(name, String(error));
        return false;
      } finally {
        await found.close();
      }
    },
    { samples: 2 },
  );
  expect(looked).toBeGreaterThan(200);
  expect(broken.map((name) => `${name}: ${why.get(name) ?? ''}`)).toEqual([]);
});
