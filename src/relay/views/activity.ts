/**
 * What the event log says about work over time. It is read once; later calls read only what was added since, so a
 * board that stays open costs little whatever the length of the log.
 */

import { given, whenGiven } from '../../kernel/given.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { PlaneEvent, TaskRecord } from '../../kernel/tasks.ts';
import { DAY_MS, renderIsoDate, renderIsoTime } from '../../kernel/time.ts';
import { readAgents } from '../tasks/index.ts';
import { toTaskCard } from './task-page.ts';
import type { AgentView, DayView, StatisticsView } from './types.ts';

/** A task that became done. */
interface Finish {
  readonly agent: string | undefined;
  readonly doneAt: number;
  /** From its creation. */
  readonly totalMs: number;
  /** Of its last run, from the claim until it reported or lost the task. */
  readonly workMs: number | undefined;
}

interface Activity {
  readonly finishes: readonly Finish[];
  /** Times. */
  readonly created: readonly number[];
  readonly failures: readonly { readonly at: number; readonly agent: string | undefined }[];
  /** When an agent did something last. */
  readonly lastSeen: ReadonlyMap<string, number>;
}

interface ActivityReader {
  read(platform: Pick<Platform, 'tasks'>): Promise<Activity>;
}

/** The oldest are forgotten: a plot shows weeks, not years. */
const MAX_KEPT = 50_000;

interface Progress {
  createdAt: number;
  claimedAt?: number;
  workMs?: number;
  agent?: string;
}

const FAILURES = new Set([
  'dispatch.failed',
  'dispatch.silent',
  'dispatch.ended',
  'lease.expired',
  'task.deadlettered',
]);

export function createActivityReader(): ActivityReader {
  let cursor: string | undefined;
  let reading: Promise<void> = Promise.resolve();
  const state = new ActivityState();
  const catchUp = async (platform: Pick<Platform, 'tasks'>): Promise<void> => {
    for await (const event of (await platform.tasks()).readEvents(cursor)) {
      state.take(event);
      cursor = event.id;
    }
  };
  return {
    async read(platform) {
      // One at a time: two readers would count the same events twice.
      reading = reading.then(
        () => catchUp(platform),
        () => catchUp(platform),
      );
      await reading;
      return state;
    },
  };
}

class ActivityState implements Activity {
  readonly finishes: Finish[] = [];
  readonly created: number[] = [];
  readonly failures: { at: number; agent: string | undefined }[] = [];
  readonly lastSeen = new Map<string, number>();
  private readonly open = new Map<string, Progress>();

  take(event: PlaneEvent): void {
    const at = Date.parse(event.timestamp);
    const { taskId, type, payload, actor } = event;
    if (type === 'lease.acquired' || type === 'lease.renewed' || type === 'task.completed')
      this.lastSeen.set(typeof payload['agent'] === 'string' ? payload['agent'] : actor, at);
    if (taskId === undefined) return;
    if (type === 'task.created') {
      this.open.set(taskId, { createdAt: at });
      push(this.created, at);
    }
    const known = this.open.get(taskId);
    if (FAILURES.has(type)) push(this.failures, { at, agent: known?.agent });
    if (known === undefined) return;
    if (type === 'lease.acquired') {
      known.claimedAt = at;
      delete known.workMs;
      known.agent = typeof payload['agent'] === 'string' ? payload['agent'] : actor;
    }
    const isRunOver = type === 'task.completed' || (type === 'task.transitioned' && payload['from'] === 'in-progress');
    if (isRunOver && known.claimedAt !== undefined) known.workMs ??= at - known.claimedAt;
    if (type === 'task.transitioned') this.follow(taskId, known, at, payload['to']);
  }

  private follow(taskId: string, known: Progress, at: number, to: unknown): void {
    if (to === 'cancelled') this.open.delete(taskId);
    if (to !== 'done') return;
    const { createdAt, workMs, agent } = known;
    push(this.finishes, { agent, doneAt: at, totalMs: at - createdAt, workMs });
    this.open.delete(taskId);
  }
}

function push<T>(list: T[], item: T): void {
  list.push(item);
  if (list.length > MAX_KEPT) list.splice(0, MAX_KEPT / 10);
}

/** The value below which this share of them is; undefined if there is none. */
function findQuantile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

interface Row {
  readonly id: string;
  readonly role?: string;
  readonly team?: string;
  readonly executor: string;
  readonly slots: number;
}

/** Who is at work, with which slots, and how it went so far: the agents that are registered, and those that held a task. */
export async function viewAgents(
  platform: Pick<Platform, 'files' | 'project' | 'tasks'>,
  activity: ActivityReader,
): Promise<readonly AgentView[]> {
  const { agents } = await readAgents(platform);
  const whole = await activity.read(platform);
  const live = await (await platform.tasks()).list({ statuses: ['ready', 'in-progress'] });
  const rows = new Map<string, Row>(
    agents.map(({ id, role, team, executor, concurrency }) => [
      id,
      {
        id,
        ...given({ role, team }),
        executor,
        slots: concurrency,
      },
    ]),
  );
  const holders = live.flatMap(({ lease }) => lease?.agent ?? []);
  for (const id of [...whole.lastSeen.keys(), ...holders])
    if (!rows.has(id)) rows.set(id, { id, executor: 'pull', slots: 0 });
  return [...rows.values()].map((row) => toView(row, live, whole)).toSorted(byWork);
}

const byWork = (a: AgentView, b: AgentView): number =>
  b.running.length - a.running.length || (b.lastSeen ?? '').localeCompare(a.lastSeen ?? '') || (a.id < b.id ? -1 : 1);

function toView(row: Row, live: readonly TaskRecord[], { finishes, failures, lastSeen }: Activity): AgentView {
  const own = finishes.filter(({ agent }) => agent === row.id);
  const medianMs = findQuantile(
    own.flatMap(({ workMs }) => workMs ?? []),
    0.5,
  );
  const seen = lastSeen.get(row.id);
  return {
    ...row,
    running: live.filter(({ lease }) => lease?.agent === row.id).map((task) => toTaskCard(task)),
    waiting: live.filter(({ status, routing }) => status === 'ready' && routing.agent === row.id).length,
    done: own.length,
    failed: failures.filter(({ agent }) => agent === row.id).length,
    ...given({ medianMs, lastSeen: whenGiven(seen, renderIsoTime) }),
  };
}

/** How much gets done and how long it takes, day by day. */
export async function viewStatistics(
  platform: Pick<Platform, 'clock' | 'tasks'>,
  activity: ActivityReader,
  days: number,
): Promise<StatisticsView> {
  const now = platform.clock.now();
  const whole = await activity.read(platform);
  const names = Array.from({ length: days }, (_, ago) => renderIsoDate(now - (days - 1 - ago) * DAY_MS));
  const rows = toDays(whole, names);
  const known = new Set(names);
  const shown = whole.finishes.filter(({ doneAt }) => known.has(renderIsoDate(doneAt))).map(({ totalMs }) => totalMs);
  const sum = (pick: (day: DayView) => number): number => rows.reduce((total, day) => total + pick(day), 0);
  return {
    days: rows,
    total: { done: sum(({ done }) => done), failed: sum(({ failed }) => failed), ...spread(shown) },
  };
}

function toDays({ created, finishes, failures }: Activity, names: readonly string[]): DayView[] {
  const [made, failed] = [countByDay(created), countByDay(failures.map(({ at }) => at))];
  const done = new Map<string, number[]>(names.map((day) => [day, []]));
  for (const { doneAt, totalMs } of finishes) done.get(renderIsoDate(doneAt))?.push(totalMs);
  return names.map((day) => {
    const times = done.get(day) ?? [];
    return { day, created: made.get(day) ?? 0, done: times.length, failed: failed.get(day) ?? 0, ...spread(times) };
  });
}

function spread(times: readonly number[]): { readonly medianMs?: number; readonly p90Ms?: number } {
  const [medianMs, p90Ms] = [findQuantile(times, 0.5), findQuantile(times, 0.9)];
  return medianMs === undefined || p90Ms === undefined ? {} : { medianMs, p90Ms };
}

function countByDay(times: readonly number[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const time of times) counts.set(renderIsoDate(time), (counts.get(renderIsoDate(time)) ?? 0) + 1);
  return counts;
}
