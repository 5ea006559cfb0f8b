import { BatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { BodyEdit, TaskChange, TaskPut } from '../../kernel/ports/index.ts';
import {
  TASK_STATUSES,
  type EventDraft,
  type RunRecord,
  type TaskBlock,
  type TaskEntry,
  type TaskMetadata,
  type TaskRecord,
  type TaskRemark,
  type TaskStatus,
} from '../../kernel/tasks.ts';
import { cutText } from '../../kernel/text.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import type { EventType } from './events.ts';

/** Who acts, and when. */
export interface Acting {
  readonly actor: string;
  readonly now: number;
}

export interface MoveOptions {
  readonly reason?: string;
  /** Where it goes on to in the same change: this status is only passed. */
  readonly through?: TaskStatus;
  readonly block?: TaskBlock;
  /** How the run ends if the move takes the task from it. */
  readonly runStatus?: Exclude<RunRecord['status'], 'running'>;
}

export const WORK_LOG = 'Work Log';
/** Older ones are in the event log. */
const MAX_REMARKS = 8;
const MAX_REMARK = 2_000;

/**
 * Collects what becomes of one task in one change. Every change of a task passes here, so that rev, times, lease and
 * events cannot be forgotten. It holds values only: nothing happens until a store takes the result.
 */
export class TaskEdit {
  readonly nowIso: string;
  readonly #acting: Acting;
  readonly #rev: number;
  readonly #events: EventDraft[] = [];
  readonly #notes: string[] = [];
  #entry: TaskEntry;
  #isChanged = false;

  constructor(entry: TaskEntry, acting: Acting) {
    this.#entry = entry;
    this.#acting = acting;
    this.nowIso = renderIsoTime(acting.now);
    this.#rev = entry.task.rev + 1;
  }

  get entry(): TaskEntry {
    return this.#entry;
  }

  get task(): TaskRecord {
    return this.#entry.task;
  }

  /** Nothing if it is there already. Leaving in-progress ends the run and releases the lease. */
  move(to: TaskStatus, options: MoveOptions = {}): this {
    const { id, status: from } = this.task;
    if (from === to) return this;
    assertMoveAllowed(id, from, to);
    if (from === 'in-progress') this.#release(options.runStatus ?? 'completed', options.reason);
    const reason = options.reason === undefined ? {} : { reason: options.reason };
    const block =
      to === 'blocked' ? (options.block ?? { kind: 'human', reason: options.reason ?? 'no reason given' }) : undefined;
    this.set({ status: to, lastTransitionAt: this.nowIso });
    if (block !== this.task.metadata.block) this.setMetadata({ block });
    const through = options.through === undefined ? {} : { through: options.through };
    this.log('task.transitioned', { from, to, ...reason, ...through });
    if (block !== undefined) this.log('task.blocked', { ...block });
    if (to === 'deadletter') this.log('task.deadlettered', { ...reason, attempts: this.task.metadata.attempts ?? 0 });
    return this;
  }

  set(fields: Partial<TaskRecord>): this {
    this.#isChanged = true;
    // Not spread: if it adds a key, such as the lease, that takes eight times as long.
    const task = Object.assign({}, this.task, fields, { updatedAt: this.nowIso, rev: this.#rev });
    this.#entry = { ...this.#entry, task };
    return this;
  }

  /** Undefined takes a key out. */
  setMetadata(fields: { readonly [K in keyof TaskMetadata]: TaskMetadata[K] | undefined }): this {
    return this.set({ metadata: given({ ...this.task.metadata, ...fields }) });
  }

  setRun(fields: Pick<Partial<TaskEntry>, 'run' | 'heartbeat' | 'result' | 'checkpoint'>): this {
    this.#entry = Object.assign({}, this.#entry, fields);
    return this.set({});
  }

  log(type: EventType, payload: JsonObject): this {
    const runId = this.#entry.run?.runId;
    const run = runId === undefined ? {} : { runId };
    this.#events.push({ type, actor: this.#acting.actor, taskId: this.task.id, ...run, payload });
    return this;
  }

  /** A line in the one work log of the body. */
  note(text: string): this {
    const words = text.replaceAll(/\s+/g, ' ').trim();
    this.#notes.push(`- ${this.nowIso} ${this.#acting.actor}: ${words}`);
    return this.set({}).log('task.noted', { text: words });
  }

  /** Words of a person that the next run is told. */
  remark(kind: TaskRemark['kind'], text: string): this {
    const words = cutText(text.trim(), MAX_REMARK);
    if (words === '') return this;
    const remark = { at: this.nowIso, by: this.#acting.actor, kind, text: words };
    return this.setMetadata({ remarks: [...(this.task.metadata.remarks ?? []), remark].slice(-MAX_REMARKS) });
  }

  toPut(): TaskPut {
    if (this.#notes.length === 0) return this.#entry;
    const body: BodyEdit = { kind: 'log', heading: WORK_LOG, line: this.#notes.join('\n') };
    return { ...this.#entry, body };
  }

  toChange<R>(
    result: R,
  ): TaskChange<R> & { readonly puts: readonly TaskPut[]; readonly events: readonly EventDraft[] } {
    return { puts: this.#isChanged ? [this.toPut()] : [], events: this.#events, result };
  }

  #release(runStatus: Exclude<RunRecord['status'], 'running'>, reason: string | undefined): void {
    const { lease, ...task } = this.task;
    const { run } = this.#entry;
    this.#entry = { ...this.#entry, task };
    if (run?.status === 'running') {
      const by = this.#acting.actor;
      const endedBy = by === run.agentId ? {} : { endedBy: { by, ...given({ reason }) } };
      this.setRun({ run: { ...run, status: runStatus, endedAt: this.nowIso, ...endedBy } });
    }
    if (lease === undefined) return;
    this.log(runStatus === 'expired' ? 'lease.expired' : 'lease.released', { agent: lease.agent, fence: lease.fence });
  }
}

/** Several edits as one change. */
export function joinChanges<R>(result: R, ...changes: readonly TaskChange<unknown>[]): TaskChange<R> {
  return {
    puts: changes.flatMap(({ puts = [] }) => puts),
    artifacts: changes.flatMap(({ artifacts = [] }) => artifacts),
    events: changes.flatMap(({ events = [] }) => events),
    seen: changes.flatMap(({ seen = [] }) => seen),
    result,
  };
}

/** Which status may follow which: the one table. docs/task-plane.md prints it. */
export const MOVES: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  backlog: ['ready', 'blocked', 'cancelled'],
  ready: ['in-progress', 'backlog', 'blocked', 'deadletter', 'cancelled'],
  'in-progress': ['review', 'ready', 'blocked', 'deadletter', 'cancelled'],
  blocked: ['ready', 'deadletter', 'cancelled'],
  review: ['done', 'ready', 'in-progress', 'blocked', 'cancelled'],
  // Only as rework, which is a person's decision.
  done: ['ready'],
  cancelled: [],
  deadletter: ['ready', 'cancelled'],
};

/** Whether a task in one status may get the other. */
export const isMoveAllowed = (from: TaskStatus, to: TaskStatus): boolean => MOVES[from].includes(to);

export const findStatus = (text: string): TaskStatus | undefined => TASK_STATUSES.find((status) => status === text);

function assertMoveAllowed(id: string, from: TaskStatus, to: TaskStatus): void {
  if (isMoveAllowed(from, to)) return;
  const next = MOVES[from];
  throw new BatonError('TASK_MOVE_REFUSED', `${id} is ${from} and cannot become ${to}`, {
    id,
    from,
    to,
    hint: describeNext(id, from, next),
  });
}

function describeNext(id: string, from: TaskStatus, next: readonly TaskStatus[]): string {
  if (next.length === 0) return `${from} is final`;
  if (from === 'done') return `done is final; to have it done again: baton task rework ${id} --reason TEXT`;
  return `from ${from} it can become ${next.join(', ')}`;
}

/** What a person can do with a task that is in one status to get it into another. */
export type PersonMove =
  | {
      /** `rework` and `stop` are verbs of their own; the others are plain moves. */
      readonly how: 'move' | 'rework' | 'stop';
      /** Words for the next run, or for the record. */
      readonly reason: 'none' | 'optional' | 'required';
    }
  | { readonly how: 'refused'; readonly why: string };

/** For each pair of statuses what a person can do. */
export type PersonMoves = Readonly<Record<TaskStatus, Readonly<Record<TaskStatus, PersonMove>>>>;

/** The table of moves as a person meets it: what only an agent can do is refused, with the way that works instead. */
export function decidePersonMove(from: TaskStatus, to: TaskStatus): PersonMove {
  if (from === to) return refused('it is there already');
  if (to === 'in-progress') return refused('an agent puts it there by claiming it');
  if (to === 'done' && from !== 'review') return refused(WHY_NOT_DONE[from] ?? 'only what was reviewed becomes done');
  if (!isMoveAllowed(from, to)) return refused(whyNot(from, to));
  if (from === 'done' || (from === 'review' && to === 'ready')) return { how: 'rework', reason: 'required' };
  if (from === 'in-progress' && to === 'blocked') return { how: 'stop', reason: 'optional' };
  if (to === 'blocked') return { how: 'move', reason: 'required' };
  const isPlain = (from === 'backlog' && to === 'ready') || to === 'backlog' || to === 'done';
  return { how: 'move', reason: isPlain ? 'none' : 'optional' };
}

const refused = (why: string): PersonMove => ({ how: 'refused', why });

const WHY_NOT_DONE: Readonly<Partial<Record<TaskStatus, string>>> = {
  backlog: 'nobody has worked on it; move it to ready first',
  ready: 'nobody has worked on it; cancel it if it is no longer needed',
  'in-progress': 'its agent reports when it is done; move it to review to end it yourself',
  blocked: 'it waits for an answer; move it to ready, or cancel it',
};

function whyNot(from: TaskStatus, to: TaskStatus): string {
  if (from === 'cancelled') return 'a cancelled task stays cancelled; create a new one';
  if (from === 'done') return 'done is final; it can only go back to ready, to be done again';
  if (to === 'review') return 'an agent puts it there with its report';
  if (to === 'deadletter') return 'only a task that was tried can be given up';
  if (to === 'backlog') return 'only a ready task goes back to the backlog; move it to ready first';
  return `a task that is ${from} cannot become ${to}`;
}

/** Every pair, for those who draw menus and drop targets. */
export const listPersonMoves = (): PersonMoves =>
  Object.fromEntries(
    TASK_STATUSES.map((from) => [
      from,
      Object.fromEntries(TASK_STATUSES.map((to) => [to, decidePersonMove(from, to)])),
    ]),
  ) as PersonMoves;
