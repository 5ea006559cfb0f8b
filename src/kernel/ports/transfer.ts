import type { SignedHead } from '../audit/index.ts';
import type { PlaneEvent, RunHeartbeat, RunRecord, RunResult, TaskEntry } from '../tasks.ts';

/** A run that another one has followed. */
export interface EarlierRun {
  readonly run: RunRecord;
  readonly heartbeat?: RunHeartbeat;
  readonly result?: RunResult;
}

/** All that a store of tasks holds, piece by piece. */
export type TaskPiece =
  | {
      readonly kind: 'task';
      readonly entry: TaskEntry;
      /** The whole text of the task's file. */
      readonly text: string;
      /** In the order of their attempts. */
      readonly earlier: readonly EarlierRun[];
    }
  /** Follows its task. */
  | { readonly kind: 'artifact'; readonly taskId: string; readonly path: string; readonly content: Uint8Array }
  /** The last number that was given on a day. */
  | { readonly kind: 'number'; readonly date: string; readonly last: number }
  /** A message that was applied; oldest first. */
  | { readonly kind: 'seen'; readonly key: string }
  | { readonly kind: 'event'; readonly event: PlaneEvent };

/** Takes a whole store of tasks out of one place and into another. */
export interface TaskTransfer {
  /**
   * Everything as of one moment, in the order of the union above and by id within a kind: equal stores give equal
   * pieces. Fails with STORE_BUSY if others changed something meanwhile and the store cannot look past that.
   */
  read(): AsyncIterable<TaskPiece>;
  /** True if there is no task, no event and no key. */
  isEmpty(): Promise<boolean>;
  /** True if pieces were kept under this mark. */
  wasKept(mark: string): Promise<boolean>;
  /**
   * Takes pieces in; nobody else sees them before `keep`. Fails with STORE_NOT_EMPTY if there is something already,
   * unless it is to be replaced; a store of files is never replaced but imported next to the other.
   */
  stage(pieces: AsyncIterable<TaskPiece>, options: StageOptions): Promise<StagedTasks>;
}

export interface StageOptions {
  /** What `wasKept` recognises it by. */
  readonly mark: string;
  readonly replace?: boolean;
}

export interface StagedTasks {
  /** As `read` will give them. */
  read(): AsyncIterable<TaskPiece>;
  /** All of it lasts, from now on. */
  keep(): Promise<void>;
  /** As if nothing had been taken in; a store of files leaves its folder to be removed. */
  discard(): Promise<void>;
}

export type AuditPiece =
  /** A line as written in the log, and the file it is referred to by. */
  | { readonly kind: 'entry'; readonly file: string; readonly line: string }
  | { readonly kind: 'head'; readonly head: SignedHead };

/** The same for the audit log: lines, chain and signed head go over as they are. */
export interface AuditTransfer {
  /** The head first: a log that grows meanwhile is longer than its head says, never shorter. */
  read(): AsyncIterable<AuditPiece>;
  isEmpty(): Promise<boolean>;
  /** Into a log that is empty. */
  write(pieces: AsyncIterable<AuditPiece>): Promise<void>;
}
