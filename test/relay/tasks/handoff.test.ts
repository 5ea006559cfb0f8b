import { expect } from 'vitest';
import { resolveContextRef } from '../../../src/protocols/tasks/index.ts';
import { answerHandoff, claim, complete, delegate, moveTask, tick } from '../../../src/relay/tasks/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { createTaskBench, type TaskBench } from '../../support/task-platform.ts';
import { verifies } from '../../support/verifies.ts';

const REQUEST = {
  acceptanceCriteria: ['All tests pass', 'Update docs'],
  expectedOutputs: ['tests/report.md', 'docs/QA.md'],
  contextRefs: ['tasks/in-progress/TASK-2026-02-09-001.md', 'tasks/in-progress/TASK-2026-02-09-001/outputs/handoff.md'],
  constraints: ['No new dependencies'],
  dueBy: '2026-02-10T12:00:00.000Z',
};
const CHILD = 'TASK-2026-02-09-060';

async function handOn(
  bench: TaskBench,
  payload: object = REQUEST,
): Promise<{ parent: string; outcome: string | undefined; reason: string | undefined }> {
  const { task, run } = await bench.held();
  const result = await bench.send({
    type: 'handoff.request',
    taskId: CHILD,
    parentTaskId: task.id,
    toAgent: 'swe-qa',
    runId: run?.runId,
    payload,
  });
  return { parent: task.id, outcome: result?.outcome, reason: result?.reason };
}

verifies(
  'TSK-040',
  'a handoff makes the child, writes both files, points to it from the parent and logs the request',
  async () => {
    const bench = await createTaskBench();
    const { parent, outcome } = await handOn(bench, { ...REQUEST, extra: { kept: true } });
    expect(outcome).toBe('applied');
    const child = await bench.store.find(CHILD);
    expect(child?.task).toMatchObject({
      parentId: parent,
      status: 'ready',
      routing: { agent: 'swe-qa' },
      metadata: {
        delegationDepth: 1,
        dueBy: REQUEST.dueBy,
        handoff: { from: 'swe-backend', to: 'swe-qa', state: 'offered' },
      },
    });
    const json: unknown = JSON.parse((await bench.store.readArtifact(CHILD, 'inputs/handoff.json'))?.toString() ?? '');
    expect(json).toEqual({
      ...REQUEST,
      extra: { kept: true },
      taskId: CHILD,
      parentTaskId: parent,
      fromAgent: 'swe-backend',
      toAgent: 'swe-qa',
    });
    const text = (await bench.store.readArtifact(CHILD, 'inputs/handoff.md'))?.toString() ?? '';
    for (const part of [
      ...REQUEST.acceptanceCriteria,
      ...REQUEST.expectedOutputs,
      ...REQUEST.contextRefs,
      ...REQUEST.constraints,
      REQUEST.dueBy,
    ])
      expect(text).toContain(part);
    expect(await bench.store.listArtifacts(parent)).toEqual([`subtasks/${CHILD}.md`]);
    expect((await bench.events('delegation.requested')).map(({ taskId, payload }) => [taskId, payload])).toEqual([
      [CHILD, { parentId: parent, from: 'swe-backend', to: 'swe-qa', depth: 1 }],
    ]);
  },
);

verifies('TSK-040', 'references to a task are resolved by its id, in whichever folder it now is', () => {
  const statusOf = (id: string) => (id === 'TASK-2026-02-09-057' ? ('done' as const) : undefined);
  expect(resolveContextRef('tasks/in-progress/TASK-2026-02-09-057/outputs/handoff.md', statusOf)).toBe(
    'tasks/done/TASK-2026-02-09-057/outputs/handoff.md',
  );
  expect(resolveContextRef('tasks/ready/TASK-2026-02-09-057.md', statusOf)).toBe('tasks/done/TASK-2026-02-09-057.md');
  expect(resolveContextRef('tasks/ready/TASK-2026-02-09-058.md', statusOf)).toBe('tasks/ready/TASK-2026-02-09-058.md');
  expect(resolveContextRef('src/tasks.ts', statusOf)).toBe('src/tasks.ts');
});

verifies(
  'TSK-040',
  'wrong criteria do not stop a handoff: it is accepted, kept as it came, and the error logged',
  async () => {
    const bench = await createTaskBench();
    expect((await handOn(bench, { acceptanceCriteria: 'not a list', dueBy: 'soon' })).outcome).toBe('applied');
    expect((await bench.events('protocol.message.warning'))[0]?.payload['reason']).toContain(
      'acceptanceCriteria must be array',
    );
    const json = (await bench.store.readArtifact(CHILD, 'inputs/handoff.json'))?.toString() ?? '';
    expect(JSON.parse(json)).toMatchObject({ acceptanceCriteria: 'not a list', dueBy: 'soon' });
  },
);

verifies(
  'TSK-041',
  'accepting is a promise: only the addressee may then claim, and completing implies it',
  async () => {
    const bench = await createTaskBench();
    await handOn(bench);
    expect((await answerHandoff(bench.platform, { id: CHILD, agent: 'swe-qa', answer: 'accepted' })).outcome).toBe(
      'applied',
    );
    expect((await answerHandoff(bench.platform, { id: CHILD, agent: 'swe-qa', answer: 'accepted' })).outcome).toBe(
      'unchanged',
    );
    expect(await bench.status(CHILD)).toBe('ready');
    expect(await codeOf(claim(bench.platform, { id: CHILD, agent: 'eve' }))).toBe('TASK_NOT_CLAIMABLE');
    expect((await claim(bench.platform, { id: CHILD, agent: 'swe-qa' }))?.task.status).toBe('in-progress');
    expect((await bench.events('delegation.accepted')).map(({ payload }) => payload)).toEqual([{ by: 'swe-qa' }]);
    const silent = await createTaskBench();
    await handOn(silent);
    const run = await claim(silent.platform, { id: CHILD, agent: 'swe-qa' });
    await complete(silent.platform, {
      id: CHILD,
      agent: 'swe-qa',
      runId: run?.run?.runId ?? '',
      outcome: 'done',
      notes: 'ok',
    });
    expect((await silent.events('delegation.accepted')).map(({ payload }) => payload)).toEqual([
      { by: 'swe-qa', implied: true },
    ]);
  },
);

verifies(
  'TSK-041',
  'rejecting blocks the child, or gives it back with requeue, and the agent of the parent is told',
  async () => {
    for (const requeue of [false, true]) {
      const bench = await createTaskBench();
      const { parent } = await handOn(bench);
      await answerHandoff(bench.platform, {
        id: CHILD,
        agent: 'swe-qa',
        answer: 'rejected',
        reason: 'not my field',
        requeue,
      });
      const child = await bench.store.find(CHILD);
      expect(child?.task.status).toBe(requeue ? 'ready' : 'blocked');
      expect(child?.task.routing.agent).toBe(requeue ? undefined : 'swe-qa');
      expect((await bench.events('delegation.rejected'))[0]?.payload).toEqual({
        by: 'swe-qa',
        reason: 'not my field',
        requeue,
      });
      expect(await bench.store.readBody(parent)).toContain(`swe-qa refused the handoff ${CHILD}: not my field`);
      const letter = (await bench.store.listArtifacts(parent)).find((path) => path.startsWith('inputs/messages/'));
      expect(JSON.parse((await bench.store.readArtifact(parent, letter ?? ''))?.toString() ?? '')).toMatchObject({
        type: 'handoff.rejected',
        toAgent: 'swe-backend',
        payload: { reason: 'not my field' },
      });
      if (requeue)
        expect((await claim(bench.platform, { id: CHILD, agent: 'other' }))?.task.status).toBe('in-progress');
    }
  },
);

verifies('TSK-041', 'a handoff whose parent does not exist is refused and logged', async () => {
  const bench = await createTaskBench();
  const result = await bench.send({
    type: 'handoff.request',
    taskId: CHILD,
    parentTaskId: 'TASK-2026-02-09-999',
    toAgent: 'swe-qa',
    payload: {},
  });
  expect(result).toMatchObject({ outcome: 'rejected', reason: 'the parent TASK-2026-02-09-999 does not exist' });
  expect(await bench.events('delegation.rejected')).toHaveLength(1);
  expect(await bench.status(CHILD)).toBeUndefined();
});

verifies(
  'TSK-042',
  'delegation goes as deep as delegation.maxDepth allows, in every position, and no deeper',
  async () => {
    for (const maxDepth of [1, 2, 3, 4, 5]) {
      const bench = await createTaskBench({ 'delegation.maxDepth': maxDepth });
      let parent = (await bench.held('agent-0')).task.id;
      for (let depth = 1; depth <= maxDepth + 1; depth++) {
        const from = `agent-${depth - 1}`;
        const to = `agent-${depth}`;
        const result = await delegate(bench.platform, { parentId: parent, from, to, handoff: {} });
        if (depth > maxDepth) {
          expect(result).toMatchObject({
            outcome: 'rejected',
            reason: `delegation would be ${depth} deep, and the limit is ${maxDepth}`,
          });
          const messages = (await bench.store.listArtifacts(parent)).filter((path) =>
            path.includes('handoff.rejected'),
          );
          expect(messages).toHaveLength(1);
          expect(await bench.events('delegation.rejected')).toHaveLength(1);
          break;
        }
        expect(result.outcome).toBe('applied');
        expect((await bench.store.find(result.taskId))?.task.metadata.delegationDepth).toBe(depth);
        await claim(bench.platform, { id: result.taskId, agent: to });
        parent = result.taskId;
      }
    }
  },
);

verifies('TSK-044', 'a parent with open children stays in progress, and goes on when the last has ended', async () => {
  const bench = await createTaskBench();
  const { task, run } = await bench.held();
  const { taskId: child } = await delegate(bench.platform, {
    parentId: task.id,
    from: 'swe-backend',
    to: 'swe-qa',
    handoff: {},
  });
  await complete(bench.platform, {
    id: task.id,
    agent: 'swe-backend',
    runId: run?.runId ?? '',
    outcome: 'done',
    notes: 'my part',
  });
  expect(await bench.status(task.id)).toBe('in-progress');
  bench.clock.time += 3_600_000;
  await tick(bench.platform, { dryRun: false });
  expect(await bench.status(task.id)).toBe('in-progress');
  const taken = await claim(bench.platform, { id: child, agent: 'swe-qa' });
  await complete(bench.platform, {
    id: child,
    agent: 'swe-qa',
    runId: taken?.run?.runId ?? '',
    outcome: 'done',
    notes: 'tested',
  });
  await tick(bench.platform, { dryRun: false });
  expect(await bench.status(task.id)).toBe('done');
});

verifies('TSK-044', 'a child that is cancelled or given up is told to its parent', async () => {
  for (const to of ['cancelled', 'deadletter'] as const) {
    const bench = await createTaskBench();
    const { task } = await bench.held();
    const { taskId: child } = await delegate(bench.platform, {
      parentId: task.id,
      from: 'swe-backend',
      to: 'swe-qa',
      handoff: {},
    });
    await moveTask(bench.platform, { id: child, to, by: 'operator' });
    expect(await bench.store.readBody(task.id)).toContain(`ended as ${to}`);
    expect((await bench.events('delegation.ended')).map(({ taskId, payload }) => [taskId, payload['childId']])).toEqual(
      [[task.id, child]],
    );
  }
});
