import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { CLI, runBaton, runForData } from '../../../support/run-baton.ts';
import { testProject } from '../../../support/project.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';

const waiting = { timeout: 60_000, interval: 50 };

async function startDaemon(cwd: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--jsonl'], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  });
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  lines.on('line', () => undefined);
}

interface Shown {
  readonly task: { readonly id: string; readonly title: string; readonly status: string; readonly priority: string };
}

const show = async (cwd: string, id = '1'): Promise<Shown> =>
  (await runForData(['task', 'show', id], { cwd })) as Shown;

const fileOf = async (cwd: string): Promise<string> => {
  const { task } = await show(cwd);
  return join(cwd, '.baton', 'tasks', task.status, `${task.id}.md`);
};

async function finish(cwd: string): Promise<void> {
  const { run } = (await runForData(['claim', '1', '--agent', 'ada'], { cwd })) as { run: { runId: string } };
  await runForData(['complete', '1', '--agent', 'ada', '--run', run.runId, '--notes', 'done'], { cwd });
}

verifies('TSK-099', 'one completion sends one notice', async () => {
  const cwd = await tempFolder();
  await runForData(['task', 'new', 'x'], { cwd });
  await finish(cwd);
  const log = (await readFile(join(cwd, '.baton', 'notices.log'), 'utf8')).trim().split('\n');
  expect(log.map((line) => (JSON.parse(line) as { text: string }).text)).toEqual([
    expect.stringMatching(/review → done/),
  ]);
});

verifies('TSK-099', 'an edit in place is adopted by a running daemon, and nothing else is changed', async () => {
  const cwd = await tempFolder();
  await runForData(['task', 'new', 'x', '--body', 'Some text.'], { cwd });
  await startDaemon(cwd);
  const path = await fileOf(cwd);
  const before = await readFile(path, 'utf8');
  await writeFile(path, before.replace('title: x', 'title: y # mine'));
  await expect.poll(async () => (await show(cwd)).task.title, waiting).toBe('y');
  await expect.poll(async () => await readFile(path, 'utf8'), waiting).toContain('title: y # mine');
  expect(await readFile(path, 'utf8')).toContain('Some text.');
});

verifies('TSK-099', 'a webhook that never answers costs a command nothing while a daemon runs', async () => {
  const cwd = await tempFolder();
  let isAsked = false;
  const silent = createServer(() => {
    isAsked = true;
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  await runForData(['task', 'new', 'x'], { cwd });
  const rules = `rules:\n  - name: done\n    on: task.transitioned\n    to: [{ webhook: "${url}", timeout: 60s }]\n`;
  await writeFile(join(cwd, '.baton', 'notify.yaml'), rules);
  const asked = (await runForData(['approve'], { cwd })) as { sha256: string };
  const env = { BATON_APPROVED: asked.sha256 };
  await startDaemon(cwd, env);
  const { run } = (await runForData(['claim', '1', '--agent', 'ada'], { cwd, env })) as { run: { runId: string } };
  const report = ['complete', '1', '--agent', 'ada', '--run', run.runId, '--notes', 'done'];
  // It would wait for the sink up to its limit; that it is done before the sink's is what counts.
  const answer = await Promise.race([
    runForData(report, { cwd, env }),
    new Promise((resolve) => setTimeout(resolve, 45_000, 'waited for the sink')),
  ]);
  expect(answer).toMatchObject({ task: { status: 'done' } });
  await expect.poll(() => isAsked, waiting).toBe(true);
});

verifies('TSK-099', 'handoff.md says everything that handoff.json does', async () => {
  const cwd = await tempFolder();
  await runForData(['task', 'new', 'Parent'], { cwd });
  const { run } = (await runForData(['claim', '1', '--agent', 'ada'], { cwd })) as { run: { runId: string } };
  const envelope = {
    protocol: 'aof',
    version: 1,
    type: 'handoff.request',
    taskId: 'TASK-2026-02-09-777',
    parentTaskId: (await show(cwd)).task.id,
    fromAgent: 'ada',
    toAgent: 'ben',
    sentAt: new Date().toISOString(),
    runId: run.runId,
    payload: {
      taskId: 'TASK-2026-02-09-777',
      parentTaskId: (await show(cwd)).task.id,
      fromAgent: 'ada',
      toAgent: 'ben',
      acceptanceCriteria: ['first criterion', 'second criterion'],
      expectedOutputs: ['outputs/report.md'],
      contextRefs: ['docs/here.md'],
      constraints: ['no network at all'],
      dueBy: '2030-01-01T00:00:00.000Z',
    },
  };
  await runBaton(['send', '-'], { cwd, input: JSON.stringify(envelope) });
  const read = async (name: string): Promise<string> =>
    (await runBaton(['task', 'show', 'TASK-2026-02-09-777', '--file', `inputs/${name}`], { cwd })).stdout;
  const [json, markdown] = [await read('handoff.json'), await read('handoff.md')];
  const texts = [
    'first criterion',
    'second criterion',
    'outputs/report.md',
    'docs/here.md',
    'no network at all',
    '2030-01-01',
  ];
  for (const text of texts) expect([json.includes(text), markdown.includes(text), text]).toEqual([true, true, text]);
});

verifies('TSK-099', 'task edit changes what is named and nothing else, and takes durations', async () => {
  const cwd = await tempFolder();
  await runForData(['task', 'new', 'x', '--body', 'Some text.'], { cwd });
  await appendFile(await fileOf(cwd), '\nmine\n');
  await runForData(['task', 'edit', '1', '--title', 'z', '--priority', 'high', '--due', '2d'], { cwd });
  expect((await show(cwd)).task).toMatchObject({
    title: 'z',
    priority: 'high',
    metadata: { dueBy: expect.any(String) as string },
  });
  expect(await readFile(await fileOf(cwd), 'utf8')).toMatch(/Some text\.[^]*mine/);
  const refused = await runBaton(['task', 'edit', '1', '--priority', 'urgent'], { cwd });
  expect(refused.code).toBe(2);
  expect((await show(cwd)).task.priority).toBe('high');
});

test('a reason for a move that has happened already is not lost in silence', async () => {
  const project = await testProject();
  const { task } = (await project.data(['task', 'new', 'x'])) as { task: { id: string } };
  await project.baton(['task', 'move', task.id, 'blocked', '--reason', 'which one?']);
  const again = await project.baton(['task', 'move', task.id, 'blocked', '--reason', 'the second']);
  expect(again.code).toBe(0);
  expect(again.stderr).toContain(`to add it: baton task comment ${task.id} TEXT`);
});

verifies('SUR-062', 'agent add warns of a program that cannot be started here, and adds the agent', async () => {
  const cwd = await tempFolder();
  const add = async (name: string, command: string) =>
    await runBaton(['agent', 'add', name, '--command', command], { cwd });
  const missing = await add('night', 'no-such-program');
  expect([missing.code, missing.stdout]).toEqual([0, expect.stringContaining('added  night')]);
  expect(missing.stderr).toContain('no-such-program cannot be started from here: install it before baton serve');
  expect((await add('shell', 'sh')).stderr).toBe('');
});
