import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TASK_STATUSES } from '../../../src/kernel/tasks.ts';
import { isMoveAllowed, listPersonMoves } from '../../../src/protocols/tasks/index.ts';
import { addAgent, claim, complete, newTask } from '../../../src/relay/tasks/index.ts';
import type { TaskDetail } from '../../../src/relay/views/index.ts';
import { given } from '../../../src/kernel/given.ts';
import { runBaton } from '../../support/run-baton.ts';
import { startTestDaemon, type RunningDaemon } from '../../support/http-daemon.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const make = async (daemon: RunningDaemon, title: string, body = ''): Promise<string> =>
  (await newTask(daemon.platform, { title, body, by: 'operator' })).task.id;

const detail = async (daemon: RunningDaemon, id: string): Promise<TaskDetail> =>
  (await daemon.get(`/v1/tasks/${id}`)).data as TaskDetail;

verifies('SUR-070', 'an edit changes what is named, keeps the rest, and needs the state that was seen', async () => {
  const daemon = await startTestDaemon(await tempFolder());
  await addAgent(daemon.platform, { id: 'ada', tags: [], settings: {} });
  const other = await make(daemon, 'First');
  const id = await make(daemon, 'Second', 'Old text.');
  await daemon.post(`/v1/tasks/${id}/comment`, { text: 'Look at the tests too.' });
  const before = await detail(daemon, id);
  const edit = { title: 'Better', body: 'New text.', priority: 'high', agent: 'ada', dependsOn: [other] };
  const changed = await daemon.post(`/v1/tasks/${id}/edit`, { ...edit, rev: before.card.rev });
  expect(changed.status).toBe(200);
  expect(changed.data).toMatchObject({
    task: { title: 'Better', priority: 'high', agent: 'ada', waitsFor: [other], rev: before.card.rev + 1 },
  });
  const after = await detail(daemon, id);
  expect(after.text).toBe('New text.');
  // What was said about it stays below the text.
  expect(after.body).toContain('Look at the tests too.');
  const late = await daemon.post(`/v1/tasks/${id}/edit`, { title: 'Lost', rev: before.card.rev });
  expect([late.status, late.error?.code]).toEqual([409, 'TASK_CHANGED']);
  const circle = await daemon.post(`/v1/tasks/${other}/edit`, { dependsOn: [id] });
  expect(circle.error?.code).toBe('TASK_CYCLE');
  await daemon.post(`/v1/tasks/${id}/edit`, { agent: null, dependsOn: [] });
  expect((await detail(daemon, id)).entry.task).toMatchObject({
    routing: { tags: [] },
    dependsOn: [],
    title: 'Better',
  });
});

verifies('SUR-070', 'a review is sent back with a reason that reaches the next run, and a run is stopped', async () => {
  const daemon = await startTestDaemon(await tempFolder(), { pollMs: 3_600_000 });
  const id = await make(daemon, 'Draw a logo');
  const first = await claim(daemon.platform, { id, agent: 'cleo' });
  const runId = first?.run?.runId ?? '';
  await complete(daemon.platform, { id, agent: 'cleo', runId, outcome: 'needs_review', notes: 'two variants' });
  expect((await daemon.post(`/v1/tasks/${id}/rework`, { reason: '' })).error?.code).toBe('INPUT_INVALID');
  const back = await daemon.post(`/v1/tasks/${id}/rework`, { reason: 'Smaller, please.' });
  expect(back.data).toMatchObject({ task: { status: 'ready' } });
  expect((await detail(daemon, id)).entry.task.metadata.remarks).toMatchObject([
    { kind: 'review', text: 'Smaller, please.', by: 'operator' },
  ]);
  await claim(daemon.platform, { id, agent: 'cleo' });
  const stopped = await daemon.post(`/v1/tasks/${id}/stop`, { reason: 'wrong direction' });
  expect(stopped.data).toMatchObject({ task: { status: 'blocked', isHeld: false } });
  const { card } = await detail(daemon, id);
  expect(card.block?.reason).toContain('wrong direction');
});

verifies('SUR-070', 'nothing changes without the token', async () => {
  const daemon = await startTestDaemon(await tempFolder());
  const id = await make(daemon, 'Mine');
  for (const [verb, body] of [
    ['edit', { title: 'Yours' }],
    ['comment', { text: 'x' }],
    ['rework', { reason: 'x' }],
    ['stop', {}],
  ] as const) {
    const refused = await daemon.post(`/v1/tasks/${id}/${verb}`, body, { authorization: '' });
    expect([verb, refused.status, refused.error?.code]).toEqual([verb, 401, 'TOKEN_MISSING']);
  }
  expect((await detail(daemon, id)).card).toMatchObject({ title: 'Mine', rev: 1 });
});

verifies('SUR-070', 'the table for people offers what works and gives a reason for the rest', () => {
  const moves = listPersonMoves();
  for (const from of TASK_STATUSES)
    for (const to of TASK_STATUSES) {
      const move = moves[from][to];
      if (move.how === 'refused') expect(move.why.length).toBeGreaterThan(10);
      else expect([from, to, isMoveAllowed(from, to), to === 'in-progress']).toEqual([from, to, true, false]);
    }
  expect(moves.ready.backlog).toEqual({ how: 'move', reason: 'none' });
  expect(moves.review.ready).toEqual({ how: 'rework', reason: 'required' });
  expect(moves.done.ready).toEqual({ how: 'rework', reason: 'required' });
  expect(moves.ready['in-progress']).toMatchObject({ how: 'refused' });
});

verifies('SUR-070', 'every move that is offered works', async () => {
  const daemon = await startTestDaemon(await tempFolder(), { pollMs: 3_600_000 });
  const ready = await make(daemon, 'Ready');
  const steps = [
    ['backlog', undefined],
    ['ready', undefined],
    ['blocked', 'which key?'],
    ['ready', 'the blue one'],
    ['deadletter', 'no way'],
    ['ready', undefined],
    ['cancelled', 'not needed'],
  ] as const;
  for (const [to, reason] of steps) {
    const moved = await daemon.post(`/v1/tasks/${ready}/move`, { to, ...(reason === undefined ? {} : { reason }) });
    expect([to, moved.status]).toEqual([to, 200]);
  }
});

verifies('SUR-072', 'search finds words in bodies, outputs and the project log, and says where', async () => {
  const root = await tempFolder();
  const daemon = await startTestDaemon(root);
  const id = await make(daemon, 'Fix the login', 'The cookie of Aachen is lost.\n');
  const other = await make(daemon, 'Other');
  const store = await daemon.platform.tasks();
  await store.change([other], () => ({
    artifacts: [{ taskId: other, path: 'outputs/checks.log', content: 'ok 1\nfound the zeppelin\n' }],
    result: null,
  }));
  const find = async (q: string): Promise<unknown> => (await daemon.get(`/v1/search?q=${encodeURIComponent(q)}`)).data;
  expect(await find('login aachen')).toMatchObject({
    hits: [{ kind: 'task', taskId: id, excerpt: 'The cookie of Aachen is lost.' }],
  });
  expect(await find('ZEPPELIN')).toMatchObject({
    hits: [{ kind: 'output', taskId: other, path: 'outputs/checks.log' }],
  });
  expect(await find('nothing of this')).toEqual({ hits: [], isCut: false });
  // What was kept in memory follows the task.
  await daemon.post(`/v1/tasks/${id}/edit`, { body: 'The cookie of Bremen is lost.' });
  expect(await find('aachen')).toEqual({ hits: [], isCut: false });
  expect(await find('bremen')).toMatchObject({ hits: [{ taskId: id }] });
});

verifies('SUR-071', 'agents and statistics say who works, and what got done', async () => {
  const daemon = await startTestDaemon(await tempFolder());
  await addAgent(daemon.platform, { id: 'ada', role: 'engineer', tags: [], concurrency: 2, settings: {} });
  const [done, running] = [await make(daemon, 'Done'), await make(daemon, 'Running')];
  const first = await claim(daemon.platform, { id: done, agent: 'ada' });
  await complete(daemon.platform, { id: done, agent: 'ada', runId: first?.run?.runId ?? '', notes: 'all done' });
  await expect.poll(async () => (await detail(daemon, done)).card.status, { timeout: 10_000 }).toBe('done');
  await claim(daemon.platform, { id: running, agent: 'ada' });
  for (const _ of [1, 2]) {
    expect((await daemon.get('/v1/agents')).data).toMatchObject({
      agents: [{ id: 'ada', role: 'engineer', slots: 2, running: [{ id: running }], done: 1, failed: 0 }],
    });
    const { days, total } = (await daemon.get('/v1/statistics?days=7')).data as {
      days: { created: number; done: number }[];
      total: { done: number; medianMs: number };
    };
    expect(days).toHaveLength(7);
    expect(days.at(-1)).toMatchObject({ created: 2, done: 1 });
    expect(total).toMatchObject({ done: 1, failed: 0 });
  }
});

verifies(
  'SUR-070',
  'a question needs an answer at every door, and a block, a review and rework need a reason',
  async () => {
    const root = await tempFolder();
    const daemon = await startTestDaemon(root, { pollMs: 3_600_000 });
    const [asked, commented, stopped, reviewed] = [
      await make(daemon, 'Asks'),
      await make(daemon, 'Answered in a comment'),
      await make(daemon, 'Stopped'),
      await make(daemon, 'Reviewed'),
    ];
    const move = async (id: string, to: string, reason?: string) => {
      const { status, error } = await daemon.post(`/v1/tasks/${id}/move`, { to, ...given({ reason }) });
      return [status, error?.message];
    };
    expect(await move(asked, 'blocked')).toEqual([400, `${asked} becomes blocked with a reason only`]);
    for (const id of [asked, commented]) expect(await move(id, 'blocked', 'Which key?')).toEqual([200, undefined]);
    expect(await move(asked, 'ready')).toEqual([400, `${asked} waits for an answer: Which key?`]);
    const cli = await runBaton(['task', 'move', asked, 'ready', '--json'], { cwd: root });
    expect([cli.code, JSON.parse(cli.stdout)]).toMatchObject([
      2,
      { error: { code: 'INPUT_INVALID', hint: `baton task move ${asked} ready --reason ANSWER` } },
    ]);
    await daemon.post(`/v1/tasks/${commented}/comment`, { text: 'The blue one.' });
    expect((await detail(daemon, commented)).card.why).toMatchObject({ kind: 'answered', needsPerson: true });
    expect(await move(commented, 'ready')).toEqual([200, undefined]);
    // Asked a second time, the old answer does not count.
    expect(await move(commented, 'blocked', 'And which door?')).toEqual([200, undefined]);
    expect(await move(commented, 'ready')).toEqual([400, `${commented} waits for an answer: And which door?`]);
    // A run that a person stopped has asked nothing.
    await claim(daemon.platform, { id: stopped, agent: 'ada' });
    await daemon.post(`/v1/tasks/${stopped}/stop`, {});
    expect(await move(stopped, 'ready')).toEqual([200, undefined]);
    const runId = (await claim(daemon.platform, { id: reviewed, agent: 'ada' }))?.run?.runId ?? '';
    await complete(daemon.platform, { id: reviewed, agent: 'ada', runId, outcome: 'needs_review', notes: 'look' });
    expect(await move(reviewed, 'ready')).toEqual([400, `${reviewed} becomes ready with a reason only`]);
    expect(await move(reviewed, 'done')).toEqual([200, undefined]);
  },
);

verifies('SUR-070', 'an answer of blanks is none', async () => {
  const daemon = await startTestDaemon(await tempFolder());
  const id = await make(daemon, 'Asks');
  await daemon.post(`/v1/tasks/${id}/move`, { to: 'blocked', reason: 'Which key?' });
  expect((await daemon.post(`/v1/tasks/${id}/move`, { to: 'ready', reason: ' ' })).status).toBe(400);
  expect((await detail(daemon, id)).card.status).toBe('blocked');
});

verifies('SUR-071', 'finished traces are listed, with the task they began with', async () => {
  const daemon = await startTestDaemon(await tempFolder());
  const id = await make(daemon, 'Short story');
  await daemon.post(`/v1/tasks/${id}/move`, { to: 'cancelled' });
  expect((await daemon.get('/v1/traces')).data).toMatchObject({
    traces: [{ title: 'Short story', tasks: 1, open: 0 }],
  });
});

verifies('SUR-071', 'what changed is read from commits that name the task', async () => {
  const root = await tempFolder();
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: root });
  git('init', '--quiet');
  const daemon = await startTestDaemon(root);
  const id = await make(daemon, 'Fix it');
  writeFileSync(join(root, 'pay.ts'), 'one\ntwo\n');
  git('add', 'pay.ts');
  git('commit', '--quiet', '--message', `pay: retry once\n\n${id}`);
  const { data } = await daemon.get(`/v1/tasks/${id}/commits`);
  expect(data).toMatchObject({
    commits: [{ subject: 'pay: retry once', author: 'Ada', files: [{ path: 'pay.ts', added: 2, removed: 0 }] }],
  });
  expect(JSON.stringify(data)).toContain('+two');
  expect((await daemon.get('/v1/tasks/--output=x/commits')).status).toBe(404);
});

test('an output can be followed by its end', async () => {
  const daemon = await startTestDaemon(await tempFolder());
  const id = await make(daemon, 'Logs');
  const store = await daemon.platform.tasks();
  await store.change([id], () => ({
    artifacts: [{ taskId: id, path: 'outputs/a.log', content: '0123456789' }],
    result: null,
  }));
  expect((await daemon.get(`/v1/tasks/${id}/artifacts?path=outputs/a.log&tail=3`)).text).toBe('789');
});
