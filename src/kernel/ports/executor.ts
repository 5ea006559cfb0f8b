/** Starts the work of an agent somewhere, and knows whether it still goes on. */
export interface Executor {
  start(call: SpawnCall): Promise<SpawnOutcome>;
  /** What can be seen of a session that was started, by this process or one before it. */
  look(session: SessionRef): Promise<SessionState>;
  /** Ends it if it still runs; no error where it does not. */
  stop(session: SessionRef): Promise<void>;
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
  /** `permanent`: trying again would fail the same way. */
  | { readonly kind: 'failed'; readonly permanent: boolean; readonly reason: string };

export interface SessionRef {
  readonly sessionId: string;
  readonly startedAt: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

export type SessionState =
  | { readonly kind: 'alive' }
  | { readonly kind: 'ended'; readonly how: string }
  | { readonly kind: 'unknown' };
