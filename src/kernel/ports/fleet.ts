import type { ErrorCode } from '../errors/index.ts';
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
  /** Everything there is to see of it. Changes nothing. */
  inspect(): Promise<FleetState>;
}

export interface FleetState {
  /** Daemons that were heard of in the last day, in the order of their names. */
  readonly machines: readonly MachineState[];
  /** Events that wait for delivery, and events that wait for their place; counted up to a limit. */
  readonly undelivered: number;
  readonly unnumbered: number;
  /** How long the oldest of the undelivered ones has waited. */
  readonly lagMs: number;
  readonly connections: ConnectionCounts;
}

export interface ConnectionCounts {
  /** Of Baton, on this database. */
  readonly own: number;
  readonly all: number;
  /** That this user could have; those kept for superusers left out. */
  readonly max: number;
}

export interface MachineState {
  readonly report: DaemonReport;
  /** Since its last sign of life. */
  readonly silentMs: number;
  readonly isAlive: boolean;
  readonly leads: boolean;
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
  /** What follows is for people, and absent in reports of older versions. */
  readonly host?: string;
  readonly pid?: number;
  readonly version?: string;
  /** How much the database's clock is ahead of the machine's. */
  readonly skewMs?: number;
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

/** No connection can be made. */
export interface StoreOutage {
  readonly sinceMs: number;
  /** `STORE_UNREACHABLE`, or why it refuses. */
  readonly code: ErrorCode;
  readonly reason: string;
}

/** What a person should know about the server, found by asking it. */
export interface StoreExamination {
  readonly role: string;
  /** This role can make the schema and its tables. */
  readonly canCreate: boolean;
  /** Of a schema that has some of them. */
  readonly missingTables: readonly string[];
  /** `SELECT on baton.task`, one for each. */
  readonly missingRights: readonly string[];
  readonly autovacuum: boolean;
  readonly freeConnections: number;
  /** While it is open, nothing that was removed since can be cleaned up. */
  readonly oldestTransactionSeconds: number;
}

export interface StoreServer {
  examine(): Promise<StoreExamination>;
  /** How much its clock is ahead of this machine's. */
  readonly skewMs: number;
  /** Undefined while it answers. Known at once, without asking it. */
  readonly outage: StoreOutage | undefined;
  /** Since the server was started, or could be reached again; undefined before the first connection. */
  readonly answersForMs: number | undefined;
  describe(): Promise<StoreState>;
  /** Creates or upgrades the tables. Returns the version they had. */
  migrate(): Promise<number>;
  /** Removes the tables with all that is in them, and the schema if nothing else is in it. */
  drop(): Promise<void>;
}

export interface StoreState {
  /** `PostgreSQL 15.4`. */
  readonly software: string;
  /** Of the tables; 0 if there are none yet. */
  readonly version: number;
  /** The last step that a Baton must know to work with them. */
  readonly least: number;
  /** What this Baton makes. */
  readonly wanted: number;
  /** What it needs at least. */
  readonly needed: number;
}
