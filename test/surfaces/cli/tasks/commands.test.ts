import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runBaton, runForData } from '../../../support/run-baton.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';

interface TaskData {
  readonly task: { readonly id: string; readonly status: string; readonly rev: number };
  readonly run: { readonly runId: string; readonly expiresAt: string };
}

async function ask(folder: string, ...args: string[]): Promise<TaskData> {
  return (await runForData(args, { cwd: folder })) as TaskData;
}

verifies(
  ['TSK-001', 'TSK-002', 'TSK-003'],
  'through the packed command line: a task is made in ready, moved as the table says, and refused otherwise',
  async () => {
    const folder = await tempFolder();
    const { task } = await ask(folder, 'task', 'new', 'First');
    const backlog = await ask(folder, 'task', 'new', 'Later', '--backlog');
    expect([task.status, backlog.task.status]).toEqual(['ready', 'backlog']);
    expect(task.id).toMatch(/^TASK-\d{4}-\d\d-\d\d-001$/);
    const text = await readFile(join(folder, '.baton', 'tasks', 'ready', `${task.id}.md`), 'utf8');
    for (const key of [
      'schemaVersion: 1',
      `id: ${task.id}`,
      'uid: ',
      'title: First',
      'status: ready',
      'priority: normal',
      'routing:',
      'createdAt:',
      'updatedAt:',
      'lastTransitionAt:',
      'createdBy: operator',
      'dependsOn: []',
      'rev: 1',
      'metadata:',
    ])
      expect(text).toContain(key);
    const refused = await runBaton(['task', 'move', task.id, 'done', '--json'], { cwd: folder });
    expect({ code: refused.code, body: JSON.parse(refused.stdout) as unknown }).toMatchObject({
      code: 1,
      body: {
        error: {
          code: 'TASK_MOVE_REFUSED',
          hint: 'from ready it can become in-progress, backlog, blocked, deadletter, cancelled',
        },
      },
    });
    expect((await runBaton(['task', 'move', task.id, 'blocked', '--rev', '7', '--json'], { cwd: folder })).code).toBe(
      3,
    );
    expect((await ask(folder, 'task', 'move', task.id, 'blocked', '--reason', 'ask Ann')).task.status).toBe('blocked');
    expect((await runBaton(['task', 'show', 'TASK-2026-01-01-001', '--json'], { cwd: folder })).code).toBe(4);
  },
);

verifies(
  ['TSK-011', 'TSK-012', 'TSK-013', 'TSK-030'],
  'through the packed command line: claim, heartbeat with checkpoint, complete; run files as documented',
  async () => {
    const folder = await tempFolder();
    const { task } = await ask(folder, 'task', 'new', 'Work');
    const claimed = await ask(folder, 'claim', '--agent', 'ada', '--ttl', '10m');
    const second = await runBaton(['claim', task.id, '--agent', 'bob', '--json'], { cwd: folder });
    expect({ code: second.code, body: JSON.parse(second.stdout) as unknown }).toMatchObject({
      code: 3,
      body: { error: { code: 'LEASE_HELD' } },
    });
    expect((await runBaton(['claim', '--agent', 'bob', '--json'], { cwd: folder })).code).toBe(1);
    const environment = { BATON_TASK_ID: task.id, BATON_RUN_ID: claimed.run.runId, BATON_AGENT: 'ada' };
    await runForData(['heartbeat', '--checkpoint', '-'], { cwd: folder, env: environment, input: '{"step":3}' });
    const runs = join(folder, '.baton', 'runs', task.id);
    const read = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(join(runs, name), 'utf8')) as unknown;
    expect(await read('run.json')).toMatchObject({
      taskId: task.id,
      runId: claimed.run.runId,
      agentId: 'ada',
      attempt: 1,
      status: 'running',
      artifactPaths: [],
    });
    expect(await read('run_heartbeat.json')).toMatchObject({
      taskId: task.id,
      runId: claimed.run.runId,
      agentId: 'ada',
      beatCount: 1,
      checkpoint: { step: 3 },
    });
    await runForData(['complete', '--notes', 'done', '--summary', '-'], {
      cwd: folder,
      env: environment,
      input: '# Summary\n',
    });
    expect(await read('run_result.json')).toMatchObject({
      taskId: task.id,
      runId: claimed.run.runId,
      agentId: 'ada',
      outcome: 'done',
      notes: 'done',
      summaryRef: 'outputs/summary.md',
    });
    expect(await readFile(join(folder, '.baton', 'tasks', 'done', task.id, 'outputs', 'summary.md'), 'utf8')).toBe(
      '# Summary\n',
    );
    const late = await runBaton(['heartbeat', '--json'], { cwd: folder, env: environment });
    expect({ code: late.code, body: JSON.parse(late.stdout) as unknown }).toMatchObject({
      code: 3,
      body: { error: { code: 'LEASE_NOT_YOURS' } },
    });
  },
);

verifies(
  ['TSK-040', 'TSK-041'],
  'through the packed command line: delegate, reject, and the whole story by trace and watch',
  async () => {
    const folder = await tempFolder();
    const { task } = await ask(folder, 'task', 'new', 'Parent');
    const { run } = await ask(folder, 'claim', '--agent', 'ada');
    const child = await ask(
      folder,
      'delegate',
      task.id,
      '--agent',
      'ada',
      '--run',
      run.runId,
      '--to',
      'qa',
      '--title',
      'Test it',
      '--criterion',
      'green',
    );
    expect(await readdir(join(folder, '.baton', 'tasks', 'ready', child.task.id, 'inputs'))).toEqual([
      'handoff.json',
      'handoff.md',
    ]);
    expect((await ask(folder, 'reject', child.task.id, '--agent', 'qa', '--reason', 'no time')).task.status).toBe(
      'blocked',
    );
    const trace = (await runForData(['trace', task.id], { cwd: folder })) as {
      events: { event_type: string; workflow: string }[];
    };
    expect(trace.events.map(({ event_type: type, workflow }) => `${type} ${workflow}`)).toEqual(
      expect.arrayContaining([
        `task.created ${task.id}`,
        `delegation.requested ${child.task.id}`,
        `delegation.rejected ${child.task.id}`,
      ]),
    );
    const watched = await runBaton(['watch', child.task.id, '--all', '--jsonl'], { cwd: folder });
    const types = watched.stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types).toEqual(
      expect.arrayContaining(['task.created', 'delegation.requested', 'delegation.rejected', 'task.blocked']),
    );
  },
);

verifies('TSK-004', 'through the packed command line: doctor names broken task files and repairs them', async () => {
  const folder = await tempFolder();
  const { task } = await ask(folder, 'task', 'new', 'One');
  await writeFile(join(folder, '.baton', 'tasks', 'ready', `${task.id}.md`), '');
  const found = await runBaton(['doctor', '--json'], { cwd: folder });
  const row = (output: string) =>
    (JSON.parse(output) as { data: { checks: { id: string; state: string; found: string }[] } }).data.checks.find(
      ({ id }) => id === 'tasks',
    );
  expect(found.code).toBe(1);
  expect(row(found.stdout)).toMatchObject({ state: 'problem' });
  expect(row(found.stdout)?.found).toContain('it is empty');
  expect(row((await runBaton(['doctor', '--fix', '--json'], { cwd: folder })).stdout)).toMatchObject({ state: 'ok' });
  expect(await readFile(join(folder, '.baton', 'tasks', 'ready', `${task.id}.md`), 'utf8')).toContain('title: One');
});

verifies('TSK-002', 'through the packed command line: renumber gives another id and rewrites references', async () => {
  const folder = await tempFolder();
  const one = (await ask(folder, 'task', 'new', 'One')).task.id;
  const two = (await ask(folder, 'task', 'new', 'Two', '--after', one)).task.id;
  const result = (await runForData(['task', 'renumber', one], { cwd: folder })) as { to: string; references: string[] };
  expect(result).toMatchObject({ from: one, references: [two] });
  const shown = (await runForData(['task', 'show', two], { cwd: folder })) as { task: { dependsOn: string[] } };
  expect(shown.task.dependsOn).toEqual([result.to]);
  expect((await readdir(join(folder, '.baton', 'tasks', 'ready'))).toSorted()).toEqual(
    [`${two}.md`, `${result.to}.md`].toSorted(),
  );
});

verifies('TSK-051', 'a dry run changes nothing', async () => {
  const folder = await tempFolder();
  await runForData(['task', 'new', 'One', '--dry-run'], { cwd: folder });
  await runForData(['tick', '--dry-run'], { cwd: folder });
  await expect(stat(join(folder, '.baton'))).rejects.toMatchObject({ code: 'ENOENT' });
});

verifies('TSK-010', 'through the packed command line: a move by somebody who saw an older rev is refused', async () => {
  const folder = await tempFolder();
  const created = (await runForData(['task', 'new', 'Moved'], { cwd: folder })) as {
    task: { id: string; rev: number };
  };
  const { id, rev } = created.task;
  const move = (to: string) =>
    runBaton(['task', 'move', id, to, '--rev', String(rev), '--reason', 'ask Ann', '--json'], { cwd: folder });
  expect((await move('blocked')).code).toBe(0);
  const late = await move('cancelled');
  expect({ code: late.code, error: JSON.parse(late.stdout) as unknown }).toMatchObject({
    code: 3,
    error: { error: { code: 'TASK_CHANGED' } },
  });
  const { task } = (await runForData(['task', 'show', id], { cwd: folder })) as {
    task: { status: string; rev: number };
  };
  expect(task).toMatchObject({ status: 'blocked', rev: rev + 1 });
});
