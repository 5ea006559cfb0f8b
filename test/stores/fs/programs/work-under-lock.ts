import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createLocks, nodeDisk } from '../../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../../../../src/stores/system/index.ts';

// work-under-lock FOLDER ROUNDS: adds one to a counter so many times, each time under the lock, in steps that would lose
// additions if anybody else came between; a log says who came in and left when.
const [folder = '', rounds = '0'] = process.argv.slice(2);

const locks = createLocks({
  disk: nodeDisk,
  folder,
  processes: createProcesses(),
  clock: systemClock,
  random: systemRandom,
});
const counter = join(folder, 'counter');
const log = join(folder, 'log');
for (let round = 0; round < Number(rounds); round++) {
  const held = await locks.acquire('door', { owner: `process ${process.pid}`, waitMs: 60_000 });
  await appendFile(log, `in ${held.fence}\n`);
  const count = Number(await readFile(counter, 'utf8').catch(() => '0'));
  await setTimeout(1);
  // Old or new, also where this process is killed in the middle: it is the lock that is tried here.
  await writeFile(`${counter}.${process.pid}`, String(count + 1));
  await rename(`${counter}.${process.pid}`, counter);
  await appendFile(log, `out ${held.fence}\n`);
  await held.release();
  console.log(String(held.fence));
}
