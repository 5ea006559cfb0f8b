import { dirname, join } from 'node:path';
import { createLocks, nodeDisk, openJournal } from '../../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../../../../src/stores/system/index.ts';
import { codeOf } from '../../../support/code-of.ts';

// try-durable PATH…: what opening a journal at each path, committing to it, and locking beside it end with.
const deps = { disk: nodeDisk, processes: createProcesses(), clock: systemClock, random: systemRandom };

for (const path of process.argv.slice(2)) {
  const open = openJournal<number>(deps, {
    path,
    owner: 'test',
    view: { reset: () => undefined, apply: () => undefined },
    seal: (number) => String(number),
  });
  const opened = await codeOf(open);
  const committed = opened === 'ok' ? await codeOf((await open).commit(() => [1])) : 'not tried';
  const locks = createLocks({ ...deps, folder: join(dirname(path), 'locks') });
  const locked = await codeOf(locks.acquire('name', { owner: 'test' }));
  console.log(JSON.stringify({ opened, committed, locked }));
}
