import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TaskState } from '@a2a-js/sdk';
import { expect } from 'vitest';
import { createA2aExecutor } from '../../../src/stores/executors/index.ts';
import { runBaton, runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';
import { send, startDaemon, type A2aDaemon } from './a2a-stage.ts';

interface Shown {
  readonly task: {
    readonly id: string;
    readonly status: string;
    readonly metadata: { readonly traceId?: string; readonly block?: { readonly reason: string } };
  };
  readonly result: { readonly notes?: string } | null;
  readonly body: string;
  readonly artifacts: readonly string[];
}

const show = async (cwd: string, id: string): Promise<Shown> =>
  (await runForData(['task', 'show', id], { cwd })) as Shown;

const list = async (cwd: string): Promise<readonly Shown['task'][]> =>
  ((await runForData(['task', 'list', '--all'], { cwd })) as { tasks: Shown['task'][] }).tasks;

/** Waits for what other processes bring about; the test's own limit ends it. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(100);
  }
}

/** A project whose only agent is the other daemon, and the other daemon with an agent that is a program. */
async function relayStage(
  program: string,
): Promise<{ near: string; far: string; nearDaemon: A2aDaemon; farDaemon: A2aDaemon }> {
  const root = await tempFolder();
  const [near, far] = [join(root, 'near'), join(root, 'far')];
  await Promise.all([mkdir(near), mkdir(far)]);
  await writeFile(join(far, 'agent.mjs'), program);
  await runForData(['agent', 'add', 'worker', '--command', process.execPath, '--arg', join(far, 'agent.mjs')], {
    cwd: far,
  });
  const farDaemon = await startDaemon(far);
  const settings = ['--settings', JSON.stringify({ pollSeconds: 0.1 })];
  await runForData(['agent', 'add', 'remote', '--card', farDaemon.url, '--token-env', 'FAR_TOKEN', ...settings], {
    cwd: near,
  });
  const nearDaemon = await startDaemon(near, { FAR_TOKEN: farDaemon.token });
  return { near, far, nearDaemon, farDaemon };
}

const report = (status: string, summary: string): string =>
  `[AOP:START] 2026-02-05T10:30:00Z
[AOP:TASK] far
[AOP:SUMMARY]
- ${summary}
[AOP:DETAILS_FILE] none.json
[AOP:METRICS] steps: 1
[AOP:STATUS] ${status}
[AOP:END] 2026-02-05T10:30:12Z`;

const WRITE_AND_REPORT = `
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const out = join(process.env.BATON_TASK_DIR, 'outputs');
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'answer.md'), '# The answer\\n\\n42\\n');
writeFileSync(join(out, 'picture.bin'), Buffer.from([255, 0, 254]));
writeFileSync(join(out, 'large.bin'), Buffer.alloc(2 * 1024 * 1024, 7));
console.log(${JSON.stringify(report('success', 'counted to 42'))});
`;

verifies(
  'SUR-040',
  'two daemons relay a task over A2A: one trace through both, result and artifacts back',
  async () => {
    const { near, far, nearDaemon, farDaemon } = await relayStage(WRITE_AND_REPORT);
    const client = await nearDaemon.connect();
    const task = await send(client, 'Count to 42\n\nSlowly.', { contextId: 'trace-through-both', wait: true });
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    const [farTask] = await list(far);
    expect(farTask).toMatchObject({ status: 'done', metadata: { traceId: 'trace-through-both' } });
    const here = await show(near, task.id);
    expect(here.task.metadata.traceId).toBe('trace-through-both');
    expect(here.result?.notes).toContain('counted to 42');
    // Nothing is lost in silence: an artifact that is too large is named here, and has a part there.
    expect(here.result?.notes).toMatch(/Not taken over from the remote agent: large\.bin: .*2097152 bytes/);
    expect(here.artifacts).toContain('outputs/not-taken-over.md');
    expect(here.artifacts).not.toContain('outputs/large.bin');
    const sent = await (await farDaemon.connect()).getTask({ tenant: '', id: (await list(far))[0]?.id ?? '' });
    expect(sent.artifacts.map(({ name, parts }) => [name, parts.length])).toContainEqual(['large.bin', 1]);
    expect((await show(far, farTask?.id ?? '')).body.trim()).toBe('Count to 42\n\nSlowly.');
    expect(here.artifacts).toEqual(expect.arrayContaining(['outputs/answer.md', 'outputs/picture.bin']));
    const folder = join(near, '.baton', 'tasks', 'done', task.id, 'outputs');
    expect(await readFile(join(folder, 'answer.md'), 'utf8')).toBe('# The answer\n\n42\n');
    expect(await readFile(join(folder, 'picture.bin'))).toEqual(Buffer.from([255, 0, 254]));
  },
);

const ASK_THEN_DO = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const asked = join(process.env.BATON_DATA_DIR, 'asked');
const brief = readFileSync(0, 'utf8');
if (existsSync(asked)) console.log(${JSON.stringify(report('success', 'painted'))});
else console.log(${JSON.stringify(report('failure', 'Which colour?'))});
writeFileSync(asked, brief);
`;

verifies(
  'SUR-040',
  'a question of the remote agent blocks the task here, and the answer goes on with the same task there',
  async () => {
    const { near, far, nearDaemon, farDaemon } = await relayStage(ASK_THEN_DO);
    const client = await nearDaemon.connect();
    const asked = await send(client, 'Paint it', { wait: true });
    expect(asked.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    expect((await show(near, asked.id)).task.metadata.block?.reason).toContain('Which colour?');
    // Both daemons die on the way; nothing is lost.
    await nearDaemon.kill('SIGKILL');
    await farDaemon.kill('SIGKILL');
    const farAgain = await startDaemon(far);
    const settings = ['--settings', JSON.stringify({ pollSeconds: 0.1 })];
    await runForData(['agent', 'add', 'remote', '--card', farAgain.url, '--token-env', 'FAR_TOKEN', ...settings], {
      cwd: near,
    });
    const nearAgain = await startDaemon(near, { FAR_TOKEN: farAgain.token });
    const done = await send(await nearAgain.connect(), 'Green', { taskId: asked.id, wait: true });
    expect(done.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    const there = await list(far);
    expect(there.map(({ status }) => status)).toEqual(['done']);
  },
);

const RUN_FOR_LONG = `await new Promise((resolve) => setTimeout(resolve, 600_000));`;

verifies('SUR-040', 'an executor that is asked to stop cancels the remote task', async () => {
  const { near, far, farDaemon } = await relayStage(RUN_FOR_LONG);
  await runForData(['task', 'new', 'Wait', '--agent', 'remote'], { cwd: near });
  const there = await until(async () => (await list(far)).find(({ status }) => status === 'in-progress'));
  const session = await until(async () => {
    const [here] = await list(near);
    const { run } = (await runForData(['task', 'show', here?.id ?? ''], { cwd: near })) as {
      run: { sessionId?: string } | null;
    };
    return run?.sessionId;
  });
  const executor = createA2aExecutor({
    files: (await testPlatform(near)).files,
    clock: { now: () => 0 },
    environment: { FAR_TOKEN: farDaemon.token },
    dataDir: () => join(near, '.baton'),
  });
  const ref = {
    runId: 'run',
    agentId: 'far',
    sessionId: session,
    settings: { card: farDaemon.url, tokenEnv: 'FAR_TOKEN' },
  };
  expect((await executor.look(ref)).kind).toBe('alive');
  await executor.stop(ref);
  expect((await show(far, there.id)).task.status).toBe('cancelled');
  expect((await executor.look({ ...ref, settings: { ...ref.settings, pollSeconds: 0 } })).kind).not.toBe('reported');
});

for (const [how, words] of [
  ['cancelled', ['task', 'move', '1', 'cancelled', '--reason', 'not needed']],
  ['stopped', ['task', 'stop', '1', '--reason', 'not needed']],
] as const) {
  verifies(['SUR-040', 'TSK-092'], `a task that is ${how} here is cancelled at the remote agent`, async () => {
    const { near, far } = await relayStage(RUN_FOR_LONG);
    await runForData(['task', 'new', 'Wait', '--agent', 'remote'], { cwd: near });
    const there = await until(async () => (await list(far)).find(({ status }) => status === 'in-progress'));
    await until(async () => (await list(near)).find(({ status }) => status === 'in-progress'));
    // The run is known by its session once the message was answered.
    await until(async () => {
      const { run } = (await runForData(['task', 'show', '1'], { cwd: near })) as { run: { sessionId?: string } };
      return run.sessionId;
    });
    await runForData(words, {
      cwd: near,
      env: { FAR_TOKEN: (await readFile(join(far, '.baton/serve/token'), 'utf8')).trim() },
    });
    await until(async () => ((await show(far, there.id)).task.status === 'cancelled' ? true : undefined));
    expect((await show(near, '1')).task.status).toBe(how === 'cancelled' ? 'cancelled' : 'blocked');
  });
}

/** A task that runs at the remote agent, whose session is known here. */
async function runRemotely(near: string, far: string): Promise<string> {
  await runForData(['task', 'new', 'Wait', '--agent', 'remote'], { cwd: near });
  const there = await until(async () => (await list(far)).find(({ status }) => status === 'in-progress'));
  await until(async () => {
    const { run } = (await runForData(['task', 'show', '1'], { cwd: near })) as { run: { sessionId?: string } | null };
    return run?.sessionId;
  });
  return there.id;
}

const isCancelled = async (far: string, id: string): Promise<true | undefined> =>
  (await show(far, id)).task.status === 'cancelled' ? true : undefined;

for (const words of [
  ['task', 'move', '1', 'cancelled'],
  ['task', 'stop', '1'],
]) {
  verifies(['SUR-040', 'TSK-092'], `${words.join(' ')} without the token leaves it to the daemon`, async () => {
    const { near, far, nearDaemon, farDaemon } = await relayStage(RUN_FOR_LONG);
    const there = await runRemotely(near, far);
    const { stderr, code } = await runBaton(words, { cwd: near });
    expect(stderr).toContain('the token of the remote agent is not set: FAR_TOKEN');
    expect(stderr).toContain('the daemon will stop it');
    expect(code).toBe(0);
    await until(() => isCancelled(far, there));
    // The next one without a daemon: it is said, and done when one comes.
    await runForData(['task', 'new', 'Wait again', '--agent', 'remote'], { cwd: near });
    const second = await until(async () => (await list(far)).find(({ status }) => status === 'in-progress'));
    await until(async () => {
      const { run } = (await runForData(['task', 'show', '2'], { cwd: near })) as {
        run: { sessionId?: string } | null;
      };
      return run?.sessionId;
    });
    await nearDaemon.kill('SIGKILL');
    const alone = await runBaton([...words.slice(0, 2), '2', ...words.slice(3)], { cwd: near });
    expect(alone.stderr).toContain('it runs on, and no daemon is there to stop it');
    expect((await show(far, second.id)).task.status).toBe('in-progress');
    await startDaemon(near, { FAR_TOKEN: farDaemon.token });
    await until(() => isCancelled(far, second.id));
    await until(async () => ((await readdir(join(near, '.baton', 'stops'))).length === 0 ? true : undefined));
  });
}
