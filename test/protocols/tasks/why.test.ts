import { expect } from 'vitest';
import type { TaskEntry } from '../../../src/kernel/tasks.ts';
import {
  explainWait,
  readLoad,
  type AgentProfile,
  type SchedulerRules,
  type WaitFacts,
} from '../../../src/protocols/tasks/index.ts';
import { composeTask as task } from '../../support/compose-task.ts';
import { verifies } from '../../support/verifies.ts';

const NOW = Date.parse('2026-02-09T21:00:00.000Z');
const RULES: SchedulerRules = {
  maxRunning: 8,
  teamLimits: {},
  maxAttempts: 3,
  backoffMs: 60_000,
  leaseMs: 300_000,
  graceMs: 120_000,
  onDependencyEnd: 'block',
};
const ADA: AgentProfile = { id: 'ada', role: 'backend', tags: [], executor: 'command', concurrency: 1 };

const facts = (more: Partial<WaitFacts> = {}): WaitFacts => ({
  now: NOW,
  agents: [ADA],
  load: readLoad([], [], [ADA], RULES),
  maxAttempts: 3,
  statusOf: () => undefined,
  openChildrenOf: () => [],
  hasScheduler: true,
  ...more,
});

const LEASE = {
  agent: 'ada',
  runId: 'r',
  fence: 1,
  acquiredAt: '2026-02-09T19:00:00.000Z',
  expiresAt: '2026-02-09T20:00:00.000Z',
};

const failed: Partial<TaskEntry> = {
  run: {
    taskId: 'TASK-2026-02-09-001',
    runId: 'run-1',
    agentId: 'ada',
    attempt: 1,
    startedAt: '2026-02-09T20:59:00.000Z',
    status: 'failed',
    artifactPaths: [],
    machine: 'here',
    exit: {
      at: '2026-02-09T20:59:20.000Z',
      code: 1,
      signal: null,
      how: 'exit code 1',
      lastOutput: 'trying\nno such branch',
    },
  },
};

const busy = readLoad([], [{ runId: 'r', taskId: 'TASK-2026-02-09-009', agent: 'ada', resource: 'db' }], [ADA], RULES);

const CASES: readonly [string, TaskEntry, Partial<WaitFacts>, string, string][] = [
  [
    'another task',
    { task: task({ dependsOn: ['TASK-2026-02-09-002'] }) },
    { statusOf: () => 'in-progress' },
    'dependency',
    'waits for TASK-2026-02-09-002 (in-progress)',
  ],
  [
    'a slot',
    { task: task({ routing: { agent: 'ada', tags: [] } }) },
    { load: busy },
    'slot',
    'waits for a slot of ada: 1 of 1 taken (TASK-2026-02-09-009)',
  ],
  [
    'a resource',
    { task: task({ metadata: { resource: 'db' } }) },
    { agents: [{ ...ADA, concurrency: 2 }], load: busy },
    'resource',
    'waits for db, which is in use (TASK-2026-02-09-009)',
  ],
  [
    'nobody can take it',
    { task: task({ routing: { role: 'bakend', tags: [] } }) },
    {},
    'nobody',
    'nobody can take it: no agent has the role bakend; did you mean backend?',
  ],
  [
    'a retry',
    {
      task: task({
        status: 'blocked',
        metadata: { attempts: 1, block: { kind: 'no-completion', reason: 'x', retryAt: '2026-02-09T21:00:40.000Z' } },
      }),
      ...failed,
    },
    {},
    'retry',
    'retry in 40 s, attempt 2 of 3, after exit code 1 ("no such branch")',
  ],
  [
    'dead',
    { task: task({ status: 'deadletter', metadata: { attempts: 3 } }), ...failed },
    {},
    'dead',
    'given up after 3 attempts, last: exit code 1 ("no such branch"); baton task move TASK-2026-02-09-001 ready',
  ],
  [
    'a broken file',
    { task: task() },
    { broken: new Map([['TASK-2026-02-09-001', 'it is empty']]) },
    'broken',
    'broken file: it is empty',
  ],
  [
    'a person',
    { task: task({ status: 'blocked', metadata: { block: { kind: 'human', reason: 'which key?' } } }) },
    {},
    'person',
    'waits for a person ("which key?"); baton task move TASK-2026-02-09-001 ready --reason ANSWER',
  ],
  [
    'a person who has answered and not moved it on',
    {
      task: task({
        status: 'blocked',
        metadata: {
          block: { kind: 'human', reason: 'which key?' },
          remarks: [{ at: task().lastTransitionAt, by: 'ben', kind: 'answer', text: 'the blue one' }],
        },
      }),
    },
    {},
    'answered',
    'answered ("the blue one"), not ready yet; baton task move TASK-2026-02-09-001 ready',
  ],
  [
    'a person who stopped its run',
    {
      task: task({ status: 'blocked', metadata: { block: { kind: 'human', reason: 'stopped by ben: wrong branch' } } }),
      run: { ...failed.run, endedAt: task().lastTransitionAt, endedBy: { by: 'ben' } } as never,
    },
    {},
    'stopped',
    'stopped by ben: wrong branch; baton task move TASK-2026-02-09-001 ready',
  ],
  ['a review', { task: task({ status: 'review' }) }, {}, 'review', 'waits for a person to review it'],
  [
    'an approval',
    { task: task() },
    { findUnapproved: () => 'ada may not be started here' },
    'unapproved',
    'unapproved: ada may not be started here; baton approve',
  ],
  [
    'the end of a program',
    { task: task(), run: { ...failed.run, exit: undefined } as never },
    {},
    'stopping',
    'waits until the program of its last run on here has ended',
  ],
  [
    'its children',
    {
      task: task({ status: 'in-progress' }),
      result: { taskId: 't', runId: 'r', agentId: 'ada', completedAt: '', outcome: 'done' },
    },
    { openChildrenOf: () => ['TASK-2026-02-09-003'] },
    'children',
    'has reported and waits for TASK-2026-02-09-003',
  ],
  [
    'a scheduler',
    { task: task({ routing: { agent: 'ada', tags: [] } }) },
    { hasScheduler: false },
    'scheduler',
    'waits for a scheduler: run baton serve, or baton tick',
  ],
  [
    'a scheduler after a lost lease',
    { task: task({ status: 'in-progress', lease: LEASE }) },
    { hasScheduler: false },
    'scheduler',
    'ada has lost its lease, and waits for a scheduler: run baton serve, or baton tick',
  ],
  [
    'a scheduler after its children have ended',
    {
      task: task({ status: 'in-progress' }),
      result: {
        taskId: 'TASK-2026-02-09-001',
        runId: 'r',
        agentId: 'ada',
        outcome: 'done',
        completedAt: '2026-02-09T20:00:00.000Z',
      },
    },
    { hasScheduler: false },
    'scheduler',
    'has reported, and waits for a scheduler: run baton serve, or baton tick',
  ],
  ['a claim', { task: task() }, { agents: [{ ...ADA, executor: 'pull' }] }, 'agent', 'waits for ada to claim it'],
  [
    'a dependency that ended',
    { task: task({ dependsOn: ['TASK-2026-02-09-002'] }) },
    { statusOf: () => 'cancelled' },
    'dependency-ended',
    'waits for TASK-2026-02-09-002 (cancelled), which will not be done',
  ],
];

for (const [name, entry, more, kind, text] of CASES)
  verifies('TSK-097', `why a task waits: ${name}`, () => {
    expect(explainWait(entry, facts(more))).toMatchObject({ kind, text });
  });

verifies('TSK-097', 'a task that is being worked on, or finished, waits for nothing', () => {
  expect(explainWait({ task: task({ status: 'in-progress' }) }, facts())).toBeUndefined();
  expect(explainWait({ task: task({ status: 'done' }) }, facts())).toBeUndefined();
});
