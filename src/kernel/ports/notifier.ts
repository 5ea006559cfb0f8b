import type { JsonObject } from '../json.ts';

/** Tells people what happened, through the sinks their rules name. Never fails or delays its caller. */
export interface Notifier {
  /** Takes the notice and returns at once. What becomes of it is recorded in the data dir. */
  notify(notice: Notice): void;
  /** Looks after notices that a process which ended could not deliver. Returns at once. */
  wake(): void;
  /** Settles when everything told so far is recorded, so that it outlives this process; fails if it cannot be. */
  recorded(): Promise<void>;
  /**
   * Waits until all is delivered or given up, at most this long, then ends. What is still under way is left to the next
   * process that uses the notifier. True when nothing is left.
   */
  settle(limitMs: number): Promise<boolean>;
}

export interface Notice {
  /** As in the table of events: `task.transitioned`. */
  readonly type: string;
  /** One line for people. */
  readonly text: string;
  /** The rule of this name takes it too, whatever events it lists: `#aof-alerts`. */
  readonly channel?: string;
  readonly actor?: string;
  readonly taskId?: string;
  readonly runId?: string;
  readonly payload?: JsonObject;
}
