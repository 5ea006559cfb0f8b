import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fdatasync, mkdirSync, openSync, write } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openMovers, type Movers } from './task-moves/open-movers.ts';
import { defineBenchmark, ratePerSecond, type Contender } from './frame/index.ts';

const WRITERS = 64;
const PROCESSES = 4;
const ROUND_MS = 2_000;

/** Durable transitions: what a writer may count on when it is told. */
export const benchmark = defineBenchmark({
  about: 'durable transitions of tasks beside bare appends with as many concurrent writers, each append flushed',
  prepare({ folder }) {
    for (const name of ['own', 'others', 'shared']) mkdirSync(join(folder, name));
    const floor = bareAppends(folder);
    const title = `${WRITERS} writers`;
    const unit = '/s' as const;
    const target = { limit: 0.5, against: 'floor' } as const;
    return {
      cases: [
        { title, unit, ours: transitions(join(folder, 'own'), WRITERS), floor, target },
        // Reported: each change is one of another task, so that every one makes and removes a file.
        { title: `${title}, many tasks`, unit, ours: transitions(join(folder, 'others'), 40 * WRITERS), floor },
        { title: `${title} in ${PROCESSES} processes`, unit, ours: inProcesses(join(folder, 'shared')), floor },
      ],
    };
  },
});

/** The tasks are made in the round that does not count: the files of one case are not written during another. */
function transitions(dataDir: string, count: number): Contender {
  let opening: Promise<Movers> | undefined;
  return {
    name: 'transitions',
    measure: async () => {
      const { move, settle } = await (opening ??= openMovers(dataDir, count));
      const began = performance.now();
      const rate = await ratePerSecond(ROUND_MS, move, WRITERS);
      const moving = performance.now() - began;
      // The files of the last moves are paid for in this round.
      await settle();
      return (rate * moving) / (performance.now() - began);
    },
  };
}

/** Processes that share the writers and the data dir, each with tasks of its own. */
function inProcesses(dataDir: string): Contender {
  const program = fileURLToPath(new URL('./task-moves/move-tasks.ts', import.meta.url));
  const writers = WRITERS / PROCESSES;
  const runOne = async (): Promise<number> => {
    const args = ['--import', 'tsx', program, dataDir, String(writers), String(ROUND_MS)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (piece: Buffer) => (text += piece.toString('utf8')));
    await once(child, 'close');
    return Number(text);
  };
  return {
    name: 'transitions',
    measure: async () => {
      const rates = await Promise.all(Array.from({ length: PROCESSES }, runOne));
      return rates.reduce((sum, rate) => sum + rate, 0);
    },
  };
}

function bareAppends(folder: string): Contender {
  const record = Buffer.from(`${'x'.repeat(230)}\n`);
  return {
    name: 'append + fdatasync',
    measure: async () => {
      const file = openSync(join(folder, 'bare'), 'a');
      const append = async (): Promise<void> => {
        await promisify(write)(file, record);
        await promisify(fdatasync)(file);
      };
      try {
        return await ratePerSecond(ROUND_MS, append, WRITERS);
      } finally {
        closeSync(file);
      }
    },
  };
}
