import type { JsonObject } from './json.ts';

/** The states of a task; which may follow which is the task protocol's table. */
export const TASK_STATUSES = [
  'backlog',
  'ready',
  'in-progress',
  'blocked',
  'review',
  'done',
  'cancelled',
  'deadletter',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export const TASK_PRIORITIES = ['critical', 'high', 'normal', 'low'] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

/** Nothing happens to these any more; stores keep them cheaply. */
export const isFinished = (status: TaskStatus): boolean => status === 'done' || status === 'cancelled';

export interface TaskRouting {
  readonly agent?: string;
  readonly role?: string;
  readonly team?: string;
  readonly tags: readonly string[];
}

/** Who works on a task now, until when. Times are ISO 8601 in UTC. */
export interface TaskLease {
  readonly runId: string;
  readonly agent: string;
  readonly acquiredAt: string;
  readonly expiresAt: string;
  /** Grows with every lease of the task: what carries an older one comes from a former holder. */
  readonly fence: number;
}

export type BlockKind = 'human' | 'dependency' | 'spawn' | 'subtasks' | 'no-completion';

/** Why a blocked task is blocked. `retryAt` is set if it unblocks by itself at that time. */
export interface TaskBlock {
  readonly kind: BlockKind;
  readonly reason: string;
  readonly retryAt?: string;
}

/** The frontmatter of a task file. */
export interface TaskRecord {
  readonly schemaVersion: 1;
  readonly id: string;
  readonly uid: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly priority: TaskPriority;
  readonly routing: TaskRouting;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastTransitionAt: string;
  readonly createdBy: string;
  readonly parentId?: string;
  readonly dependsOn: readonly string[];
  readonly lease?: TaskLease;
  /** Counts the changes; conflicts are settled by it. */
  readonly rev: number;
  readonly metadata: TaskMetadata;
}

/** Known keys of `metadata`; others are kept. */
export interface TaskMetadata {
  readonly delegationDepth?: number;
  readonly reviewRequired?: boolean;
  /** At most one running task per name. */
  readonly resource?: string;
  readonly dueBy?: string;
  /** Attempts that failed since a person last put it into ready. */
  readonly attempts?: number;
  readonly fence?: number;
  readonly block?: TaskBlock;
  readonly onDependencyEnd?: 'block' | 'skip' | 'fail';
  /** Dependencies that ended without success and are not waited for. */
  readonly skipped?: readonly string[];
  /** Set once it was reported. */
  readonly unroutable?: true;
  readonly overdue?: true;
  readonly traceId?: string;
  /** What people said about it: the next run is told. */
  readonly remarks?: readonly TaskRemark[];
  /** The handoff this task was made by, as far as it was answered. */
  readonly handoff?: {
    readonly from: string;
    readonly to: string;
    readonly state: 'offered' | 'accepted' | 'rejected';
    /** Of what was handed over: the same handoff again changes nothing, another one is refused. */
    readonly digest?: string;
  };
  /** Words that people sort by; unlike tags of the routing they do not decide who may take it. */
  readonly labels?: readonly string[];
  readonly imported?: ImportMark;
  /** Its text was written or changed in its file, and not through Baton. */
  readonly origin?: { readonly door: 'file'; readonly at: string };
  /** The message of another agent that made it. */
  readonly a2a?: { readonly messageId: string };
}

/** The little of a task that tells which one is meant and which belong together. */
export interface TaskLink {
  readonly id: string;
  readonly status: TaskStatus;
  readonly traceId?: string;
  readonly parentId?: string;
  readonly imported?: Pick<ImportMark, 'from' | 'id'>;
}

/** Where a task was imported from. `from:id` is its alias. */
export interface ImportMark {
  /** Name of the source: the tool, or what the person called it. */
  readonly from: string;
  /** As the other tool spells it. */
  readonly id: string;
  /** When it was last taken over. */
  readonly at: string;
  /** Short hashes of what the other tool said then, field by field. */
  readonly base: string;
  /** As the other tool has it: the same id with another one is another item. */
  readonly createdAt?: string;
  /** What has no place of its own in Baton. */
  readonly extra?: JsonObject;
}

/** A person's remark to the agent that works on a task next. */
export interface TaskRemark {
  readonly at: string;
  readonly by: string;
  /** `review`: why it is not done yet; `answer`: to what it was blocked by; `comment`: anything else. */
  readonly kind: 'review' | 'answer' | 'comment';
  readonly text: string;
}

export interface RunRecord {
  readonly taskId: string;
  readonly runId: string;
  readonly agentId: string;
  /** What the executor knows the work by. */
  readonly sessionId?: string;
  readonly attempt: number;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly status: 'running' | 'completed' | 'failed' | 'expired';
  readonly artifactPaths: readonly string[];
  readonly resultRef?: string;
  /** The machine that starts its program. Absent: its agent claimed the task itself. */
  readonly machine?: string;
  /** Of its program. Absent while that may still run. */
  readonly exit?: RunExit;
  /** Who took the task from it, if that was not its own agent. */
  readonly endedBy?: { readonly by: string; readonly reason?: string };
  /** The last attempts before this one, newest first. */
  readonly earlier?: readonly EarlierRun[];
}

/** How the program of a run ended; known when nothing of it is left. */
export interface RunExit {
  readonly at: string;
  readonly code: number | null;
  readonly signal: string | null;
  /** In words: `exit code 1`. */
  readonly how: string;
  /** The last lines it printed. */
  readonly lastOutput?: string;
  /** Processes that outlived it and were ended. */
  readonly endedChildren?: number;
  /** Process ids that were left running on request. */
  readonly leftChildren?: readonly number[];
}

/** What the next attempt has to know of one before it. */
export interface EarlierRun {
  readonly runId: string;
  readonly agentId: string;
  readonly attempt: number;
  readonly status: RunRecord['status'];
  readonly outcome?: CompletionOutcome;
  readonly notes?: string;
  readonly blockers?: readonly string[];
  /** How its program ended. */
  readonly how?: string;
  readonly lastOutput?: string;
  readonly endedBy?: RunRecord['endedBy'];
}

/** Its program was started by a machine and is not known to be gone: nobody else may begin. */
export const mayStillRun = (run: RunRecord | undefined): boolean =>
  run?.machine !== undefined && run.exit === undefined;

export interface RunHeartbeat {
  readonly taskId: string;
  readonly runId: string;
  readonly agentId: string;
  readonly lastHeartbeat: string;
  readonly beatCount: number;
  readonly expiresAt: string;
  readonly checkpoint?: JsonObject | string;
}

export type CompletionOutcome = 'done' | 'blocked' | 'needs_review' | 'partial';

/** The completion report as it is kept in `run_result.json`. */
export interface RunResult {
  readonly taskId: string;
  readonly runId: string;
  readonly agentId: string;
  readonly completedAt: string;
  readonly outcome: CompletionOutcome;
  readonly summaryRef?: string;
  readonly handoffRef?: string;
  readonly deliverables?: readonly string[];
  readonly tests?: { readonly total: number; readonly passed: number; readonly failed: number };
  readonly blockers?: readonly string[];
  readonly notes?: string;
}

/** All that is known about one task, but for its body. */
export interface TaskEntry {
  readonly task: TaskRecord;
  /** The current run, or the last one. */
  readonly run?: RunRecord;
  readonly heartbeat?: RunHeartbeat;
  /** Of that run. */
  readonly result?: RunResult;
  /** The checkpoint the next run begins with. */
  readonly checkpoint?: JsonObject | string;
}

/** One line of the event log. */
export interface PlaneEvent {
  /** A ULID; later events have larger ones, whichever process made them. */
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly actor: string;
  readonly taskId?: string;
  readonly runId?: string;
  readonly payload: JsonObject;
}

export type EventDraft = Omit<PlaneEvent, 'id' | 'timestamp'>;
