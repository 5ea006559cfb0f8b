import { planClaim, taskCodec } from '../../../../../src/protocols/tasks/index.ts';
import { openFileTaskStore } from '../../../../../src/stores/fs/tasks/index.ts';
import { nodeDisk } from '../../../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../../../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../../../../../src/stores/system/index.ts';

// Claims tasks until there are none, several at a time, and prints each id it was given: `claim-tasks.ts FOLDER AGENT`
const [, , dataDir = '', agent = ''] = process.argv;
const store = await openFileTaskStore({
  disk: nodeDisk,
  processes: createProcesses(),
  clock: systemClock,
  random: systemRandom,
  dataDir,
  codec: taskCodec,
  boot: 'test',
  owner: agent,
});
console.log('ready');
await new Promise<void>((resolve) => process.stdin.once('data', () => resolve()));

let count = 0;
async function strand(number: number): Promise<void> {
  for (;;) {
    const request = { agent, actor: agent, runId: `${agent}-${number}-${++count}`, now: Date.now(), ttlMs: 3_600_000 };
    const id = await store.change([], (lookup) => {
      for (const entry of lookup.claimable(() => true)) return { ...planClaim(entry, request), result: entry.task.id };
      return { result: undefined };
    });
    if (id === undefined) return;
    console.log(id);
  }
}
await Promise.all([1, 2, 3, 4].map(strand));
await store.close();
process.exit(0);
