import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Executor, SpawnCall } from '../../../src/kernel/ports/index.ts';
import { createCommandExecutor } from '../../../src/stores/executors/index.ts';
import { createFiles, nodeDisk } from '../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../src/stores/process/index.ts';
import { launcherCommand, Launches } from '../../../src/stores/launcher/index.ts';
import { systemClock } from '../../../src/stores/system/index.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openAuthority } from '../../support/open-authority.ts';
import { verifies } from '../../support/verifies.ts';

const RUN = '01J0000000000000000000RUN1';

interface Bench {
  readonly executor: Executor;
  call(settings: SpawnCall['settings']): SpawnCall;
  /** Starts it and gives what it printed, once it has ended. */
  run(settings: SpawnCall['settings']): Promise<string>;
}

async function setUp(): Promise<Bench> {
  const root = await tempFolder();
  const files = createFiles(nodeDisk);
  const launches = new Launches({
    files,
    processes: createProcesses(),
    clock: systemClock,
    launcher: launcherCommand(),
    folder: () => join(root, 'data', 'launches'),
    seals: openAuthority.seals,
  });
  const executor = createCommandExecutor({ files, launches });
  const folder = join(root, 'task');
  await mkdir(folder);
  const call = (settings: SpawnCall['settings']): SpawnCall => ({
    taskId: 'TASK-2026-02-09-001',
    runId: RUN,
    agentId: 'ada',
    brief: 'Do "it", now.\nAll of it.',
    folder,
    dataDir: join(root, 'data'),
    store: { address: 'files', schema: 'baton' },
    root,
    settings,
  });
  return {
    executor,
    call,
    run: async (settings) => {
      const sessionId = await startOf(executor, call(settings));
      const session = { runId: RUN, agentId: 'ada', sessionId, settings };
      while ((await executor.look(session)).kind === 'alive') await sleep(20);
      return await readFile(join(folder, 'outputs', `run-${RUN}.log`), 'utf8');
    },
  };
}

async function startOf(executor: Executor, call: SpawnCall): Promise<string> {
  const outcome = await executor.start(call);
  if (outcome.kind !== 'started') throw new Error(outcome.reason);
  return outcome.sessionId;
}

verifies('TSK-060', 'the brief comes on standard input, and all that is printed is kept in outputs', async () => {
  const { run } = await setUp();
  const printed = await run({ command: 'sh', args: ['-c', 'cat; echo to-stderr >&2'] });
  expect(printed).toBe('Do "it", now.\nAll of it.to-stderr\n');
});

verifies(
  'TSK-060',
  'the brief takes the place of {brief} in an argument, and standard input is empty then',
  async () => {
    const { run } = await setUp();
    const printed = await run({ command: 'sh', args: ['-c', 'printf "%s|" "$@"; cat', 'name', '-p', 'Work: {brief}'] });
    expect(printed).toBe('-p|Work: Do "it", now.\nAll of it.|');
  },
);

verifies('TSK-060', 'task, run, agent, folders and what the agent is given are in the environment', async () => {
  const { run, call } = await setUp();
  const names = ['TASK_ID', 'RUN_ID', 'AGENT', 'DATA_DIR', 'TASK_DIR', 'BRIEF'].map((name) => `$BATON_${name}`);
  const printed = await run({ command: 'sh', args: ['-c', `echo "${names.join('|')}|$OWN"`], env: { OWN: 'mine' } });
  const { taskId, runId, agentId, dataDir, folder } = call({});
  const brief = join(dataDir, 'runs', taskId, 'brief.md');
  expect(printed).toBe(`${[taskId, runId, agentId, dataDir, folder, brief, 'mine'].join('|')}\n`);
});

verifies('TSK-060', 'a program is stopped when its limit has passed', async () => {
  const { executor, call } = await setUp();
  const settings = { command: 'sleep', args: ['60'], timeoutSeconds: 0.2 };
  const sessionId = await startOf(executor, call(settings));
  const session = { runId: RUN, agentId: 'ada', sessionId, settings };
  while ((await executor.look(session)).kind === 'alive') await sleep(20);
  const ended = { code: null, signal: 'SIGTERM', how: 'it was stopped at its time limit' };
  expect(await executor.look(session)).toMatchObject({ kind: 'ended', exit: ended });
  const { pid } = JSON.parse(sessionId) as { pid: number };
  expect(isThere(pid)).toBe(false);
});

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

verifies('TSK-055', 'a program that is not there is a failure that would come again', async () => {
  const { executor, call } = await setUp();
  expect(await executor.start(call({ command: '/nowhere/agent' }))).toMatchObject({ kind: 'failed', permanent: true });
  expect(await executor.start(call({}))).toMatchObject({ kind: 'failed', permanent: true });
});
