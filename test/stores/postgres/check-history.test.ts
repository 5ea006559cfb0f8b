import { expect } from 'vitest';
import type { PlaneEvent, TaskEntry, TaskStatus } from '../../../src/kernel/tasks.ts';
import { checkHistory, findLeftWaiting, type Acknowledged } from '../../support/postgres/check-history.ts';
import {
  checkDelegations,
  findOverlaps,
  findRepeated,
  findShared,
  type ProgramLine,
} from '../../support/postgres/check-programs.ts';
import { verifies } from '../../support/verifies.ts';

const ID = 'TASK-2026-02-09-001';

let count = 0;
const event = (type: string, payload: PlaneEvent['payload'], runId?: string): PlaneEvent => ({
  id: `01J${String(++count).padStart(23, '0')}`,
  type,
  timestamp: '2026-02-09T21:00:00.000Z',
  actor: 'ada',
  taskId: ID,
  ...(runId === undefined ? {} : { runId }),
  payload,
});

const moved = (from: string, to: string): PlaneEvent => event('task.transitioned', { from, to });
const leased = (runId: string, fence: number): PlaneEvent => event('lease.acquired', { agent: 'ada', fence }, runId);
const released = (runId: string): PlaneEvent => event('lease.released', { agent: 'ada' }, runId);
const created = (): PlaneEvent => event('task.created', { status: 'ready', title: 'one' });
const completed = (runId: string): PlaneEvent => event('task.completed', { outcome: 'done' }, runId);

const entry = (status: TaskStatus, runId?: string): TaskEntry => ({
  task: {
    schemaVersion: 1,
    id: ID,
    uid: 'u',
    title: 'one',
    status,
    priority: 'normal',
    routing: { tags: [] },
    createdAt: '',
    updatedAt: '',
    lastTransitionAt: '',
    createdBy: 'ada',
    dependsOn: [],
    rev: 1,
    metadata: {},
    ...(runId === undefined ? {} : { lease: { runId, agent: 'ada', acquiredAt: '', expiresAt: '', fence: 1 } }),
  },
});

const waitingFor = (id: string, status: TaskStatus): TaskEntry => {
  const { task, ...rest } = entry(status, 'run-1');
  return { ...rest, task: { ...task, dependsOn: [id] } };
};

/** One life, from its making to its end. */
const whole = (): PlaneEvent[] => [
  created(),
  leased('run-1', 1),
  moved('ready', 'in-progress'),
  completed('run-1'),
  released('run-1'),
  moved('in-progress', 'review'),
  moved('review', 'done'),
];

const TOLD: readonly Acknowledged[] = [
  { op: 'create', id: ID },
  { op: 'claim', id: ID, runId: 'run-1' },
  { op: 'complete', id: ID, runId: 'run-1' },
];

verifies('FLT-009', 'the history checker finds nothing in a sound history, and what is wrong in a broken one', () => {
  expect(checkHistory(whole(), [entry('done')], TOLD)).toEqual([]);
  const running = whole().slice(0, 3);
  const broken: readonly [string, readonly PlaneEvent[], TaskEntry[], readonly Acknowledged[], RegExp][] = [
    [
      'run doubled',
      [...running, leased('run-2', 2)],
      [entry('in-progress', 'run-2')],
      [],
      /leased to run-2 while run-1/,
    ],
    [
      'run begun again',
      [...running, released('run-1'), leased('run-1', 2)],
      [entry('in-progress', 'run-1')],
      [],
      /began twice/,
    ],
    [
      'fence not growing',
      [...running, released('run-1'), leased('run-2', 1)],
      [entry('in-progress', 'run-2')],
      [],
      /fence 1 after 1/,
    ],
    [
      'claim lost',
      whole().filter(({ type }) => type !== 'lease.acquired'),
      [entry('done')],
      TOLD,
      /missing: .*"claim"/,
    ],
    ['task lost', [], [], TOLD.slice(0, 1), /missing: .*"create"/],
    ['end lost', running, [entry('in-progress', 'run-1')], TOLD, /missing: .*"complete"/],
    ['two states', running, [entry('ready')], [], /is ready, the log says in-progress/],
    [
      'state from nowhere',
      [...running, moved('blocked', 'ready')],
      [entry('ready', 'run-1')],
      [],
      /left blocked but was in-progress/,
    ],
    ['two holders', running, [entry('in-progress', 'run-9')], [], /held by run-9, the log says run-1/],
    ['done twice', [...whole(), moved('done', 'done')], [entry('done')], [], /done twice/],
    ['made twice', [...whole(), created()], [entry('ready')], [], /made twice/],
    ['never made', [moved('ready', 'blocked')], [], [], /before it was made/],
    ['not in the log', [], [entry('ready')], [], /is not in the log/],
    [
      'begun too early',
      running,
      [waitingFor('TASK-2026-02-09-002', 'in-progress')],
      [],
      /began before TASK-2026-02-09-002/,
    ],
    ['out of order', whole().toReversed(), [entry('done')], [], /ids do not grow/],
  ];
  for (const [name, events, entries, told, finding] of broken)
    expect([name, checkHistory(events, entries, told).join('; ')]).toEqual([name, expect.stringMatching(finding)]);
  const [first = created()] = whole();
  expect(checkHistory([first, first], [entry('ready')], []).join('; ')).toContain('twice');
});

verifies('FLT-004', 'a task that nobody is given although all it waits for is done is found', () => {
  const done = { task: { ...entry('done').task, id: 'TASK-2026-02-09-002' } };
  const waiting = waitingFor(done.task.id, 'ready');
  expect(findLeftWaiting([done, waiting], new Set())).toEqual([`${ID} is left waiting`]);
  expect(findLeftWaiting([done, waiting], new Set([ID]))).toEqual([]);
  expect(findLeftWaiting([waiting], new Set())).toEqual([]);
});

verifies(['FLT-030'], 'the log of programs shows overlaps, repeated work and delegations without a child', () => {
  const line = (at: number, what: ProgramLine['what'], run: string): ProgramLine => ({
    at,
    what,
    task: ID,
    run,
    pid: 1,
  });
  const calm = [line(1, 'begin', 'a'), line(5, 'finished', 'a'), line(6, 'begin', 'b'), line(9, 'refused', 'b')];
  expect([findOverlaps(calm), findRepeated(calm), checkDelegations(calm, [])]).toEqual([[], [], []]);
  const wild = [line(1, 'begin', 'a'), line(4, 'begin', 'b'), line(9, 'finished', 'a'), line(7, 'finished', 'b')];
  expect(findOverlaps(wild)).toEqual([{ task: ID, ms: 3 }]);
  expect(findRepeated(wild)).toEqual([`${ID} was finished by 2 runs`]);
  // The machine of a was given up before its report could arrive; an outage of the database is no reason.
  const reportedAfter = (ms: number) => [line(1, 'tick', 'a'), line(ms, 'finished', 'a'), line(ms, 'finished', 'b')];
  expect([findRepeated(reportedAfter(36_000)), findRepeated(reportedAfter(12_000))]).toEqual([[], findRepeated(wild)]);
  const { task } = entry('done');
  const other = `${ID.slice(0, -3)}999`;
  const using = [task, { ...task, id: other }].map((one) => ({ task: { ...one, metadata: { resource: 'printer' } } }));
  const both = [line(1, 'begin', 'a'), { ...line(4, 'begin', 'b'), task: other }, line(9, 'finished', 'a')];
  expect([findShared(both, using), findShared(both, [{ task }]), findOverlaps(both)]).toEqual([
    [{ task: other, ms: 0 }],
    [],
    [],
  ]);
  // Frozen from 1 to 20,000, while b took its place: ended soon after it woke, or not.
  const taken = [line(1, 'begin', 'a'), line(16_000, 'begin', 'b'), line(20_000, 'tick', 'a')];
  expect(findOverlaps([...taken, line(20_300, 'tick', 'a'), line(20_500, 'finished', 'b')])).toEqual([]);
  expect(findOverlaps([...taken, line(24_000, 'tick', 'a'), line(20_500, 'finished', 'b')])).toEqual([
    { task: ID, ms: 500 },
  ]);
  expect(checkDelegations([line(1, 'delegated', 'a')], [entry('ready')])).toEqual(['part of a: 0 children']);
});
