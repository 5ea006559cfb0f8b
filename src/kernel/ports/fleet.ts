import type { RunTicket } from './executor.ts';

/** What daemons on one store know of each other and settle among themselves. */
export interface Fleet {
  /** Who else lives, as they told it last; `id` is left out. */
  readOthers(id: string): Promise<readonly DaemonReport[]>;
  /** Tells the others that this daemon lives. It counts as alive until `leave`, or until its process dies. */
  report(own: DaemonReport): Promise<void>;
  leave(): Promise<void>;
  /** Does the work while no other daemon does the same; undefined if another one keeps doing it. */
  inTurn<R>(work: () => Promise<R>): Promise<R | undefined>;
  /** Fails at once if the store does not answer, while other calls still wait for it. */
  assertReachable(): Promise<void>;
  /** Where the leading daemon is; undefined if there is none. */
  findLeader(): Promise<string | undefined>;
}

/** A daemon as the others see it. */
export interface DaemonReport {
  /** The same for every daemon on this data dir of this machine. */
  readonly id: string;
  /** Those it knows: it starts them, or they claim work themselves. */
  readonly agents: readonly AgentProfile[];
  /** Ids of runs whose sessions it sees. */
  readonly runs: readonly string[];
  /** Programs that still live there, whatever became of their tasks. Absent in reports of older versions. */
  readonly programs?: readonly RunTicket[];
  /** It has rules for notices. */
  readonly notifies: boolean;
}

/** An agent as the scheduler knows it. */
export interface AgentProfile {
  readonly id: string;
  readonly role?: string;
  readonly team?: string;
  readonly tags: readonly string[];
  /** `pull`: it claims work itself; the others are started. */
  readonly executor: 'a2a' | 'command' | 'openclaw' | 'pull';
  readonly concurrency: number;
}
