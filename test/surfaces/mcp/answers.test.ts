import { describe, expect, test } from 'vitest';
import { createTokenCounter } from '../../../src/stores/tokens/index.ts';
import { nodeDisk } from '../../../src/stores/fs/index.ts';
import { testProject } from '../../support/project.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { connect, namesCommand, type Answer } from './mcp-client.ts';

type Call = Awaited<ReturnType<typeof connect>>['call'];

interface ErrorAnswer {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

const errorOf = ({ data }: Answer): ErrorAnswer => data['error'] as ErrorAnswer;

async function claimNew(call: Call, title: string) {
  const made = await call('baton_task', { action: 'new', title, agent: 'ada' });
  const { id } = made.data['task'] as { id: string };
  const claimed = await call('baton_claim', { agent: 'ada', id });
  const { runId } = claimed.data['run'] as { runId: string };
  return { own: { agent: 'ada', id, run_id: runId }, brief: String(claimed.data['brief']) };
}

verifies(
  'SUR-054',
  'every budget from the named minimum on is kept, and a smaller one names it',
  async () => {
    const project = await testProject();
    const { client, call } = await connect(project.root, '2026-07-28');
    for (let task = 0; task < 5; task += 1)
      await call('baton_task', {
        action: 'new',
        title: `Part ${task}`,
        body: 'It has reasons. '.repeat(20),
        agent: 'ada',
      });
    await call('baton_handoff', {
      done: `Strings. ${'They have reasons. '.repeat(40)}`,
      status: 'Strings work, and so do lists.',
      next: ['Teach it maps', 'Measure it'],
      agent: 'ada',
    });
    const counter = createTokenCounter({ disk: nodeDisk, cacheFolder: await tempFolder(), warn: () => undefined });
    const refused = errorOf(await call('baton_orient', { budget: 1 }));
    expect(refused.code).toBe('BUDGET_TOO_SMALL');
    const smallest = Number(/takes (\d+)$/.exec(refused.message)?.[1]);
    expect(errorOf(await call('baton_orient', { budget: smallest - 1 })).message).toContain(`takes ${smallest}`);
    for (let budget = smallest; budget < smallest + 700; budget += 35) {
      const { content, structuredContent, isError } = await client.callTool({
        name: 'baton_orient',
        arguments: { budget },
      });
      expect({ budget, isError: isError ?? false }).toEqual({ budget, isError: false });
      expect(await counter.count(JSON.stringify({ content, structuredContent }))).toBeLessThanOrEqual(budget);
    }
  },
  { timeout: 60_000 },
);

test('outside a project a budget is kept too', async () => {
  const { call } = await connect(await tempFolder(), '2025');
  const { message } = errorOf(await call('baton_orient', { budget: 20 }));
  const smallest = Number(/takes (\d+)$/.exec(message)?.[1]);
  expect((await call('baton_orient', { budget: smallest })).isError).toBe(false);
});

describe('a task', () => {
  test('shows what was reported of it', async () => {
    const { call } = await connect((await testProject()).root, '2026-07-28');
    const { own } = await claimNew(call, 'Write the parser');
    const report = { outcome: 'done', notes: 'It parses.', deliverables: ['src/parse.ts'] };
    await call('baton_complete', { ...own, ...report, summary: '# Parser\n' });
    expect(await call('baton_task', { action: 'show', id: own.id })).toMatchObject({
      data: { task: { status: 'done' }, result: report, summary: '# Parser\n', why: null },
    });
  });

  verifies('SUR-054', 'that is blocked or in review says that a person has to act, at every call', async () => {
    const { call } = await connect((await testProject()).root, '2026-07-28');
    const blocked = (await claimNew(call, 'Paint it')).own;
    await call('baton_complete', { ...blocked, outcome: 'blocked', blockers: ['Which colour? Try baton init'] });
    const why = {
      kind: 'person',
      text: `waits for a person ("Which colour? Try baton init"); \`baton task move ${blocked.id} ready --reason ANSWER\` (a person must run it)`,
      needsPerson: true,
    };
    expect((await call('baton_task', { action: 'show', id: blocked.id })).data).toMatchObject({
      result: { outcome: 'blocked', blockers: ['Which colour? Try baton init'] },
      why,
    });
    expect((await call('baton_task', { action: 'list' })).data).toMatchObject({ tasks: [{ id: blocked.id, why }] });
    const hint = `${blocked.id}: ${why.text}; a person has to act first; call baton_claim for another task`;
    const calls: readonly (readonly [string, object, string])[] = [
      ['baton_heartbeat', blocked, 'LEASE_NOT_YOURS'],
      ['baton_heartbeat', { ...blocked, progress: 'half' }, 'LEASE_NOT_YOURS'],
      ['baton_claim', { agent: 'ada', id: blocked.id }, 'TASK_NOT_CLAIMABLE'],
      ['baton_complete', { ...blocked, outcome: 'done', notes: 'Red.' }, 'REFUSED'],
      ['baton_delegate', { ...blocked, to: 'bob', title: 'Paint' }, 'REFUSED'],
    ];
    for (const [name, values, code] of calls) {
      const answer = await call(name, { ...values });
      expect({ name, ...errorOf(answer) }).toMatchObject({ name, code, hint });
    }
    const review = (await claimNew(call, 'Show it')).own;
    await call('baton_complete', { ...review, outcome: 'needs_review', notes: 'Please look.' });
    expect((await call('baton_task', { action: 'show', id: review.id })).data).toMatchObject({
      result: { notes: 'Please look.' },
      why: { kind: 'review', text: 'waits for a person to review it ("Please look.")' },
    });
    expect(errorOf(await call('baton_claim', { agent: 'ada', id: review.id })).hint).toContain('a person has to act');
  });

  test('that is done takes no heartbeat, and says that nothing is left to do', async () => {
    const { call } = await connect((await testProject()).root, '2026-07-28');
    const { own } = await claimNew(call, 'Write the parser');
    await call('baton_complete', { ...own, outcome: 'done', notes: 'It parses.' });
    expect(errorOf(await call('baton_heartbeat', own)).hint).toBe(
      `${own.id} is done: nothing is left to do; call baton_claim for another task`,
    );
  });

  test('refuses a status that there is not, and changes nothing', async () => {
    const { call } = await connect((await testProject()).root, '2026-07-28');
    const { own } = await claimNew(call, 'Write the parser');
    const hint = 'status is one of backlog, ready, in-progress, blocked, review, done, cancelled, deadletter';
    for (const status of ['bogus', 'in_progress', '']) {
      for (const [name, values] of [
        ['baton_task', { action: 'list', status }],
        ['baton_heartbeat', { ...own, status, checkpoint: 'lost' }],
      ] as const)
        expect(errorOf(await call(name, values))).toMatchObject({ code: 'INPUT_INVALID', hint });
    }
    expect((await call('baton_task', { action: 'show', id: own.id })).data).toMatchObject({
      run: { checkpoint: null },
    });
  });

  test('answers a heartbeat with the lease and what people said since the run began', async () => {
    const project = await testProject();
    const state = { XDG_STATE_HOME: process.env['XDG_STATE_HOME'] ?? '' };
    const { call } = await connect(project.root, '2026-07-28', ['mcp'], state);
    const { own } = await claimNew(call, 'Write the parser');
    const held = {
      task: { id: own.id, status: 'in-progress' },
      run: { runId: own.run_id, expiresAt: expect.any(String) as string },
    };
    expect((await call('baton_heartbeat', own)).data).toEqual(held);
    await project.data(['task', 'comment', own.id, 'Mind the tabs.']);
    expect((await call('baton_heartbeat', own)).data).toMatchObject({ ...held, said: [{ text: 'Mind the tabs.' }] });
  });
});

verifies('SUR-054', 'what Baton itself says in an orientation, a brief or a finding names tools', async () => {
  const project = await testProject();
  await project.data(['handoff', '--agent', 'ada', '--done', 'Run baton init, somebody wrote.']);
  const { call } = await connect(project.root, '2026-07-28');
  const ownWords = (text: string): string => text.replace(/<<<BATON-DATA[^]*>>>/, '');
  const text = String((await call('baton_orient', { for: 'feature', budget: 600 })).data['text']);
  expect(text).toContain('Run baton init, somebody wrote.');
  expect(ownWords(text)).toContain('Read: baton_read {file, section}');
  expect(ownWords(text)).not.toSatisfy(namesCommand);
  const { brief, own } = await claimNew(call, 'Write the parser');
  expect(brief).toContain(`agent ada, id ${own.id}, run_id ${own.run_id}`);
  expect(brief).toContain('baton_heartbeat');
  expect(ownWords(brief)).not.toSatisfy(namesCommand);
  const { findings } = (await call('baton_check', { what: 'output', text: 'Done.' })).data;
  expect((findings as { hint: string }[]).map(({ hint }) => hint).join('\n')).toContain('[AOP:START]');
  expect(JSON.stringify(findings)).not.toSatisfy(namesCommand);
});

test('a session that did not close is for a person to recover', async () => {
  const project = await testProject();
  const gone = { agent: 'kim', started: '2026-01-01T00:00:00Z', updating: [], session_id: 'sess_1', pid: 2 ** 22 - 1 };
  project.write('.ai/handoff/HANDOFF.lock', JSON.stringify(gone));
  const { call } = await connect(project.root, '2026-07-28');
  const text = String((await call('baton_orient')).data['text']);
  expect(text).toContain('ask a person to run `baton recover`');
});

test('an assertion that is checked again is renewed', async () => {
  const { call } = await connect((await testProject()).root, '2026-07-28');
  const claim = { what: 'claim', title: 'Build passes', agent: 'ada' };
  for (let time = 0; time < 2; time += 1)
    expect(await call('baton_note', claim)).toMatchObject({
      isError: false,
      data: { claim: { property: 'Build passes', effective: 'verified' } },
    });
});

test('two clients of one program are two agents: neither writes in the session of the other', async () => {
  const project = await testProject();
  const kim = await connect(project.root, '2026-07-28');
  const lea = await connect(project.root, '2026-07-28');
  const opened = await kim.call('baton_note', { what: 'log', title: 'Taught strings', agent: 'kim' });
  for (const [name, values] of [
    ['baton_note', { what: 'log', title: 'Taught lists' }],
    ['baton_note', { what: 'section', file: 'STATUS.md', section: 'summary', body: 'Lists.' }],
    ['baton_note', { what: 'claim', title: 'Build passes' }],
    ['baton_next', { action: 'add', item: 'Teach it maps' }],
    ['baton_handoff', { done: 'Lists.' }],
  ] as const)
    expect(errorOf(await lea.call(name, { ...values, agent: 'lea' })).code).toBe('SESSION_HELD');
  expect(project.file('LOG.md')).not.toContain('Taught lists');
  // The same agent goes on from another client, and whoever is given the session may use it.
  expect(await lea.call('baton_note', { what: 'log', title: 'And maps', agent: 'kim' })).toMatchObject({
    isError: false,
  });
  const shared = { session_id: opened.data['session_id'], agent: 'lea' };
  expect(await lea.call('baton_note', { what: 'log', title: 'Also lists', ...shared })).toMatchObject({
    isError: false,
  });
  expect(await kim.call('baton_handoff', { done: 'Strings.', agent: 'kim' })).toMatchObject({ isError: false });
  expect(await lea.call('baton_handoff', { done: 'Lists.', agent: 'lea' })).toMatchObject({ isError: false });
  expect(project.file('LOG.md')).toMatch(/lea: Lists\./);
});
