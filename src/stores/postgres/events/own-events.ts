import type { PlaneEvent } from '../../../kernel/tasks.ts';

/** More than a command ever makes; of a process that makes more, a daemon delivers the rest. */
const MAX_OWN = 10_000;

/**
 * Events that this process has brought about and not delivered yet. They get their ids from whichever process numbers
 * them; a task and a moment are enough to know them again.
 */
export class OwnEvents {
  readonly #keys = new Set<string>();

  get isEmpty(): boolean {
    return this.#keys.size === 0;
  }

  note({ taskId, timestamp }: { readonly taskId: string | undefined; readonly timestamp: string }): void {
    if (taskId !== undefined && this.#keys.size < MAX_OWN) this.#keys.add(keyOf(taskId, timestamp));
  }

  get taskIds(): readonly string[] {
    return [...new Set([...this.#keys].map((key) => key.slice(key.indexOf(' ') + 1)))];
  }

  /** Of the earliest one. */
  get sinceMs(): number {
    return Math.min(...[...this.#keys].map((key) => Date.parse(key.slice(0, key.indexOf(' ')))));
  }

  has({ taskId, timestamp }: PlaneEvent): boolean {
    return taskId !== undefined && this.#keys.has(keyOf(taskId, timestamp));
  }

  forget(events: readonly PlaneEvent[]): void {
    for (const { taskId, timestamp } of events) this.#keys.delete(keyOf(taskId ?? '', timestamp));
  }
}

const keyOf = (taskId: string, timestamp: string): string => `${timestamp} ${taskId}`;
