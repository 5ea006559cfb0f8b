/** What the board is shown: plain data, the same over HTTP, in the terminal and in the library. */
import type { Finding } from '../../kernel/finding.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { BlockKind, PlaneEvent, RunRecord, TaskEntry, TaskPriority, TaskStatus } from '../../kernel/tasks.ts';
import type { PersonMoves } from '../../protocols/tasks/index.ts';
import type { BlockView, MessageView, TaskCost } from './insight-types.ts';

export type * from './insight-types.ts';

/** A task as far as a list of many needs it. */
export interface TaskCard {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly priority: TaskPriority;
  readonly rev: number;
  readonly updatedAt: string;
  readonly createdAt: string;
  /** Who holds it, else who it is meant for. */
  readonly agent?: string;
  readonly isHeld: boolean;
  readonly leaseUntil?: string;
  readonly team?: string;
  readonly tags: readonly string[];
  readonly parentId?: string;
  readonly traceId?: string;
  readonly dueBy?: string;
  /** Dependencies of a task that waits in ready. */
  readonly waitsFor?: readonly string[];
  readonly attempts: number;
  readonly block?: { readonly kind: BlockKind; readonly reason: string };
  /** Why it is not moving; absent if it is, or is finished. */
  readonly why?: { readonly kind: string; readonly text: string; readonly needsPerson: boolean };
}

export interface Overview {
  readonly version: string;
  readonly project: string;
  readonly counts: Readonly<Record<TaskStatus, number>>;
  /** What a person can do, by the status a task has and the one it should get; with the reason if it is refused. */
  readonly moves: PersonMoves;
  /** Every agent that is known here. */
  readonly agents: readonly string[];
}

export interface TaskPage {
  readonly tasks: readonly TaskCard[];
  /** Where the next page begins; absent on the last. */
  readonly next?: string;
}

export interface TokenSection {
  readonly name: string;
  readonly tokens: number;
  readonly budget: number;
}

export interface TokenBudget {
  readonly method: string;
  readonly total: number;
  readonly limit: number;
  readonly sections: readonly TokenSection[];
}

/** What a task was handed over with. */
export interface HandoffView {
  readonly path: string;
  readonly markdown: string;
  readonly document?: JsonObject;
  readonly tokens?: TokenBudget;
}

export interface OutputView {
  readonly path: string;
  readonly sizeBytes: number;
  /** Where the file holds an answer in agent output form. */
  readonly answer?: {
    readonly status: string;
    readonly summary: readonly string[];
    readonly detailsFile: string | null;
  };
}

export interface AuditView {
  readonly ref: string;
  readonly seq: number;
  readonly handoffId?: string;
  readonly traceId?: string;
  readonly kind: string;
  /** Who is concerned: sender and addressee of a handoff, or one agent. */
  readonly from?: string;
  readonly to?: string;
  readonly reason?: string;
  readonly accepted?: boolean;
  readonly code?: string;
  readonly timestamp: string;
  /** The log's chain holds up to this entry. */
  readonly verified: boolean;
}

export interface TaskDetail {
  readonly card: TaskCard;
  readonly entry: TaskEntry;
  readonly body: string;
  /** The part of the body above the work log: what an edit replaces. */
  readonly text: string;
  /** What agents sent to this task. */
  readonly messages: readonly MessageView[];
  /** Tokens of what it was given and what it left. */
  readonly cost: TaskCost;
  readonly runs: readonly RunRecord[];
  /** The latest ones, oldest first. */
  readonly events: readonly PlaneEvent[];
  readonly earlierEvents: number;
  readonly handoff?: HandoffView;
  readonly outputs: readonly OutputView[];
  readonly audit: readonly AuditView[];
  readonly parent?: TaskCard;
  readonly children: readonly TaskCard[];
}

export interface TraceSummary {
  readonly id: string;
  /** Of the task it began with. */
  readonly title: string;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly tasks: number;
  /** Those that are not finished. */
  readonly open: number;
  readonly agents: readonly string[];
}

export interface TraceStep {
  readonly timestamp: string;
  /** tasks, documents, audit, outputs, commits. */
  readonly source: string;
  readonly type: string;
  readonly actor?: string;
  readonly taskId?: string;
  readonly durationMs?: number;
  readonly details: JsonObject;
}

export interface TraceView {
  readonly id: string;
  readonly events: readonly TraceStep[];
  readonly skipped: number;
}

export interface GovernanceView {
  readonly agents: readonly {
    readonly id: string;
    readonly name: string;
    readonly type: string;
    readonly isBlocked: boolean;
    /** Only vouched handoffs reach it. */
    readonly isHeld: boolean;
    /** Its prompt is the one that was locked. */
    readonly isVerified: boolean;
  }[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly why: string }[];
  readonly audit: { readonly ok: boolean; readonly entries: number; readonly brokenAt?: string };
  readonly problems: readonly string[];
  /** The latest entries of the audit log, newest first. */
  readonly entries: readonly AuditView[];
  /** Agents that are blocked or held now, with the entry that says why. */
  readonly blocks: readonly BlockView[];
}

export type TrustLabel = 'Verified' | 'Assumed' | 'Unknown';

export interface ProjectView {
  readonly name: string;
  readonly context: string;
  readonly mode: string;
  readonly lock?: { readonly agent: string; readonly started: string; readonly isAlive: boolean };
  readonly health: readonly {
    readonly step: number;
    readonly question: string;
    readonly result: string;
    readonly ok: boolean;
  }[];
  readonly files: readonly {
    readonly name: string;
    readonly trust: TrustLabel;
    readonly tokens: number;
    readonly updated?: string;
    readonly summary: string;
    readonly sections: readonly { readonly name: string; readonly tokens: number }[];
  }[];
  readonly claims: readonly {
    readonly property: string;
    readonly status: string;
    readonly effective: string;
    readonly expired: boolean;
    /** A time, or a number of commits. */
    readonly expires?: string;
  }[];
  readonly scenarios: readonly {
    readonly name: string;
    readonly full: number;
    readonly layered: number;
    readonly savings: number;
  }[];
  /** How tokens were counted. */
  readonly method: string;
}

/** A handoff file, or a part of it. */
export interface ProjectText {
  readonly file: string;
  readonly section: string | null;
  readonly trust: TrustLabel;
  readonly tokens: number;
  readonly text: string;
}

export type FindingView = Finding;
