/** What is under way in the example project: a handoff under governance, questions, reviews, and tasks that wait. */
import type { Platform } from '../../src/kernel/ports/index.ts';
import { claim, complete, delegate, heartbeat, moveTask, tick } from '../../src/relay/tasks/index.ts';
import { answer, ENGINEERING, HOUR_MS, make, OPERATIONS, QUALITY, setClock } from './parts.ts';
import type { PlayedProject } from './play-project.ts';

/** One task with a part that was handed on, under governance. */
export async function playRelay(platform: Platform): Promise<Omit<PlayedProject, 'task'>> {
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
  const child = await handOn(platform, task.id, runId);
  return { parent: task.id, child, traceId: task.metadata.traceId ?? '' };
}

async function handOn(platform: Platform, parentId: string, runId: string): Promise<string> {
  const hand = (to: string, title: string) =>
    delegate(platform, {
      parentId,
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
  return child;
}

export async function playOpen(platform: Platform): Promise<void> {
  const take: Take = async (title, agent, priority) => {
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
  await playWaiting(platform, take);
}

type Take = (title: string, agent: string, priority?: 'high' | 'low') => Promise<{ id: string; runId: string }>;

async function playWaiting(platform: Platform, take: Take): Promise<void> {
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
