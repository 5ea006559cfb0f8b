import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createFiles, createLocks, nodeDisk, openJournal } from '../src/stores/fs/index.ts';
import { createProcesses } from '../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../src/stores/system/index.ts';
import { defineBenchmark, ratePerSecond, type Case, type Contender, type Stage } from './frame/index.ts';

const RECORD = JSON.stringify({ id: 1, text: 'x'.repeat(212) });
const WRITERS = [1, 8, 64, 512];

const deps = { disk: nodeDisk, processes: createProcesses(), clock: systemClock, random: systemRandom };

/** What durability costs: the bare loop is one append and one flush after the other, without any of our care. */
export const benchmark = defineBenchmark({
  about: 'journal, locks and atomic writes beside a bare loop of append and fdatasync',
  async prepare(stage) {
    const roundMs = stage.quick ? 200 : 1000;
    const bareFile = await open(join(stage.folder, 'bare'), 'a');
    const bare: Contender = {
      name: 'append, fdatasync',
      measure: () =>
        ratePerSecond(roundMs, async () => {
          await bareFile.write(`${RECORD}\n`);
          await bareFile.datasync();
        }),
    };
    const journals = await Promise.all(WRITERS.map((writers) => prepareJournal(stage, writers, roundMs)));
    return {
      cases: [
        ...journals.map(({ writers, ours }): Case => ({
          title: `journal, ${writers} at once`,
          unit: '/s',
          ours,
          floor: bare,
        })),
        { title: 'lock, acquire and release', unit: '/s', ours: lockLoop(stage.folder, roundMs) },
        { title: 'writeAtomic, one at a time', unit: '/s', ours: writeAtomicLoop(stage.folder, roundMs), floor: bare },
      ],
      async cleanUp() {
        await bareFile.close();
        for (const { close } of journals) await close();
      },
    };
  },
});

interface PreparedJournal {
  readonly writers: number;
  readonly ours: Contender;
  close(): Promise<void>;
}

async function prepareJournal({ folder }: Stage, writers: number, roundMs: number): Promise<PreparedJournal> {
  const journal = await openJournal<string>(deps, {
    path: join(folder, `journal-${writers}`),
    owner: 'bench',
    view: { reset: () => undefined, apply: () => undefined },
    seal: (draft) => draft,
  });
  return {
    writers,
    ours: {
      name: 'journal',
      measure: () => ratePerSecond(roundMs, () => journal.commit(() => [RECORD]), writers),
    },
    close: () => journal.close(),
  };
}

function lockLoop(folder: string, roundMs: number): Contender {
  const locks = createLocks({ ...deps, folder: join(folder, 'locks') });
  return {
    name: 'lock',
    measure: () =>
      ratePerSecond(roundMs, async () => {
        const held = await locks.acquire('bench', { owner: 'bench' });
        await held.release();
      }),
  };
}

function writeAtomicLoop(folder: string, roundMs: number): Contender {
  const files = createFiles(nodeDisk);
  return {
    name: 'writeAtomic',
    measure: () => ratePerSecond(roundMs, () => files.writeAtomic(join(folder, 'file'), RECORD)),
  };
}
