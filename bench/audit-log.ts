import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditLog } from '../src/kernel/index.ts';
import { createAuditLog } from '../src/stores/audit/index.ts';
import { createFiles, nodeDisk } from '../src/stores/fs/index.ts';
import { createProcesses } from '../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../src/stores/system/index.ts';
import { defineBenchmark, durationMs, ratePerSecond, type Contender } from './frame/index.ts';

const WRITERS = 64;
/** About the size of an entry for a small handoff. */
const BODY = { source: 'domain-05-product', target: 'domain-02-analysis', text: 'x'.repeat(600) };
const DRAFT = { kind: 'handoff.accepted', body: BODY };

/** What a provable record costs: the bare loop is one append and one flush after the other. */
export const benchmark = defineBenchmark({
  about: 'the audit log with 64 writers in one process beside one append and flush per entry, and its verification',
  async prepare({ folder, quick }) {
    const roundMs = quick ? 400 : 1500;
    const bareFile = await open(join(folder, 'bare'), 'a');
    const line = `${JSON.stringify(BODY)}\n`;
    const bare: Contender = {
      name: 'append, fdatasync',
      measure: () =>
        ratePerSecond(roundMs, async () => {
          await bareFile.write(line);
          await bareFile.datasync();
        }),
    };
    const written = openLog(join(folder, 'written'));
    const stored = openLog(join(folder, 'stored'));
    const entries = quick ? 20_000 : 100_000;
    for (let n = 0; n < entries; n += 1_000) await stored.append(Array.from({ length: 1_000 }, () => DRAFT));
    return {
      cases: [
        {
          title: `append, ${WRITERS} at once`,
          unit: '/s',
          ours: { name: 'audit log', measure: () => ratePerSecond(roundMs, () => written.append([DRAFT]), WRITERS) },
          floor: bare,
          target: { limit: 20, against: 'floor' },
        },
        {
          title: 'verify',
          unit: '/s',
          ours: {
            name: 'audit log',
            measure: async () => entries / ((await durationMs(() => stored.verify())) / 1000),
            note: () => `${entries} entries`,
          },
          target: { limit: 100_000 },
        },
      ],
      async cleanUp() {
        await bareFile.close();
        await written.close();
        await stored.close();
        await rm(join(folder, 'stored'), { recursive: true });
      },
    };
  },
});

const openLog = (folder: string): AuditLog =>
  createAuditLog({
    disk: nodeDisk,
    files: createFiles(nodeDisk),
    processes: createProcesses(),
    clock: systemClock,
    random: systemRandom,
    folder: join(folder, 'audit'),
    keyFolder: join(folder, 'keys'),
  });
