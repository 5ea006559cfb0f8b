import type { Disk, TaskStore } from '../../src/kernel/ports/index.ts';
import {
  isFinished,
  TASK_STATUSES,
  type CompletionOutcome,
  type PlaneEvent,
  type TaskStatus,
} from '../../src/kernel/tasks.ts';
import { EVENT_TYPES, isMoveAllowed, parseTaskFile } from '../../src/protocols/tasks/index.ts';

/** What must hold after every step, whoever died and whatever was lost. */
export class Invariants {
  readonly ids: string[] = [];
  readonly #completed = new Map<string, { runId: string; outcome: CompletionOutcome }>();
  readonly #statuses = new Map<string, TaskStatus>();
  readonly #fences = new Map<string, number>();
  readonly #applied = new Set<string>();
  readonly #doneRuns = new Set<string>();
  #lastEventId: string | undefined;

  noteCreated(id: string): void {
    if (this.ids.includes(id)) throw new Error(`the id ${id} was given twice`);
    this.ids.push(id);
  }

  /** An agent was told that its report counts. */
  noteCompleted(id: string, runId: string, outcome: CompletionOutcome): void {
    this.#completed.set(id, { runId, outcome });
  }

  /** A person may put anything back. */
  noteMovedByHand(id: string): void {
    this.#completed.delete(id);
  }

  async check(store: TaskStore): Promise<void> {
    const tasks = await store.list({ statuses: TASK_STATUSES });
    const known = new Set(tasks.map(({ id }) => id));
    if (known.size !== tasks.length) throw new Error('a task is listed twice');
    for (const id of this.ids) if (!known.has(id)) throw new Error(`${id} was acknowledged and is gone`);
    for (const { id, status, lease } of tasks) {
      if ((status === 'in-progress') !== (lease !== undefined))
        throw new Error(`${id} is ${status} with ${lease === undefined ? 'no' : 'a'} lease`);
    }
    for await (const event of store.readEvents(this.#lastEventId)) this.#take(event);
    for (const { id, status } of tasks) {
      const told = this.#statuses.get(id);
      // Events are derived after the journal; a process that died may have left them for the next writer.
      if (told !== undefined && isFinished(told) && told !== status)
        throw new Error(`${id} was ${told} and is ${status}`);
    }
    for (const [id, { runId, outcome }] of this.#completed) {
      const entry = await store.find(id);
      if (outcome === 'done' && entry?.task.status === 'ready')
        throw new Error(`${id} was completed by ${runId} and runs again`);
    }
  }

  #take({ id, type, taskId = '', runId, payload }: PlaneEvent): void {
    if (this.#lastEventId !== undefined && id <= this.#lastEventId)
      throw new Error(`event ${id} is not behind ${this.#lastEventId}`);
    this.#lastEventId = id;
    if (!Object.hasOwn(EVENT_TYPES, type)) throw new Error(`there is no event type ${type}`);
    if (type === 'task.created') {
      if (this.#statuses.has(taskId)) throw new Error(`${taskId} was created twice`);
      this.#statuses.set(taskId, String(payload['status']) as TaskStatus);
    }
    if (type === 'task.transitioned')
      this.#takeMove(taskId, String(payload['from']) as TaskStatus, String(payload['to']) as TaskStatus);
    if (type === 'lease.acquired') {
      const fence = Number(payload['fence']);
      if (fence <= (this.#fences.get(taskId) ?? 0)) throw new Error(`${taskId} was leased with fence ${fence} again`);
      this.#fences.set(taskId, fence);
    }
    if (type === 'task.completed' && runId !== undefined) {
      if (this.#doneRuns.has(runId)) throw new Error(`run ${runId} was completed twice`);
      this.#doneRuns.add(runId);
    }
    const { messageId, outcome } = payload;
    if (type === 'protocol.message.received' && outcome === 'applied' && typeof messageId === 'string') {
      if (this.#applied.has(messageId)) throw new Error(`message ${messageId} was applied twice`);
      this.#applied.add(messageId);
    }
  }

  #takeMove(id: string, from: TaskStatus, to: TaskStatus): void {
    const before = this.#statuses.get(id);
    if (before !== from) throw new Error(`${id} moved from ${from}, but was ${before ?? 'unknown'}`);
    if (!isMoveAllowed(from, to)) throw new Error(`${id} moved from ${from} to ${to}`);
    this.#statuses.set(id, to);
  }

  /** With all faults over: files, journal and events tell the same, and nothing waits for ever. */
  async checkEnd(store: TaskStore, disk: Disk): Promise<void> {
    const tasks = await store.list({ statuses: TASK_STATUSES });
    const byId = new Map(tasks.map((task) => [task.id, task]));
    const found = new Map<string, string>();
    for (const status of TASK_STATUSES) {
      const folder = `/data/tasks/${status}`;
      const entries = (await disk.stat(folder)) === undefined ? [] : await disk.readdir(folder);
      for (const { name, kind } of entries) {
        if (name.startsWith('.')) continue;
        const id = name.replace(/\.md$/, '');
        if (byId.get(id)?.status !== status)
          throw new Error(`${folder}/${name} is there, but ${id} is ${byId.get(id)?.status ?? 'unknown'}`);
        if (kind === 'folder') continue;
        const { task } = parseTaskFile((await disk.readFile(`${folder}/${name}`)).toString('utf8'));
        if (task.rev !== byId.get(id)?.rev)
          throw new Error(`${name} has rev ${task.rev}, the journal ${byId.get(id)?.rev}`);
        found.set(id, status);
      }
    }
    for (const { id, status } of tasks) {
      if (found.get(id) !== status) throw new Error(`${id} is ${status} and has no file there`);
      if (this.#statuses.get(id) !== status)
        throw new Error(`${id} is ${status}, its events say ${this.#statuses.get(id) ?? 'nothing'}`);
      const openChildren = tasks.filter(
        ({ parentId, status: at }) => parentId === id && !isFinished(at) && at !== 'deadletter',
      );
      if (status === 'in-progress' && openChildren.length === 0) throw new Error(`${id} is still in progress`);
      const waits = byId.get(id)?.dependsOn.some((other) => byId.get(other)?.status !== 'done') ?? false;
      if (status === 'ready' && !waits) throw new Error(`${id} is ready and nobody takes it`);
    }
  }
}
