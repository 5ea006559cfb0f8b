import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createFiles, createLocks, nodeDisk, openJournal } from '../src/stores/fs/index.ts';
import { createProcesses } from '../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../src/stores/system/index.ts';

// What durability costs here: a bare loop of append and fdatasync as the measure, then the journal, locks and
// atomic writes. `npx tsx bench/durable-files.ts [seconds per measurement] [folder]`
const seconds = Number(process.argv[2] ?? 2);
const base = process.argv[3] ?? tmpdir();
const RECORD = JSON.stringify({ id: 1, text: 'x'.repeat(212) });

const deps = { disk: nodeDisk, processes: createProcesses(), clock: systemClock, random: systemRandom };
const folder = await mkdtemp(join(base, 'baton-bench-'));
try {
  const bare = await measureBare();
  report('append + fdatasync, one at a time', bare);
  for (const writers of [1, 8, 64, 512]) {
    const rate = await measureJournal(writers);
    report(`journal, ${writers} at once`, rate, bare);
  }
  report('lock, acquire and release', await measureLock());
  report('writeAtomic, one at a time', await measureWriteAtomic());
} finally {
  await rm(folder, { recursive: true, force: true });
}

function report(what: string, perSecond: number, measure?: number): void {
  const ratio = measure === undefined ? '' : `${(perSecond / measure).toFixed(1)} x the bare loop`;
  console.log(`${what.padEnd(36)}${perSecond.toFixed(0).padStart(9)}/s  ${ratio}`);
}

/** Runs it on so many strands until the time is over. */
async function rateOf(strands: number, once: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  const endMs = beganMs + seconds * 1000;
  let count = 0;
  const strand = async (): Promise<void> => {
    for (; performance.now() < endMs; count++) await once();
  };
  await Promise.all(Array.from({ length: strands }, strand));
  return count / ((performance.now() - beganMs) / 1000);
}

async function measureBare(): Promise<number> {
  const file = await open(join(folder, 'bare'), 'a');
  try {
    return await rateOf(1, async () => {
      await file.write(`${RECORD}\n`);
      await file.datasync();
    });
  } finally {
    await file.close();
  }
}

async function measureJournal(writers: number): Promise<number> {
  const journal = await openJournal<string>(deps, {
    path: join(folder, `journal-${writers}`),
    owner: 'bench',
    view: { reset: () => undefined, apply: () => undefined },
    seal: (draft) => draft,
  });
  try {
    return await rateOf(writers, () => journal.commit(() => [RECORD]));
  } finally {
    await journal.close();
  }
}

async function measureLock(): Promise<number> {
  const locks = createLocks({ ...deps, folder: join(folder, 'locks') });
  return await rateOf(1, async () => {
    const held = await locks.acquire('bench', { owner: 'bench' });
    await held.release();
  });
}

async function measureWriteAtomic(): Promise<number> {
  const files = createFiles(nodeDisk);
  return await rateOf(1, () => files.writeAtomic(join(folder, 'file'), RECORD));
}
