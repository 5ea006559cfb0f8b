import { join } from 'node:path';
import { createAuditLog } from '../../../../src/stores/audit/index.ts';
import { createFiles, nodeDisk } from '../../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../../../../src/stores/system/index.ts';

// Appends until it is killed, several entries under way at once, and prints each acknowledged one as `number name`.
const [folder = '', name = '', maxFileBytes = '0'] = process.argv.slice(2);
const log = createAuditLog({
  disk: nodeDisk,
  files: createFiles(nodeDisk),
  processes: createProcesses(),
  clock: systemClock,
  random: systemRandom,
  folder: join(folder, 'audit'),
  keyFolder: join(folder, 'keys'),
  ...(maxFileBytes === '0' ? {} : { maxFileBytes: Number(maxFileBytes) }),
});
let count = 0;
const strand = async (): Promise<void> => {
  for (;;) {
    const claim = `${name}-${count++}`;
    const [receipt] = await log.append([{ kind: 'test.entry', claim, body: { claim, text: 'x'.repeat(200) } }]);
    process.stdout.write(`${receipt?.seq ?? 0} ${claim}\n`);
  }
};
await Promise.all(Array.from({ length: 4 }, strand));
