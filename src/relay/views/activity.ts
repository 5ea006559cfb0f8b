/**
 * What the event log says about work over time. It is read once; later calls read only what was added since, so a board
 * that stays open costs little whatever the length of the log.
 */
import type { Platform } from '../../kernel/ports/index.ts';
import type { PlaneEvent } from '../../kernel/tasks.ts';

/** A task that became done. */
export interface Finish {
  readonly agent: string | undefined;
  readonly doneAt: number;
  /** From its creation. */
  readonly totalMs: number;
  /** Of its last run, from the claim until it reported or lost the task. */
  readonly workMs: number | undefined;
}

export interface Activity {
  readonly finishes: readonly Finish[];
  /** Times. */
  readonly created: readonly number[];
  readonly failures: readonly { readonly at: number; readonly agent: string | undefined }[];
  /** When an agent did something last. */
  readonly lastSeen: ReadonlyMap<string, number>;
}

export interface ActivityReader {
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
export function findQuantile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
