import type { ErrorCode } from '../errors/index.ts';

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
