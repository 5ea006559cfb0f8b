/** A booking service for ferries in the middle of its work: what the pictures of the board show. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from '../../src/kernel/ports/index.ts';
import { lockRegistry } from '../../src/relay/govern/index.ts';
import { begin, handoff, init, trust } from '../../src/relay/project/index.ts';
import {
  addAgent,
  claim,
  commentTask,
  complete,
  delegate,
  heartbeat,
  moveTask,
  newTask,
  tick,
  type NewTaskRequest,
} from '../../src/relay/tasks/index.ts';
import { PAST, type PastTask } from './history.ts';

export interface PlayedProject {
  /** With brief, criteria, comments, a commit and a running program. */
  readonly task: string;
  /** That another agent was given a part of it. */
  readonly parent: string;
  readonly child: string;
  readonly traceId: string;
}

const HOUR_MS = 3_600_000;
const realNow = Date.now;

/** The past is played with a clock that is set back; it only moves on. */
const setClock = (agoMs: number): void => {
  Date.now = () => realNow() - agoMs;
};

const ENGINEERING = 'domain-02-engineering';
const QUALITY = 'domain-03-quality';
const OPERATIONS = 'domain-04-operations';

export function prepareFerryRepository(root: string): void {
  cpSync('demo/project', root, { recursive: true });
  mkdirSync(join(root, '.agents'));
  writeFileSync(join(root, 'baton.config.json'), `${JSON.stringify({ governance: 'required' }, null, 2)}\n`);
  writeFileSync(join(root, '.agents', 'build.mjs'), PROGRAM);
  const git = gitIn(root);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Booking service for the island ferries');
}

const gitIn =
  (root: string) =>
  (...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=Mia Holm', '-c', 'user.email=mia@example.com', ...args], { cwd: root });

/** An agent that takes its time and says what it does. */
const PROGRAM = `const lines = [
  'reading src/checkout/retry.ts',
  'a timeout is answered with a second charge: the request has no key',
  'adding an idempotency key per booking',
  'npm test -- checkout',
  '  ✓ charges once if the bank answers late',
  '  ✓ keeps the seat while it waits',
];
let count = 0;
setInterval(() => console.log(new Date().toISOString().slice(11, 19), lines[count++ % lines.length]), 400);
`;

export async function playProject(platform: Platform): Promise<PlayedProject> {
  setClock(14 * 24 * HOUR_MS);
  await setUp(platform);
  for (const past of PAST) await playPast(platform, past);
  await playState(platform);
  setClock(5 * HOUR_MS);
  const relay = await playRelay(platform);
  setClock(3 * HOUR_MS);
  await playOpen(platform);
  setClock(0);
  const task = await playPresent(platform);
  Date.now = realNow;
  return { task, ...relay };
}

async function setUp(platform: Platform): Promise<void> {
  await init(platform, { git: false, agentsMd: false });
  await lockRegistry(platform, { by: 'Mia Holm', reason: 'the team as it starts' });
  const agents = [
    ['atlas', 'backend', 2],
    ['juno', 'frontend', 2],
    ['otto', 'operations', 1],
    ['nova', 'writer', 1],
    [ENGINEERING, 'engineering', 1],
    [QUALITY, 'quality', 1],
  ] as const;
  for (const [id, role, concurrency] of agents)
    await addAgent(platform, { id, role, tags: [], concurrency, settings: {} });
  const build = join(platform.project.root, '.agents', 'build.mjs');
  await addAgent(platform, {
    id: 'builder',
    role: 'backend',
    tags: [],
    executor: 'command',
    settings: { command: process.execPath, args: [build] },
  });
}

const make = (platform: Platform, request: Omit<NewTaskRequest, 'by'> & { readonly agent?: string }) => {
  const { agent, ...rest } = request;
  return newTask(platform, {
    by: 'mia',
    ...rest,
    ...(agent === undefined ? {} : { routing: { agent, tags: [] } }),
  });
};

async function playPast(platform: Platform, past: PastTask): Promise<void> {
  const { title, agent, ago, minutes, failures = 0, tokens } = past;
  const start = ago * 24 * HOUR_MS - 2 * HOUR_MS;
  setClock(start);
  const { task } = await make(platform, { title, agent });
  for (let attempt = 0; attempt < failures; attempt += 1) {
    await claim(platform, { id: task.id, agent, ttlMs: 1_000 });
    setClock(start - (attempt + 1) * 20 * 60_000);
    await tick(platform, { dryRun: false });
    await moveTask(platform, { id: task.id, to: 'ready', by: 'mia', reason: 'try again' });
  }
  const claimed = await claim(platform, { id: task.id, agent, ttlMs: 8 * HOUR_MS });
  setClock(start - (failures * 20 + minutes) * 60_000);
  await complete(platform, {
    id: task.id,
    agent,
    runId: claimed?.run?.runId ?? '',
    notes: `${title}: done and tested`,
    summary: answer(title, ['done and tested', 'nothing else was touched'], tokens),
  });
  await tick(platform, { dryRun: false });
}

const answer = (task: string, lines: readonly string[], tokens: number): string => `[AOP:START] 2026-02-09T10:00:00Z
[AOP:TASK] ${task}

[AOP:SUMMARY]
${lines.map((line) => `- ${line}`).join('\n')}

[AOP:DETAILS_FILE] none
[AOP:METRICS] tokens: ${tokens}, files: 3
[AOP:STATUS] success
[AOP:END] 2026-02-09T10:00:41Z
`;

async function playState(platform: Platform): Promise<void> {
  const { session_id: sessionId } = await begin(platform, { agent: 'atlas', pid: process.pid });
  await trust(platform, { action: 'add', property: 'Checkout tests pass', ttl: '3d', status: 'verified', sessionId });
  await trust(platform, { action: 'add', property: 'The bank answers within 5 s', ttl: '7d', sessionId });
  await handoff(platform, {
    sessionId,
    done: 'Search for free sailings is fast again. One index on `sailings(departs_at)` instead of three joins: 1.9 s became 40 ms.',
    status:
      'Bookings, refunds and the timetable are live. Payments are being made safe against late answers of the bank.',
    next: ['Refunds for groups', 'Season tickets: ask the harbour office for the rules'],
    context: 'A booking service for the island ferries; payments are the open risk.',
  });
}

/** One task with a part that was handed on, under governance. */
async function playRelay(platform: Platform): Promise<Omit<PlayedProject, 'task'>> {
  const { task } = await make(platform, {
    title: 'Group bookings of up to 40 passengers',
    priority: 'high',
    agent: ENGINEERING,
    body: `Schools and clubs book by mail today.\n\n## Acceptance Criteria\n\n- [x] One booking holds up to 40 names\n- [ ] The group pays once\n`,
  });
  const claimed = await claim(platform, { id: task.id, agent: ENGINEERING, ttlMs: 6 * HOUR_MS });
  const runId = claimed?.run?.runId ?? '';
  setClock(4.6 * HOUR_MS);
  await heartbeat(platform, {
    id: task.id,
    runId,
    agent: ENGINEERING,
    ttlMs: 6 * HOUR_MS,
    checkpoint: { step: 'names are stored', tests: 12 },
  });
  const hand = (to: string, title: string) =>
    delegate(platform, {
      parentId: task.id,
      from: ENGINEERING,
      to,
      runId,
      title,
      handoff: {
        acceptanceCriteria: ['Forty names in one booking', 'A child counts half'],
        expectedOutputs: ['outputs/summary.md'],
        constraints: ['No change to single bookings'],
      },
    });
  await hand(OPERATIONS, 'Test group bookings').catch(() => undefined);
  setClock(4.4 * HOUR_MS);
  const { taskId: child } = await hand(QUALITY, 'Test group bookings');
  const review = await claim(platform, { id: child, agent: QUALITY, ttlMs: 6 * HOUR_MS });
  setClock(3.7 * HOUR_MS);
  await complete(platform, {
    id: child,
    agent: QUALITY,
    runId: review?.run?.runId ?? '',
    notes: '31 of 31 checks pass; a group of 41 is refused',
    summary: answer(
      'Test group bookings',
      ['31 of 31 checks pass', 'a group of 41 is refused with a clear message'],
      21_300,
    ),
  });
  await tick(platform, { dryRun: false });
  return { parent: task.id, child, traceId: task.metadata.traceId ?? '' };
}

async function playOpen(platform: Platform): Promise<void> {
  const take = async (
    title: string,
    agent: string,
    priority?: 'high' | 'low',
  ): Promise<{ id: string; runId: string }> => {
    const { task } = await make(platform, { title, agent, ...(priority === undefined ? {} : { priority }) });
    const claimed = await claim(platform, { id: task.id, agent, ttlMs: 8 * HOUR_MS });
    return { id: task.id, runId: claimed?.run?.runId ?? '' };
  };
  const key = await take('Connect the parking garage', 'otto', 'high');
  await complete(platform, {
    ...key,
    agent: 'otto',
    outcome: 'blocked',
    notes: 'needs a key',
    blockers: ['Which account may I use for the garage API: test or live?'],
  });
  const logo = await take('New start page picture', 'juno');
  await complete(platform, {
    ...logo,
    agent: 'juno',
    outcome: 'needs_review',
    notes: 'Two variants in outputs/. I prefer the calm sea.',
  });
  const fares = await take('Winter fares for commuters', 'nova');
  await complete(platform, {
    ...fares,
    agent: 'nova',
    outcome: 'needs_review',
    notes: 'Table and text; please check the prices.',
  });
  const old = await make(platform, { title: 'Import bookings from the 2019 system', agent: 'otto' });
  await moveTask(platform, {
    id: old.task.id,
    to: 'deadletter',
    by: 'mia',
    reason: 'the export is cut off after 2 GB',
  });
  const sms = await make(platform, { title: 'Text messages for delays' });
  await moveTask(platform, { id: sms.task.id, to: 'cancelled', by: 'mia', reason: 'mail is enough' });
  await make(platform, { title: 'Season tickets', backlog: true });
  await make(platform, { title: 'Offer bicycles as an extra', backlog: true, priority: 'low' });
  await make(platform, { title: 'Publish the timetable as open data', backlog: true });
  await take('Seat map for the new ship', 'juno', 'high');
  const seats = await take('Alert on slow payments', 'atlas');
  const after = await make(platform, { title: 'Announce the new ship', agent: 'nova' });
  await make(platform, { title: 'Invoices for groups', agent: 'atlas', priority: 'high', dependsOn: [seats.id] });
  await make(platform, { title: 'Load test for the summer sale', agent: 'otto', dependsOn: [after.task.id] });
  await make(platform, { title: 'Describe the refund rules', agent: 'nova' });
  await make(platform, { title: 'Smaller images on the phone', agent: 'june' });
}

const BRIEF = `Customers were charged twice when the bank answered late. It happened **three times** last week, always on
the last sailing of the day.

- find out why the second charge happens
- make it impossible, not unlikely
- prove it with a test that fails today

The log of the last case is in \`outputs/\`. Do not touch the refund code.

## Acceptance Criteria

- [x] A test shows the double charge
- [ ] No double charge in 1,000 retries
- [ ] The seat stays held while the bank is asked`;

/** A program works on it while the pictures are taken. */
async function playPresent(platform: Platform): Promise<string> {
  const { task } = await make(platform, {
    title: 'Payments are charged twice',
    priority: 'critical',
    agent: 'builder',
    body: BRIEF,
  });
  await commentTask(platform, {
    id: task.id,
    by: 'mia',
    text: 'The bank says that it answers late about twice a day.',
  });
  const { root } = platform.project;
  mkdirSync(join(root, 'src', 'checkout'), { recursive: true });
  writeFileSync(join(root, 'src', 'checkout', 'retry.ts'), RETRY);
  const git = gitIn(root);
  git('add', 'src/checkout');
  git('commit', '--quiet', '--message', `checkout: one key per booking\n\n${task.id}`);
  return task.id;
}

const RETRY = `export async function charge(booking: Booking): Promise<Receipt> {
  // One key per booking, not per attempt: the bank recognises a repeated charge.
  const key = booking.paymentKey;
  return await retry(() => bank.charge({ amount: booking.total, key }));
}
`;
