import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { nodeDisk } from '../../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../../src/stores/process/index.ts';
import { createTestClock } from '../../../contract/task-store.ts';
import { diskWith } from '../../../support/disk-with.ts';
import { CLI, runForData } from '../../../support/run-baton.ts';
import { createMemoryPlane } from '../../../support/task-stores.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';

for (const [from, to] of [
  ['ready', 'blocked'],
  ['done', 'ready'],
] as const)
  verifies('TSK-010', `a task that another process moves from ${from} while it is looked up is seen`, async () => {
    const cwd = await tempFolder();
    const { task } = (await runForData(['task', 'new', 'Moved'], { cwd })) as { task: { id: string } };
    if (from === 'done') {
      const { run } = (await runForData(['claim', task.id, '--agent', 'ada'], { cwd })) as { run: { runId: string } };
      await runForData(['complete', task.id, '--agent', 'ada', '--run', run.runId, '--notes', 'made it'], { cwd });
    }
    let toMove = 0;
    // Between the journal and the file: the moment in which another process is quicker.
    const disk = diskWith(nodeDisk, {
      readNow: (path) => {
        if (path.endsWith(join('tasks', from, `${task.id}.md`)) && toMove > 0) {
          toMove -= 1;
          const words = from === 'done' ? ['rework', task.id, '--reason', 'again'] : ['move', task.id, to];
          expect(spawnSync(process.execPath, [CLI, 'task', ...words], { cwd }).status).toBe(0);
        }
        return nodeDisk.readNow(path);
      },
    });
    const plane = createMemoryPlane(createTestClock(), disk);
    const store = await plane.open('reader', { dataDir: join(cwd, '.baton'), processes: createProcesses() });
    onTestFinished(() => store.close());
    toMove = 1;
    if (from === 'done')
      expect((await store.list({ statuses: ['done', 'ready'] })).map(({ id, status }) => [id, status])).toEqual([
        [task.id, to],
      ]);
    else expect((await store.find(task.id))?.task.status).toBe(to);
    expect(toMove).toBe(0);
  });
