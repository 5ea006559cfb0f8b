/** A booking service for ferries in the middle of its work: what the pictures of the board show. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from '../../src/kernel/ports/index.ts';
import { lockRegistry } from '../../src/relay/govern/index.ts';
import { begin, handoff, init, trust } from '../../src/relay/project/index.ts';
import { addAgent, claim, commentTask, complete, moveTask, tick } from '../../src/relay/tasks/index.ts';
import { PAST, type PastTask } from './history.ts';
import { answer, ENGINEERING, HOUR_MS, make, QUALITY, realNow, setClock } from './parts.ts';
import { playOpen, playRelay } from './play-open.ts';

export interface PlayedProject {
  /** With brief, criteria, comments, a commit and a running program. */
  readonly task: string;
  /** That another agent was given a part of it. */
  readonly parent: string;
  readonly child: string;
  readonly traceId: string;
}

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
