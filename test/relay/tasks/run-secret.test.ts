import { generateKeyPairSync, sign } from 'node:crypto';
import { expect } from 'vitest';
import { canonicalJson } from '../../../src/kernel/canonical-json.ts';
import type { Platform } from '../../../src/kernel/ports/index.ts';
import {
  addAgent,
  complete,
  delegate,
  editTask,
  heartbeat,
  moveTask,
  reworkTask,
  secretOfRun,
  stopTask,
} from '../../../src/relay/tasks/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { createTaskBench } from '../../support/task-platform.ts';
import { verifies } from '../../support/verifies.ts';

for (const messages of ['known', 'signed'] as const) {
  verifies('SEC-021', `${messages}: every act of a holder needs the secret of its run or a signature`, async () => {
    const bench = await createTaskBench({ messages });
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    await addAgent(bench.platform, { id: 'ada', tags: [], settings: {}, publicKey: spki });
    await addAgent(bench.platform, { id: 'bob', tags: [], settings: {} });
    const { task, run } = await bench.held('ada');
    const other = await bench.held('bob');
    const runId = run?.runId ?? '';
    const secret = (await secretOfRun(bench.platform, runId)) ?? '';
    const foreign = (await secretOfRun(bench.platform, other.run?.runId ?? '')) ?? '';
    for (const wrong of [{}, { secret: foreign }, { secret: '' }, { secret: runId }]) {
      expect(await codeOf(heartbeat(bench.platform, { id: task.id, runId, agent: 'ada', ...wrong }))).toBe(
        'LEASE_NOT_YOURS',
      );
      const report = await complete(bench.platform, {
        id: task.id,
        agent: 'ada',
        runId,
        outcome: 'done',
        notes: 'x',
        ...wrong,
      });
      expect(report.outcome).toBe('rejected');
      const handed = await delegate(bench.platform, {
        parentId: task.id,
        from: 'ada',
        to: 'bob',
        runId,
        title: 'x',
        handoff: {},
        ...wrong,
      });
      expect(handed.outcome).toBe('rejected');
    }
    await heartbeat(bench.platform, { id: task.id, runId, agent: 'ada', secret });
    const message = {
      protocol: 'aof',
      version: 1,
      type: 'status.update',
      taskId: task.id,
      fromAgent: 'ada',
      toAgent: 'baton',
      sentAt: new Date(bench.clock.time).toISOString(),
      payload: { notes: 'signed' },
    };
    const signature = sign(null, Buffer.from(canonicalJson(message)), privateKey).toString('base64');
    expect(await bench.send({ ...message, signature })).toMatchObject({ outcome: 'applied' });
    const done = await complete(bench.platform, {
      id: task.id,
      agent: 'ada',
      runId,
      outcome: 'done',
      notes: 'All of it.',
      secret,
    });
    expect(done).toMatchObject({ outcome: 'applied' });
  });
}

verifies('SEC-021', 'a refusal tells no run id and no hash', async () => {
  const bench = await createTaskBench({ messages: 'known' });
  await addAgent(bench.platform, { id: 'ada', tags: [], settings: {} });
  const { task, run } = await bench.held('ada');
  const told = JSON.stringify([
    await complete(bench.platform, { id: task.id, agent: 'ada', outcome: 'done' }),
    await complete(bench.platform, { id: task.id, agent: 'ada', runId: 'x', outcome: 'done' }),
    await heartbeat(bench.platform, { id: task.id, runId: 'x', agent: 'ada' }).catch((error: unknown) => ({
      ...(error as object),
      message: String(error),
    })),
  ]);
  expect(told).not.toContain(run?.runId);
  expect(told).not.toMatch(/[0-9a-f]{64}/);
  const open = await createTaskBench();
  const held = await open.held('ada');
  const refused = JSON.stringify([
    await complete(open.platform, { id: held.task.id, agent: 'eve', outcome: 'done' }),
    await heartbeat(open.platform, { id: held.task.id, runId: 'x', agent: 'eve' }).catch(String),
  ]);
  expect(refused).not.toContain(held.run?.runId);
});

verifies('SEC-022', 'only an operator takes a live lease away, and is recorded by account and machine', async () => {
  const bench = await createTaskBench();
  const { task } = await bench.held('ada');
  const asRun = (platform: Platform): Platform => ({
    ...platform,
    project: { ...platform.project, authority: { ...platform.project.authority, isRun: true } },
  });
  const move = { id: task.id, to: 'ready', by: 'mallory' } as const;
  expect(await codeOf(moveTask(asRun(bench.platform), move))).toBe('LEASE_HELD');
  const person = { id: task.id, by: 'mallory', reason: 'I want it' };
  expect(await codeOf(stopTask(asRun(bench.platform), person))).toBe('LEASE_HELD');
  expect(await codeOf(reworkTask(asRun(bench.platform), person))).toBe('LEASE_HELD');
  const edit = { id: person.id, by: person.by, fields: { routing: { agent: 'mallory' } } };
  expect(await codeOf(editTask(asRun(bench.platform), edit))).toBe('LEASE_HELD');
  expect(await bench.status(task.id)).toBe('in-progress');
  await moveTask(bench.platform, move);
  const { user, host } = bench.platform.facts;
  expect(JSON.stringify(await bench.events('task.transitioned'))).toContain(
    `the lease of ada was taken away by ${user} on ${host}`,
  );
});
