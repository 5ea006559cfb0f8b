import type { AuditLog } from './audit.ts';
import type { EventDraft, PlaneEvent, TaskEntry, TaskLink, TaskRecord, TaskStatus } from '../tasks.ts';
import type { Fleet, StoreServer } from './fleet.ts';
import type { Retention, TaskTransfer } from './transfer.ts';

/**
 * Tasks with everything that hangs on them, shared by any number of processes. No folders, no journal, no rows: what
 * is said here must be as true of a database as of files.
 */
export interface TaskStore {
  /** As it is now, no matter who wrote last; undefined if there never was such a task. */
  find(id: string): Promise<TaskEntry | undefined>;
  /** The text below the frontmatter. Fails with TASK_NOT_FOUND. */
  readBody(id: string): Promise<string>;
  /** In the order of ids. Finished tasks only if the filter names their status. */
  list(filter: TaskFilter): Promise<readonly TaskRecord[]>;
  /** The same with all that is known of each; never finished ones. */
  listEntries(filter: TaskFilter): Promise<readonly TaskEntry[]>;
  /** All there are, finished ones too: what names them and connects them. The order is nobody's promise. */
  listLinks(): Promise<readonly TaskLink[]>;
  count(): Promise<Readonly<Record<TaskStatus, number>>>;
  /** What a scheduler has to look at now; its size does not depend on finished or waiting work. */
  survey(query: SurveyQuery): Promise<Survey>;
  /**
   * Resolves when files that are derived from the tasks say what was acknowledged so far: if many changes come at
   * once, a change is acknowledged as soon as it is durable, and its files follow. Absent: there are none.
   */
  settle?(): Promise<void>;
  /**
   * Loads these tasks, lets `decide` say what becomes of them, and stores all of it or nothing. `decide` is pure: it
   * may run again if another process was quicker. What it throws is thrown, and nothing is stored.
   */
  change<R>(ids: readonly string[], decide: (tasks: TaskLookup) => TaskChange<R>): Promise<R>;
  /**
   * Gives the first task in order that fits to a run, in one step; undefined if there is none. `fits` looks at whom
   * a task is for and at nothing else: what it says of one it says of all for the same agents. Absent: `change` with
   * `claimable` does it in more steps.
   */
  claimFirst?(terms: ClaimTerms, fits: (task: TaskRecord) => boolean): Promise<TaskEntry | undefined>;
  /**
   * Work whose changes and audit entries are stored together or not at all. It may run again if somebody else was
   * quicker. Absent: an entry is durable before the change it allows.
   */
  together?<R>(work: (scope: StoreScope) => Promise<R>): Promise<R>;
  /** What `change` would give now. Takes no lock and stores nothing. */
  preview<R>(ids: readonly string[], decide: (tasks: TaskLookup) => TaskChange<R>): Promise<R>;
  /** Events after `after` (an event id; all if it is undefined) in order; with `about`, those of some tasks. */
  readEvents(after?: string, about?: { readonly taskIds: readonly string[] }): AsyncIterable<PlaneEvent>;
  /** The newest event, if there is one, without reading the others. */
  findLastEventId(): Promise<string | undefined>;
  /**
   * Ids of the tasks of a trace: those that carry it, those that a message under it was about, the task of that id, and
   * all that was handed on from them.
   */
  findTraced(traceId: string): Promise<readonly string[]>;
  readArtifact(id: string, path: string): Promise<Buffer | undefined>;
  /** Artifacts of a task: `inputs/handoff.json`. */
  listArtifacts(id: string): Promise<readonly string[]>;
  /** What people changed in the data without Baton. Changes nothing. */
  inspect(only?: readonly string[]): Promise<Inspection>;
  /** Adopts what is legal and reports the rest once. */
  reconcile(options?: ReconcileOptions): Promise<Reconciliation>;
  /**
   * Wakes soon after anything was changed, by whichever process; sometimes also for nothing. The answer ends it.
   * Absent: look from time to time.
   */
  onChange?(wake: () => void): () => Promise<void>;
  /** Events that were told to nobody because too many had waited for too long. Absent: there is no such limit. */
  readonly droppedEvents?: number;
  /** True while this process is the one of all that schedules. Absent: a lock in the data dir decides. */
  lead?(): Promise<boolean>;
  /** The other daemons on it, if several machines can share it. */
  readonly fleet?: Fleet;
  /** The server the store uses, if it is more than the data dir. */
  readonly server?: StoreServer;
  /** The whole of it, for moving it to another store. */
  readonly transfer: TaskTransfer;
  /** Absent: old work stays until a person removes it. */
  readonly retention?: Retention;
  /** Whatever is left to do before a pause, which `close` does too; the store can be used again. */
  rest?(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreScope {
  readonly change: TaskStore['change'];
  readonly audit: AuditLog;
}

export interface TaskFilter {
  readonly statuses?: readonly TaskStatus[];
  readonly agent?: string;
  readonly parentId?: string;
  /** Ids after this one. */
  readonly after?: string;
  readonly limit?: number;
}

export interface SurveyQuery {
  readonly now: number;
  /** Ready tasks per route at most. */
  readonly perRoute: number;
}

/** Each list in the order the scheduler works: priority, age, id. */
export interface Survey {
  readonly running: readonly { readonly entry: TaskEntry; readonly openChildren: readonly string[] }[];
  /** Ready, with every dependency done, in one list over all routes. */
  readonly claimable: readonly TaskEntry[];
  /** Ready tasks marked unroutable, the first of each route. */
  readonly parked: readonly TaskEntry[];
  /** Blocked tasks whose retry time has come, or whose dependencies are all done. */
  readonly unblockable: readonly TaskEntry[];
  /** Ready tasks with a dependency that ended without success or does not exist. */
  readonly troubled: readonly { readonly entry: TaskEntry; readonly ended: readonly EndedDependency[] }[];
  /** Past their due date and not reported. */
  readonly overdue: readonly TaskEntry[];
  /** When the next task is due that only waits for its time. Absent: none is, or the store does not know. */
  readonly nextTime?: string;
}

export interface EndedDependency {
  readonly id: string;
  readonly status: 'cancelled' | 'deadletter' | 'missing';
}

/** The tasks that were asked for, and what can be asked about the others. */
export interface TaskLookup {
  /** Only of tasks that were named in the call. */
  get(id: string): TaskEntry | undefined;
  statusOf(id: string): TaskStatus | undefined;
  dependsOn(id: string): readonly string[];
  childrenOf(id: string): readonly string[];
  /** True if a message with this key was applied before. */
  wasSeen(messageKey: string): boolean;
  /** Ready tasks with every dependency done that fit, in order: any of them can be put, named or not. */
  claimable(fits: (task: TaskRecord) => boolean): Iterable<TaskEntry>;
  /** A task id of this day (`YYYY-MM-DD`) that nobody has. */
  freeId(date: string): string;
}

export interface TaskChange<R> {
  readonly puts?: readonly TaskPut[];
  readonly artifacts?: readonly ArtifactWrite[];
  readonly events?: readonly EventDraft[];
  readonly seen?: readonly string[];
  /** Ids from `freeId` that nobody else gets from now on, for tasks that are made later. */
  readonly reserved?: readonly string[];
  readonly result: R;
}

/** What a task is claimed with. */
export interface ClaimTerms {
  readonly agent: string;
  readonly actor: string;
  /** New for every claim. */
  readonly runId: string;
  readonly now: number;
  readonly ttlMs: number;
  /** The one that starts the program of the run; absent: the agent claims by itself. */
  readonly machine?: string;
}

export interface TaskPut extends TaskEntry {
  /** Absent: as it was. */
  readonly body?: BodyEdit;
  /** The id it had before: its file, folder and runs move along. */
  readonly formerId?: string;
}

export type BodyEdit =
  | { readonly kind: 'replace'; readonly text: string }
  /** Everything above that heading; the heading and what is below it stay. */
  | { readonly kind: 'text'; readonly heading: string; readonly text: string }
  /** A line below the one heading of that name, which is added if it is missing. */
  | { readonly kind: 'log'; readonly heading: string; readonly line: string };

export interface ArtifactWrite {
  readonly taskId: string;
  /** Inside the task's companion folder, with `/`. */
  readonly path: string;
  readonly content: string;
}

export interface ReconcileOptions {
  /** Repair what can be repaired without loss. */
  readonly repair?: boolean;
  /** Deliver also what other processes left behind: for a daemon, never for a command. */
  readonly backlog?: boolean;
  /** Check every live task; without it, only folders in which a file was added, removed or renamed. */
  readonly deep?: boolean;
}

export interface Inspection {
  /** Tasks whose files were made or changed by somebody, legally. */
  readonly edited: readonly string[];
  readonly broken: readonly BrokenFile[];
  /** Finished tasks without a file: somebody removed it, and nothing else says what was in it. */
  readonly gone?: readonly string[];
  /** Texts of people that were in the way of a change and were set aside, relative to the data dir. */
  readonly kept?: readonly string[];
}

export interface Reconciliation {
  readonly adopted: readonly string[];
  /** What was found broken and had not been reported before. */
  readonly reported: readonly BrokenFile[];
  readonly repaired: readonly string[];
}

/** A file that is not a task although it is in the place of one. */
export interface BrokenFile {
  /** Relative to the data dir. */
  readonly path: string;
  readonly reason: string;
  readonly repair: string;
  /** False: only a person can decide. */
  readonly canRepair: boolean;
}

/** What a store has to know of the text and the life of a task; the task protocol implements it. */
export interface TaskCodec {
  /** Fails with TASK_FILE_INVALID. */
  parse(text: string): { readonly task: TaskRecord; readonly body: string };
  /** What is below the record, without a look at the record itself: of a text that was parsed before. */
  bodyOf(text: string): string;
  /**
   * The text with this record; everything else in `before` stays byte for byte. `known` is the record that was
   * rendered to `before`, if the caller has it.
   */
  render(task: TaskRecord, before: string | undefined, body?: BodyEdit, known?: TaskRecord): string;
  /** What a claim makes of a task. Fails with LEASE_HELD or TASK_NOT_CLAIMABLE. */
  planClaim(entry: TaskEntry, terms: ClaimTerms): TaskChange<TaskEntry>;
  /** What an edit of a known task by hand leads to. Fails with TASK_FILE_INVALID if it is not legal. */
  planEdit(known: TaskEntry, found: TaskRecord, now: number): TaskChange<null>;
  /**
   * Makes a whole task of a file that somebody wrote by hand with little more than a title; everything that is there
   * stays. Fails with TASK_FILE_INVALID if it has none.
   */
  complete(
    text: string,
    given: Pick<TaskRecord, 'id' | 'uid' | 'status'> & { readonly now: number },
  ): {
    readonly task: TaskRecord;
    readonly text: string;
  };
  /** What an unknown file leads to. */
  planAdoption(found: TaskRecord, now: number): TaskChange<null>;
}
