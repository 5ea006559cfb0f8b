import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Executor, SessionState } from '../../../src/kernel/ports/index.ts';
import { createCommandExecutor } from '../../../src/stores/executors/index.ts';
import { createFiles, nodeDisk } from '../../../src/stores/fs/index.ts';
import { launcherCommand, Launches } from '../../../src/stores/launcher/index.ts';
import { createProcesses } from '../../../src/stores/process/index.ts';
import { systemClock } from '../../../src/stores/system/index.ts';
import { isRunning } from '../process/is-running.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openAuthority } from '../../support/open-authority.ts';
import { verifies } from '../../support/verifies.ts';

const RUN = '01J0000000000000000000RUN1';

interface Bench {
  readonly executor: Executor;
  readonly root: string;
  start(script: string, more?: object): Promise<object>;
  /** As another process would see it later. */
  another(): Executor;
  ended(): Promise<Extract<SessionState, { kind: 'ended' }>>;
  /** Process ids that the program wrote down. */
  pids(): Promise<readonly number[]>;
}

async function setUp(): Promise<Bench> {
  const root = await tempFolder();
  const files = createFiles(nodeDisk);
  const open = (): Executor =>
    createCommandExecutor({
      files,
      launches: new Launches({
        files,
        processes: createProcesses(),
        clock: systemClock,
        launcher: launcherCommand(),
        folder: () => join(root, 'data', 'launches'),
        seals: openAuthority.seals,
      }),
    });
  const executor = open();
  await mkdir(join(root, 'task'));
  let settings: object = {};
  const session = () => ({ runId: RUN, agentId: 'ada', settings: { ...settings } });
  return {
    executor,
    root,
    another: open,
    async start(script, more = {}) {
      settings = { command: 'sh', args: ['-c', script], graceSeconds: 0.5, ...more };
      const ticket = { runId: RUN, taskId: 'TASK-2026-02-09-001', agentId: 'ada' };
      await executor.prepare?.(ticket);
      return await executor.start({
        ...ticket,
        brief: 'Do it.',
        folder: join(root, 'task'),
        dataDir: join(root, 'data'),
        store: { address: 'files', schema: 'baton' },
        root,
        settings: { ...settings },
      });
    },
    async ended() {
      for (;;) {
        const state = await executor.look(session());
        if (state.kind === 'ended') return state;
        if (state.kind !== 'alive') throw new Error(state.kind);
        await sleep(50);
      }
    },
    pids: async () => (await readFile(join(root, 'pids'), 'utf8')).trim().split('\n').map(Number),
  };
}

const settingsOf = (more: object = {}) => ({ runId: RUN, agentId: 'ada', settings: { graceSeconds: 0.5, ...more } });

verifies(
  'TSK-093',
  'children that outlive their program are ended with the run, in its group or not, and counted',
  async () => {
    const bench = await setUp();
    await bench.start('sleep 60 & echo $! > pids; setsid sleep 60 & echo $! >> pids; sleep 0.3');
    const { exit } = await bench.ended();
    expect(exit).toMatchObject({ code: 0, how: 'exit code 0', endedChildren: 2 });
    for (const pid of await bench.pids()) expect(await isRunning(pid)).toBe(false);
  },
);

verifies('TSK-093', 'children are left on request, and named', async () => {
  const bench = await setUp();
  await bench.start('sleep 60 >/dev/null 2>&1 & echo $! > pids; sleep 0.3', { leaveChildren: true });
  const { exit } = await bench.ended();
  const pids = await bench.pids();
  expect(exit.leftChildren).toEqual(pids);
  for (const pid of pids) {
    expect(await isRunning(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
  }
});

verifies('TSK-092', 'stopping ends a whole group that ignores the polite signal, from any process', async () => {
  const bench = await setUp();
  await bench.start(`trap '' TERM; (trap '' TERM; sleep 60) & echo $! > pids; echo $$ >> pids; sleep 60; sleep 60`);
  while ((await bench.pids().catch(() => [])).length < 2) await sleep(20);
  expect(await bench.another().stop(settingsOf())).toMatchObject({ kind: 'ended' });
  for (const pid of await bench.pids()) expect(await isRunning(pid)).toBe(false);
});

verifies('TSK-092', 'a time limit ends the whole group', async () => {
  const bench = await setUp();
  await bench.start(`trap '' TERM; sleep 60 & echo $! > pids; echo $$ >> pids; while :; do sleep 1; done`, {
    timeoutSeconds: 0.3,
  });
  const { exit } = await bench.ended();
  expect(exit.how).toBe('it was stopped at its time limit');
  for (const pid of await bench.pids()) expect(await isRunning(pid)).toBe(false);
});

verifies(
  'TSK-091',
  'the record names run, process, start and group before the program runs, and a later process finds it',
  async () => {
    const bench = await setUp();
    await bench.start(`cp data/launches/${RUN}/launch.json seen.json; echo $$ > pids; sleep 60`);
    while ((await bench.pids().catch(() => [])).length < 1) await sleep(20);
    const record = JSON.parse(await readFile(join(bench.root, 'seen.json'), 'utf8')) as {
      agent: { pid: number; started: string };
    };
    expect(record).toMatchObject({ kind: 'launched', agent: { pid: (await bench.pids())[0] } });
    expect(record.agent.started).toMatch(/\d+$/);
    expect(await bench.another().look(settingsOf())).toEqual({ kind: 'alive' });
    expect(await bench.another().list?.()).toEqual([{ runId: RUN, taskId: 'TASK-2026-02-09-001', agentId: 'ada' }]);
    await bench.another().stop(settingsOf());
  },
);

verifies('TSK-091', 'a start that was called off never happens, however late its launcher comes', async () => {
  const bench = await setUp();
  await bench.executor.prepare?.({ runId: RUN, taskId: 'TASK-2026-02-09-001', agentId: 'ada' });
  // As if the one that prepared it had died.
  const dispatch = join(bench.root, 'data', 'launches', RUN, 'dispatch.json');
  const ticket = JSON.parse(await readFile(dispatch, 'utf8')) as { dispatcher: { started: string } };
  await writeFile(dispatch, JSON.stringify({ ...ticket, dispatcher: { ...ticket.dispatcher, pid: 2 ** 22 + 1 } }));
  expect(await bench.another().look(settingsOf())).toEqual({ kind: 'unstarted' });
  expect(await bench.start('touch ran')).toMatchObject({ kind: 'lost' });
  await expect(readFile(join(bench.root, 'ran'))).rejects.toThrow('ENOENT');
});

verifies(
  'TSK-099',
  'of what a program prints, beginning and end are kept, and how much is missing is said',
  async () => {
    const bench = await setUp();
    await bench.start('echo first; seq 1 100000; echo last', { outputBytes: 2_000 });
    const { exit } = await bench.ended();
    const log = await readFile(join(bench.root, 'task', 'outputs', `run-${RUN}.log`), 'utf8');
    expect(log.startsWith('first\n1\n2\n')).toBe(true);
    expect(log.endsWith('99999\n100000\nlast\n')).toBe(true);
    expect(log).toMatch(/\n\[baton: \d+ bytes left out here\]\n/);
    expect(log.length).toBeLessThan(5_000);
    expect(exit.lastOutput?.endsWith('100000\nlast')).toBe(true);
  },
);

verifies(
  'TSK-096',
  'messages on standard output are found whole, over several lines too, and nothing else is',
  async () => {
    const bench = await setUp();
    const script = [
      `echo 'plain { not ours }'`,
      `echo 'AOF/1 {"protocol":"aof","n":1}'`,
      `printf 'AOF/1 {\\n  "protocol": "aof",\\n  "n": 2\\n}\\n'`,
      `echo '{"protocol":"aof","n":3} and more'`,
      `echo '{"protocol":"http","n":4}'`,
      `echo 'AOF/1 {"protocol":"aof","n":5}' >&2`,
    ];
    await bench.start(script.join('; '));
    await bench.ended();
    const taken: unknown[] = [];
    await bench.executor.takeMessages?.(RUN, async (text, number) => void taken.push([number, JSON.parse(text)]));
    expect(taken).toEqual([1, 2, 3].map((n) => [n, { protocol: 'aof', n }]));
    const again: string[] = [];
    await bench.another().takeMessages?.(RUN, async (text) => void again.push(text));
    expect(again).toEqual([]);
  },
);

verifies('SUR-040', 'a launch is forgotten by several at once, also while its launcher still writes', async () => {
  const root = await tempFolder();
  const folder = join(root, 'launches', RUN);
  let late = 2;
  // What a launcher writes between the listing of the folder and its removal.
  const disk = {
    ...nodeDisk,
    async rmdir(path: string): Promise<void> {
      if (path === folder && late > 0) {
        late -= 1;
        await writeFile(join(folder, `late-${late}.json`), '{}');
      }
      await nodeDisk.rmdir(path);
    },
  };
  const open = (files = createFiles(nodeDisk)): Launches =>
    new Launches({
      files,
      processes: createProcesses(),
      clock: systemClock,
      launcher: launcherCommand(),
      folder: () => join(root, 'launches'),
      seals: openAuthority.seals,
    });
  const ticket = { runId: RUN, taskId: 'TASK-2026-02-09-001', agentId: 'ada' };
  await open().prepare(ticket);
  await open(createFiles(disk)).forget(RUN);
  expect(late).toBe(0);
  for (let round = 0; round < 20; round += 1) {
    await open().prepare(ticket);
    await Promise.all([open(), open(), open()].map(async (launches) => await launches.forget(RUN)));
    expect(await nodeDisk.lstat(folder)).toBeUndefined();
  }
});
