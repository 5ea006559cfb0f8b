import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import * as protocol from '../../../src/protocols/tasks/index.ts';
import { claim, complete, newTask, receiveHostEvent, tick } from '../../../src/relay/tasks/index.ts';
import { nodeDisk } from '../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../src/stores/process/index.ts';
import { createTaskBench, type TaskBench } from '../../support/task-platform.ts';
import { createMemoryPlane } from '../../support/task-stores.ts';
import { verifies } from '../../support/verifies.ts';

// The five packages of work the design names, each with its acceptance criteria in their own words.

const TASK = 'TASK-2026-02-09-057';
const CHILD = 'TASK-2026-02-09-060';
const LAPSED_MS = 300_000;

/** The payloads the design prints. */
const STATUS_UPDATE = {
  agentId: 'swe-backend',
  status: 'blocked',
  progress: 'Implemented core logic; waiting on API key',
  blockers: ['Awaiting API key'],
  notes: 'ETA after credentials arrive',
};
const REPORT = {
  agentId: 'swe-backend',
  completedAt: '2026-02-09T21:10:00.000Z',
  outcome: 'partial',
  summaryRef: 'outputs/summary.md',
  handoffRef: 'outputs/handoff.md',
  deliverables: ['src/foo.ts'],
  tests: { total: 120, passed: 120, failed: 0 },
  blockers: ['Awaiting API key'],
  notes: 'Implemented core logic; needs QA review.',
};
const HANDOFF = {
  acceptanceCriteria: ['All tests pass', 'Update docs'],
  expectedOutputs: ['tests/report.md', 'docs/QA.md'],
  contextRefs: ['tasks/in-progress/TASK-2026-02-09-057.md'],
  constraints: ['No new dependencies'],
  dueBy: '2026-02-10T12:00:00.000Z',
};

const report = async (bench: TaskBench, outcome: string): Promise<string> => {
  const { task, run } = await bench.held();
  const payload = { ...REPORT, outcome };
  await bench.send({ type: 'completion.report', taskId: task.id, runId: run?.runId, payload });
  return task.id;
};

const movesOf = async (bench: TaskBench, id: string): Promise<unknown[]> =>
  (await bench.events('task.transitioned')).flatMap(({ taskId, payload }) => (taskId === id ? [payload['to']] : []));

describe('Protocol schemas + run result artifact', () => {
  verifies(['TSK-020', 'TSK-028'], 'New schemas validate example payloads', async () => {
    const examples = { 'status.update': STATUS_UPDATE, 'completion.report': REPORT };
    for (const [type, payload] of Object.entries(examples)) {
      const bench = await createTaskBench();
      const { task, run } = await bench.held();
      const sent = await bench.send({ type, taskId: task.id, runId: run?.runId, payload });
      expect({ type, outcome: sent?.outcome }).toEqual({ type, outcome: 'applied' });
    }
  });

  verifies(['TSK-012', 'TSK-030'], 'run_result.json read/write works in <dataDir>/runs/<taskId>/', async () => {
    const bench = await createTaskBench();
    const more = { dataDir: bench.platform.project.dataDir, processes: createProcesses() };
    const plane = createMemoryPlane(bench.clock, nodeDisk);
    const store = await plane.open('a', more);
    onTestFinished(() => store.close());
    const platform = { ...bench.platform, tasks: async () => store };
    const { task } = await newTask(platform, { title: 'One', by: 'operator' });
    const runId = (await claim(platform, { id: task.id, agent: 'ada' }))?.run?.runId ?? '';
    await complete(platform, { id: task.id, agent: 'ada', runId, outcome: 'done', notes: 'ok' });
    const written: unknown = JSON.parse(
      await readFile(join(platform.project.dataDir, 'runs', task.id, 'run_result.json'), 'utf8'),
    );
    expect(written).toMatchObject({ taskId: task.id, runId, agentId: 'ada', outcome: 'done', notes: 'ok' });
    const again = await plane.open('b', more);
    onTestFinished(() => again.close());
    expect((await again.find(task.id))?.result).toEqual(written);
  });

  verifies('TSK-028', 'Schema exports included', () => {
    for (const name of ['parseProtocolMessage', 'route', 'HANDLERS', 'MESSAGE_TYPES', 'parseReport'])
      expect(protocol).toHaveProperty(name);
  });
});

describe('Protocol router + message_received integration', () => {
  verifies(['TSK-022', 'TSK-064'], 'Valid protocol messages route to correct handler', async () => {
    const bench = await createTaskBench();
    const { task, run } = await bench.held();
    const message = { protocol: 'aof', version: 1, type: 'status.update', taskId: task.id, runId: run?.runId };
    const sentAt = new Date(bench.clock.time).toISOString();
    const envelope = { ...message, fromAgent: 'swe-backend', toAgent: 'baton', sentAt, payload: STATUS_UPDATE };
    await receiveHostEvent(bench.platform, 'message_received', { content: `AOF/1 ${JSON.stringify(envelope)}` });
    expect(await bench.status(task.id)).toBe('blocked');
    expect(await bench.events('protocol.message.received')).toHaveLength(1);
  });

  verifies('TSK-022', 'Invalid/unknown messages are ignored but logged', async () => {
    const bench = await createTaskBench();
    const { task, run } = await bench.held();
    await bench.send({ type: 'status.review', taskId: task.id, runId: run?.runId });
    await bench.send({ type: 'completion.report', taskId: task.id, runId: run?.runId, payload: { outcome: 'great' } });
    await receiveHostEvent(bench.platform, 'message_received', { content: 'AOF/1 {"protocol":"aof",' });
    expect(await bench.status(task.id)).toBe('in-progress');
    expect(await bench.events('protocol.message.unknown')).toHaveLength(1);
    expect(await bench.events('protocol.message.rejected')).toHaveLength(2);
  });

  verifies('TSK-021', 'No changes to non-protocol messages', async () => {
    const bench = await createTaskBench();
    for (const content of ['hello', '{"a":1}', `look at ${TASK}`])
      await receiveHostEvent(bench.platform, 'message_received', { content });
    expect(await bench.events()).toEqual([]);
  });
});

describe('Completion protocol', () => {
  const TABLE = {
    done: ['in-progress', 'review', 'done'],
    blocked: ['in-progress', 'blocked'],
    needs_review: ['in-progress', 'review'],
    partial: ['in-progress', 'review'],
  };
  for (const [outcome, moves] of Object.entries(TABLE)) {
    verifies('TSK-030', `${outcome} → ${moves.slice(1).join(' → ')}`, async () => {
      const bench = await createTaskBench();
      const id = await report(bench, outcome);
      expect(await movesOf(bench, id)).toEqual(moves);
    });
  }

  verifies(['TSK-031', 'TSK-023'], 'Idempotent when task already transitioned', async () => {
    const bench = await createTaskBench();
    const id = await report(bench, 'done');
    const before = await movesOf(bench, id);
    const runId = (await bench.store.find(id))?.run?.runId;
    await bench.send({ type: 'completion.report', taskId: id, runId, payload: { ...REPORT, outcome: 'done' } });
    await receiveHostEvent(bench.platform, 'session_end', { taskId: id, runId });
    expect(await movesOf(bench, id)).toEqual(before);
  });
});

describe('Handoff protocol (delegation)', () => {
  const handOn = async (bench: TaskBench, parent: { id: string; runId: string | undefined }, child: string) =>
    await bench.send({
      type: 'handoff.request',
      taskId: child,
      parentTaskId: parent.id,
      runId: parent.runId,
      toAgent: 'swe-qa',
      payload: HANDOFF,
    });

  verifies('TSK-040', 'Child tasks receive inputs/handoff.json + .md', async () => {
    const bench = await createTaskBench();
    const { task, run } = await bench.held();
    await handOn(bench, { id: task.id, runId: run?.runId }, CHILD);
    expect(await bench.store.listArtifacts(CHILD)).toEqual(['inputs/handoff.json', 'inputs/handoff.md']);
  });

  verifies('TSK-042', 'Nested fan-out is rejected (depth > 1)', async () => {
    const bench = await createTaskBench();
    const { task, run } = await bench.held();
    await handOn(bench, { id: task.id, runId: run?.runId }, CHILD);
    const child = await claim(bench.platform, { id: CHILD, agent: 'swe-qa' });
    const nested = await bench.send({
      type: 'handoff.request',
      taskId: 'TASK-2026-02-09-061',
      parentTaskId: CHILD,
      runId: child?.run?.runId,
      fromAgent: 'swe-qa',
      toAgent: 'swe-docs',
      payload: HANDOFF,
    });
    expect(nested?.outcome).toBe('rejected');
    expect(await bench.store.find('TASK-2026-02-09-061')).toBeUndefined();
  });

  verifies(['TSK-040', 'TSK-041'], 'Delegation events logged', async () => {
    const bench = await createTaskBench();
    const { task, run } = await bench.held();
    for (const [child, type] of [
      [CHILD, 'handoff.accepted'],
      ['TASK-2026-02-09-061', 'handoff.rejected'],
    ] as const) {
      await handOn(bench, { id: task.id, runId: run?.runId }, child);
      const payload = { taskId: child, reason: 'so it is' };
      await bench.send({ type, taskId: child, fromAgent: 'swe-qa', toAgent: 'swe-backend', payload });
    }
    const types = (await bench.events()).map(({ type }) => type).filter((type) => type.startsWith('delegation.'));
    expect(types).toEqual([
      'delegation.requested',
      'delegation.accepted',
      'delegation.requested',
      'delegation.rejected',
    ]);
  });
});

describe('Resume protocol enhancements', () => {
  /** A run that left this behind, if anything, and was not heard of again. */
  async function lapse(outcome: string | undefined): Promise<{ bench: TaskBench; id: string }> {
    const bench = await createTaskBench();
    const { task } = await bench.held();
    const path = join(bench.platform.project.dataDir, 'runs', task.id, 'run_result.json');
    await bench.platform.files.createFolder(join(path, '..'));
    if (outcome !== undefined) await bench.platform.files.writeAtomic(path, JSON.stringify({ ...REPORT, outcome }));
    bench.clock.time += LAPSED_MS;
    await tick(bench.platform, { dryRun: false });
    return { bench, id: task.id };
  }

  verifies('TSK-050', 'Stale heartbeat + no result → requeue to ready', async () => {
    const { bench, id } = await lapse(undefined);
    expect(await movesOf(bench, id)).toEqual(['in-progress', 'ready']);
  });

  verifies('TSK-050', 'Stale + partial/needs_review → review', async () => {
    for (const outcome of ['partial', 'needs_review']) {
      const { bench, id } = await lapse(outcome);
      expect(await movesOf(bench, id)).toEqual(['in-progress', 'review']);
    }
  });

  verifies('TSK-050', 'Stale + done → review → done', async () => {
    const { bench, id } = await lapse('done');
    expect(await movesOf(bench, id)).toEqual(['in-progress', 'review', 'done']);
  });

  verifies(['TSK-050', 'TSK-012'], 'Run artifact marked expired on reclaim', async () => {
    const { bench, id } = await lapse(undefined);
    expect((await bench.store.find(id))?.run?.status).toBe('expired');
  });
});
