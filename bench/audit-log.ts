import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditLog, Disk } from '../src/kernel/ports/index.ts';
import { createAuditLog } from '../src/stores/audit/index.ts';
import { createFiles, nodeDisk } from '../src/stores/fs/index.ts';
import { createProcesses } from '../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../src/stores/system/index.ts';
import { defineBenchmark, durationMs, ratePerSecond, type Case, type Contender } from './frame/index.ts';

const WRITERS = 64;
const TARGET = { limit: 20, against: 'floor' } as const;
/** What a flush takes on the disk the specification was written beside. */
const SLOW_FLUSH_MS = 4;
/** About the size of an entry for a small handoff. */
const BODY = { source: 'domain-05-product', target: 'domain-02-analysis', text: 'x'.repeat(600) };
const DRAFT = { kind: 'handoff.accepted', body: BODY };

/** What a provable record costs: the bare loop is one append and one flush after the other. */
export const benchmark = defineBenchmark({
  about: 'the audit log with 64 writers in one process beside one append and flush per entry, and its verification',
  async prepare({ folder, quick }) {
    const roundMs = quick ? 400 : 1500;
    const fast = await prepareAppends(nodeDisk, join(folder, 'fast'), roundMs, 0);
    const slow = await prepareAppends(withSlowFlush(nodeDisk), join(folder, 'slow'), roundMs, SLOW_FLUSH_MS);
    const stored = openLog(nodeDisk, join(folder, 'stored'));
    const entries = quick ? 20_000 : 100_000;
    for (let n = 0; n < entries; n += 1_000) await stored.append(Array.from({ length: 1_000 }, () => DRAFT));
    return {
      cases: [
        fast.rowOf(`append, ${WRITERS} at once`, WRITERS),
        fast.rowOf('append, one at a time', 1),
        slow.rowOf(`append, ${WRITERS} at once, ${SLOW_FLUSH_MS} ms added to each flush of both`, WRITERS),
        {
          title: 'verify',
          unit: '/s',
          ours: measureVerify(stored, entries),
          target: { limit: 100_000 },
        },
      ],
      async cleanUp() {
        await fast.close();
        await slow.close();
        await stored.close();
        await rm(join(folder, 'stored'), { recursive: true });
      },
    };
  },
});

/** A log and a bare file on the same disk. */
async function prepareAppends(
  disk: Disk,
  folder: string,
  roundMs: number,
  addedMs: number,
): Promise<{ rowOf(title: string, writers: number): Case; close(): Promise<void> }> {
  const log = openLog(disk, folder);
  await log.append([DRAFT]);
  // As anybody would write it with Node alone.
  const bareFile = await open(join(folder, 'bare'), 'a');
  const line = `${JSON.stringify(BODY)}\n`;
  const bare: Contender = {
    name: 'append, fdatasync',
    measure: () =>
      ratePerSecond(roundMs, async () => {
        await bareFile.write(line);
        await bareFile.datasync();
        if (addedMs > 0) await sleep(addedMs);
      }),
  };
  return {
    rowOf: (title, writers) => ({
      title,
      unit: '/s',
      ours: measureAppends(log, roundMs, writers),
      floor: bare,
      ...(writers === 1 ? {} : { target: TARGET }),
    }),
    async close() {
      await bareFile.close();
      await log.close();
    },
  };
}

function measureAppends(log: AuditLog, roundMs: number, writers: number): Contender {
  const costsUs: number[] = [];
  return {
    name: 'audit log',
    async measure() {
      let count = 0;
      const before = process.cpuUsage();
      const rate = await ratePerSecond(roundMs, () => log.append([DRAFT]).then(() => (count += 1)), writers);
      const { user, system } = process.cpuUsage(before);
      costsUs.push((user + system) / count);
      return rate;
    },
    note: () => `${Math.min(...costsUs).toFixed(0)} µs of processor each`,
  };
}

/** Also by processor time: on a shared machine the other says how busy that is. */
function measureVerify(log: AuditLog, entries: number): Contender {
  const rates: number[] = [];
  return {
    name: 'audit log',
    async measure() {
      const before = process.cpuUsage();
      const ms = await durationMs(() => log.verify());
      const { user, system } = process.cpuUsage(before);
      rates.push((entries * 1_000_000) / (user + system));
      return entries / (ms / 1000);
    },
    note: () => `${entries} entries, ${Math.max(...rates).toLocaleString('en', RATE)} per second of processor`,
  };
}

const RATE = { maximumFractionDigits: 0 } as const;

const openLog = (disk: Disk, folder: string): AuditLog =>
  createAuditLog({
    disk,
    files: createFiles(disk),
    processes: createProcesses(),
    clock: systemClock,
    random: systemRandom,
    folder: join(folder, 'audit'),
    keyFolder: join(folder, 'keys'),
    seenFolder: join(folder, 'seen'),
  });

const withSlowFlush = (disk: Disk): Disk => ({
  ...disk,
  async open(...args) {
    const file = await disk.open(...args);
    const flush = file.datasync.bind(file);
    return Object.assign(file, { datasync: () => flush().then(() => sleep(SLOW_FLUSH_MS)) });
  },
});
