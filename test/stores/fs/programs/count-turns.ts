import { setTimeout } from 'node:timers/promises';
import { createLocks, nodeDisk } from '../../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../../../../src/stores/system/index.ts';

// count-turns FOLDER UNTIL: takes the lock again and again until that time; says how often, and how long it waited at most.
const [folder = '', until = '0'] = process.argv.slice(2);

const locks = createLocks({
  disk: nodeDisk,
  folder,
  processes: createProcesses(),
  clock: systemClock,
  random: systemRandom,
});
let [turns, longestMs] = [0, 0];
console.log('ready');
while (Date.now() < Number(until)) {
  const beganMs = performance.now();
  const held = await locks.acquire('door', { owner: `process ${process.pid}`, waitMs: 60_000 });
  longestMs = Math.max(longestMs, performance.now() - beganMs);
  await setTimeout(2);
  await held.release();
  turns += 1;
}
console.log(`${turns} ${longestMs.toFixed(0)}`);
