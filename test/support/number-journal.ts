import { onTestFinished } from 'vitest';
import type { Disk, Journal, Processes, TailRepair } from '../../src/kernel/ports/index.ts';
import { openJournal } from '../../src/stores/fs/index.ts';
import { systemClock, systemRandom } from '../../src/stores/system/index.ts';
import { diskWith } from './disk-with.ts';

/** A journal of numbers, with all its view was shown. */
export interface NumberJournal {
  readonly journal: Journal<number>;
  /** What the view holds now. */
  readonly seen: readonly number[];
  readonly resets: () => number;
  readonly repairs: readonly TailRepair[];
  /** Commits these and says when they are acknowledged. */
  append(...numbers: number[]): Promise<void>;
}

export interface NumberJournalOptions {
  readonly path?: string;
  /** The process that opens it; every other one counts as dead. */
  readonly pid?: number;
  readonly lockWaitMs?: number;
  /** Shown each number before it is kept. */
  onApply?(number: number): void;
}

export const JOURNAL = '/data/journal.jsonl';

export async function openNumbers(disk: Disk, options: NumberJournalOptions = {}): Promise<NumberJournal> {
  const seen: number[] = [];
  const repairs: TailRepair[] = [];
  let resets = 0;
  const journal = await openJournal<number>(
    {
      disk,
      processes: aloneAlive(options.pid ?? 1),
      clock: systemClock,
      random: systemRandom,
      lockWaitMs: options.lockWaitMs ?? 1_000,
    },
    {
      path: options.path ?? JOURNAL,
      owner: 'test',
      view: {
        reset: () => {
          resets += 1;
          seen.length = 0;
        },
        apply: ({ text }) => {
          const number = numberOf(text);
          options.onApply?.(number);
          seen.push(number);
        },
      },
      seal: (number, previous) => lineOf(number, previous?.end ?? 0),
      onRepair: (repair) => repairs.push(repair),
    },
  );
  // On a disk that was made to stop nothing can be closed properly any more.
  onTestFinished(() => journal.close().catch(() => undefined));
  return {
    journal,
    seen,
    resets: () => resets,
    repairs,
    append: async (...numbers) => void (await journal.commit(() => numbers)),
  };
}

/** Each line says where it stands, so that one in another's place is noticed. */
export const lineOf = (number: number, position: number): string => JSON.stringify({ number, position });

const numberOf = (text: string): number => (JSON.parse(text) as { number: number }).number;

/** The bytes of a journal with these numbers. */
export function journalOf(...numbers: readonly number[]): Buffer {
  let bytes = Buffer.alloc(0);
  for (const number of numbers) bytes = Buffer.concat([bytes, Buffer.from(`${lineOf(number, bytes.length)}\n`)]);
  return bytes;
}

/** A world in which only the process with this id lives: the others died in what the test did before. */
export const aloneAlive = (pid: number): Pick<Processes, 'isAlive' | 'self'> => ({
  self: () => Promise.resolve({ pid, host: 'test', started: String(pid) }),
  isAlive: (identity) => Promise.resolve(identity.pid === pid),
});

/** The same disk a minute later: by the time it gives new files, everything on it has been silent for so long. */
export const aMinuteLater = (disk: Disk): Disk =>
  diskWith(disk, {
    stat: async (path) => {
      const stat = await disk.stat(path);
      return stat !== undefined && path.includes('.probe-') ? { ...stat, modifiedMs: stat.modifiedMs + 60_000 } : stat;
    },
  });

export async function putFile(disk: Disk, path: string, content: Uint8Array): Promise<void> {
  await disk.mkdir(path.slice(0, path.lastIndexOf('/')));
  const file = await disk.open(path, 'w');
  await file.write(content);
  await file.close();
}
