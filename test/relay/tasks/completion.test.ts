import { expect, test } from 'vitest';
import { complete, heartbeat, receiveHostEvent, tick } from '../../../src/relay/tasks/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { approveAll } from '../../support/approve-all.ts';
import { createTaskBench } from '../../support/task-platform.ts';
import { verifies } from '../../support/verifies.ts';

const TABLE = { done: 'done', blocked: 'blocked', needs_review: 'review', partial: 'review' } as const;

for (const [outcome, status] of Object.entries(TABLE)) {
  verifies(
    ['TSK-030', 'TSK-012'],
    `a completion.report of ${outcome} is kept, logged, and moves the task to ${status}`,
    async () => {
      const bench = await createTaskBench();
      const { task, run } = await bench.held();
      const payload = {
        taskId: task.id,
        agentId: 'swe-backend',
        outcome,
        notes: 'Implemented core logic',
        blockers: outcome === 'blocked' ? ['Awaiting API key'] : [],
        deliverables: ['src/foo.ts'],
      };
      const result = await bench.send({ type: 'completion.report', taskId: task.id, runId: run?.runId, payload });
      expect(result).toMatchObject({ outcome: 'applied', type: 'completion.report' });
      const entry = await bench.store.find(task.id);
      expect(entry?.task.status).toBe(status);
      expect(entry?.task.lease).toBeUndefined();
      expect(entry?.result).toEqual({ ...payload, runId: run?.runId, completedAt: '2026-02-09T21:00:00.000Z' });
      expect(entry?.run).toMatchObject({
        status: 'completed',
        endedAt: '2026-02-09T21:00:00.000Z',
        resultRef: 'run_result.json',
        artifactPaths: ['src/foo.ts'],
      });
      const moves = (await bench.events('task.transitioned')).map(
        ({ payload: { from, to } }) => `${String(from)} ${String(to)}`,
      );
      const way = {
        done: ['in-progress review', 'review done'],
        blocked: ['in-progress blocked'],
        needs_review: ['in-progress review'],
        partial: ['in-progress review'],
      }[outcome];
      expect(moves).toEqual(['ready in-progress', ...(way ?? [])]);
      expect((await bench.events('task.completed')).map((event) => event.payload['outcome'])).toEqual([outcome]);
    },
  );
}

verifies('TSK-030', 'reviewRequired and review: always stop done in review, and a person finishes it', async () => {
  for (const [settings, more] of [
    [{}, { reviewRequired: true }],
    [{ review: 'always' as const }, {}],
  ] as const) {
    const bench = await createTaskBench(settings);
    const { task, run } = await bench.held('swe-backend', more);
    await bench.send({
      type: 'completion.report',
      taskId: task.id,
      runId: run?.runId,
      payload: { outcome: 'done', notes: 'x' },
    });
    expect(await bench.status(task.id)).toBe('review');
  }
  const bench = await createTaskBench({ review: 'follow-table' });
  const { task, run } = await bench.held();
  await bench.send({
    type: 'completion.report',
    taskId: task.id,
    runId: run?.runId,
    payload: { outcome: 'done', notes: 'x' },
  });
  expect(await bench.status(task.id)).toBe('done');
});

verifies('TSK-030', 'the command gives the same result as the message, and writes summary and handoff', async () => {
  const bench = await createTaskBench();
  const { task, run } = await bench.held();
  const request = {
    id: task.id,
    agent: 'swe-backend',
    runId: run?.runId ?? '',
    outcome: 'done' as const,
    notes: 'done',
    summary: '# Summary\n',
    handoff: '# Handoff\n',
  };
  expect((await complete(bench.platform, request)).outcome).toBe('applied');
  expect(await bench.store.listArtifacts(task.id)).toEqual(['outputs/handoff.md', 'outputs/summary.md']);
  expect((await bench.store.find(task.id))?.result).toMatchObject({
    summaryRef: 'outputs/summary.md',
    handoffRef: 'outputs/handoff.md',
  });
  expect(await bench.events('protocol.message.warning')).toEqual([]);
});

verifies('TSK-031', 'files a report names and that are not there are a warning, and the move goes on', async () => {
  const bench = await createTaskBench();
  const { task, run } = await bench.held();
  const payload = { outcome: 'partial', summaryRef: 'outputs/summary.md', handoffRef: '../../../etc/passwd' };
  await bench.send({ type: 'completion.report', taskId: task.id, runId: run?.runId, payload });
  expect(await bench.status(task.id)).toBe('review');
  expect((await bench.events('protocol.message.warning')).map((event) => event.payload['reason'])).toEqual([
    'outputs/summary.md is not there',
    '../../../etc/passwd is not there',
  ]);
});

verifies(
  ['TSK-031', 'TSK-023'],
  'a report that is there already, or comes again, or meets a task that is done, changes nothing',
  async () => {
    const bench = await createTaskBench();
    const { task, run } = await bench.held();
    const report = {
      type: 'completion.report',
      taskId: task.id,
      runId: run?.runId,
      messageId: 'm-1',
      payload: { outcome: 'done', notes: 'x' },
    };
    await bench.send(report);
    const before = await bench.store.find(task.id);
    expect((await bench.send(report))?.outcome).toBe('duplicate');
    expect((await bench.send({ ...report, messageId: 'm-2' }))?.outcome).toBe('unchanged');
    expect((await bench.send({ ...report, messageId: undefined }))?.outcome).toBe('unchanged');
    await receiveHostEvent(bench.platform, 'session_end', { sessionId: 'none' });
    expect(await bench.store.find(task.id)).toEqual(before);
    expect(await bench.events('task.completed')).toHaveLength(1);
  },
);

verifies(
  'TSK-032',
  'a session that ends with no report is not success: blocked, tried again to the limit, then given up',
  async () => {
    const sessions = {
      start: async () => ({ kind: 'started' as const, sessionId: 's-1' }),
      look: async () => ({ kind: 'unknown' as const }),
      stop: async () => ({ kind: 'unknown' as const }),
    };
    const bench = await createTaskBench({ 'tasks.backoffSeconds': 60 }, { openclaw: sessions });
    await bench.platform.files.createFolder(bench.platform.project.dataDir);
    await bench.platform.files.writeAtomic(
      `${bench.platform.project.dataDir}/agents.json`,
      JSON.stringify({ agents: [{ id: 'claw', executor: 'openclaw' }] }),
    );
    await approveAll(bench.platform);
    const { newTask } = await import('../../../src/relay/tasks/index.ts');
    const { task } = await newTask(bench.platform, { title: 'one', by: 'operator', routing: { agent: 'claw' } });
    for (const [attempt, expected] of [
      [1, 'blocked'],
      [2, 'blocked'],
      [3, 'deadletter'],
    ] as const) {
      await tick(bench.platform, { dryRun: false });
      expect(await bench.status(task.id)).toBe('in-progress');
      await receiveHostEvent(bench.platform, 'session_end', { sessionId: 's-1' });
      const entry = await bench.store.find(task.id);
      expect({ status: entry?.task.status, attempts: entry?.task.metadata.attempts }).toEqual({
        status: expected,
        attempts: attempt,
      });
      if (expected === 'blocked') expect(entry?.task.metadata.block).toMatchObject({ kind: 'no-completion' });
      bench.clock.time += 60_000;
      await tick(bench.platform, { dryRun: false });
    }
    expect((await bench.events('task.deadlettered'))[0]?.payload).toMatchObject({ attempts: 3 });
  },
);

verifies('TSK-032', 'an empty report is refused with what is missing', async () => {
  const bench = await createTaskBench();
  const { task, run } = await bench.held();
  const result = await bench.send({
    type: 'completion.report',
    taskId: task.id,
    runId: run?.runId,
    payload: { outcome: 'done', notes: ' ' },
  });
  expect(result).toMatchObject({ outcome: 'rejected', reason: 'a report of done must say what was done' });
  expect(await bench.status(task.id)).toBe('in-progress');
});

verifies(
  'TSK-013',
  'a heartbeat renews lease and beat in one change, and its checkpoint reaches the next run',
  async () => {
    const bench = await createTaskBench({ 'tasks.leaseSeconds': 60 });
    const first = await bench.held();
    const { id } = first.task;
    const runId = first.run?.runId ?? '';
    // Many times the lease: long work is not killed.
    for (let beat = 1; beat <= 50; beat++) {
      bench.clock.time += 45_000;
      await heartbeat(bench.platform, { id, agent: 'swe-backend', runId, checkpoint: { step: beat } });
      await tick(bench.platform, { dryRun: false });
    }
    const entry = await bench.store.find(id);
    expect(entry?.task.lease?.runId).toBe(runId);
    expect(entry?.heartbeat).toMatchObject({
      beatCount: 50,
      checkpoint: { step: 50 },
      expiresAt: entry?.task.lease?.expiresAt,
    });
    bench.clock.time += 60_000;
    await tick(bench.platform, { dryRun: false });
    expect(await bench.status(id)).toBe('ready');
    const { claim } = await import('../../../src/relay/tasks/index.ts');
    expect((await claim(bench.platform, { id, agent: 'bob' }))?.checkpoint).toEqual({ step: 50 });
    const large = heartbeat(bench.platform, {
      id,
      agent: 'bob',
      runId: (await bench.store.find(id))?.run?.runId ?? '',
      checkpoint: 'x'.repeat(65 * 1024),
    });
    expect(await codeOf(large)).toBe('INPUT_TOO_LARGE');
  },
);

verifies('TSK-011', 'what an older run sends is logged and ignored', async () => {
  const bench = await createTaskBench({ 'tasks.leaseSeconds': 60 });
  const old = await bench.held('ada');
  const { id } = old.task;
  bench.clock.time += 60_000;
  await tick(bench.platform, { dryRun: false });
  const { claim } = await import('../../../src/relay/tasks/index.ts');
  const fresh = await claim(bench.platform, { id, agent: 'ada' });
  expect(fresh?.task.lease?.fence).toBe(2);
  expect(await codeOf(heartbeat(bench.platform, { id, agent: 'ada', runId: old.run?.runId ?? '' }))).toBe(
    'LEASE_NOT_YOURS',
  );
  const late = {
    type: 'completion.report',
    taskId: id,
    fromAgent: 'ada',
    runId: old.run?.runId,
    payload: { outcome: 'done', notes: 'late' },
  };
  expect(await bench.send(late)).toMatchObject({ outcome: 'rejected' });
  expect((await bench.send({ ...late, type: 'status.update', payload: { progress: 'late' } }))?.outcome).toBe(
    'rejected',
  );
  expect(await bench.status(id)).toBe('in-progress');
  expect((await bench.events('protocol.message.rejected')).map((event) => event.payload['code'])).toEqual([
    'LEASE_NOT_YOURS',
    'LEASE_NOT_YOURS',
  ]);
});

test('a message without a run id counts only for the live lease, and only if it was sent under it', async () => {
  const bench = await createTaskBench();
  const { task } = await bench.held('ada');
  const report = { type: 'status.update', taskId: task.id, fromAgent: 'ada', payload: { progress: 'half way' } };
  expect((await bench.send({ ...report, sentAt: '2026-02-09T20:59:59.999Z' }))?.outcome).toBe('rejected');
  expect((await bench.send({ ...report, fromAgent: 'eve' }))?.outcome).toBe('rejected');
  expect((await bench.send({ ...report, sentAt: '2026-02-09T23:00:00.000+02:00' }))?.outcome).toBe('applied');
});
