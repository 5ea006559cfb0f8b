import type { RunExit } from '../tasks.ts';

/** Starts the work of an agent somewhere, and knows whether it still goes on. */
export interface Executor {
  /**
   * Records durably that a run is about to start, before its task is claimed: a process that finds the claim later can tell
   * whether its agent ever ran. Absent: there is no program to lose.
   */
  prepare?(run: RunTicket): Promise<void>;
  start(call: SpawnCall): Promise<SpawnOutcome>;
  /** What can be seen of a session that was started, by this process or one before it. */
  look(session: SessionRef): Promise<SessionState>;
  /** Ends it with everything it started. What is seen afterwards; no error if it was over. */
  stop(session: SessionRef): Promise<StopState>;
  /** Runs whose programs were started from this data dir and are not forgotten yet. Absent: there are none. */
  list?(): Promise<readonly RunTicket[]>;
  /**
   * Hands over the protocol messages that its program printed and that were not taken before, in their order; `number`
   * counts them. After a crash one may come again. Absent: nobody reads what it prints.
   */
  takeMessages?(runId: string, take: (text: string, number: number) => Promise<void>): Promise<void>;
  /** Nothing of the run is needed any more. */
  forget?(runId: string): Promise<void>;
  /** For a daemon: wakes when a program has said something or ended, until the answer is called. */
  attend?(wake: () => void): () => void;
}

/** What has to be known of a run whatever became of its task. */
export interface RunTicket {
  readonly runId: string;
  readonly taskId: string;
  readonly agentId: string;
  readonly resource?: string;
}

export interface SpawnCall {
  readonly taskId: string;
  readonly runId: string;
  readonly agentId: string;
  /** What the agent has to know, as text. */
  readonly brief: string;
  /** The task's own words, for an agent that no command of Baton reaches. Absent: the brief has them too. */
  readonly text?: string;
  /** What leads through everything that comes of the task. */
  readonly traceId?: string;
  /** Companion folder of the task, absolute. */
  readonly folder: string;
  readonly dataDir: string;
  /** As in the setting `store`, and the schema: whatever the agent calls must find the same tasks. */
  readonly store: { readonly address: string; readonly schema: string };
  /** Where the work is done. */
  readonly root: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** As agents.json has it: part of what was approved. */
  readonly publicKey?: string;
}

export type SpawnOutcome =
  | { readonly kind: 'started'; readonly sessionId: string }
  /** Its program never ran, through no fault of its own; nothing was tried. */
  | { readonly kind: 'lost'; readonly reason: string }
  /** `permanent`: trying again would fail the same way. */
  | { readonly kind: 'failed'; readonly permanent: boolean; readonly reason: string };

export interface SessionRef {
  readonly runId: string;
  /** Absent while nothing has been started, as far as the store knows. */
  readonly sessionId?: string;
  readonly agentId: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** As agents.json has it: part of what was approved. */
  readonly publicKey?: string;
}

export type SessionState =
  | { readonly kind: 'alive' }
  | { readonly kind: 'ended'; readonly exit: RunExit }
  /** Its program never ran, and never will. */
  | { readonly kind: 'unstarted' }
  /** Nothing was ever noted of it in this data dir. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown' };

/** `unreached`: it could not be told, and may go on until somebody who can tells it. */
export type StopState = SessionState | { readonly kind: 'unreached'; readonly reason: string };
