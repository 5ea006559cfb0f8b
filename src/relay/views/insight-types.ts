/** What is read out of many records at once, or beside a task. */
import type { TaskStatus } from '../../kernel/tasks.ts';
import type { TaskCard } from './types.ts';

export interface BlockView {
  readonly agent: string;
  readonly kind: 'blocked' | 'held';
  readonly reason: string;
  readonly at: string;
  readonly ref: string;
}

export interface AgentView {
  readonly id: string;
  readonly role?: string;
  readonly team?: string;
  readonly executor: string;
  readonly slots: number;
  /** What it holds now. */
  readonly running: readonly TaskCard[];
  /** Tasks that are ready and meant for it. */
  readonly waiting: number;
  readonly done: number;
  readonly failed: number;
  /** Of the tasks it finished: from the first claim to done. */
  readonly medianMs?: number;
  readonly lastSeen?: string;
}

export interface DayView {
  /** `2026-02-09`, UTC. */
  readonly day: string;
  readonly created: number;
  readonly done: number;
  readonly failed: number;
  /** From creation to done, of the tasks done that day. */
  readonly medianMs?: number;
  readonly p90Ms?: number;
}

export interface StatisticsView {
  readonly days: readonly DayView[];
  readonly total: {
    readonly done: number;
    readonly failed: number;
    readonly medianMs?: number;
    readonly p90Ms?: number;
  };
}

export interface SearchHit {
  readonly kind: 'task' | 'output' | 'project';
  readonly taskId?: string;
  readonly title: string;
  /** The file, if it is not the task itself. */
  readonly path?: string;
  readonly status?: TaskStatus;
  /** The line with the words, and a little around it. */
  readonly excerpt: string;
}

export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** There may be more than are shown. */
  readonly isCut: boolean;
}

export interface MessageView {
  readonly path: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly sentAt: string;
  readonly text: string;
}

export interface TaskCost {
  readonly method: string;
  /** Its text without the work log. */
  readonly text: number;
  readonly workLog: number;
  readonly handoff: number;
  readonly outputs: number;
  /** What its agents said they used, if they said so. */
  readonly reported?: number;
}

/** A commit that names the task or its trace. */
export interface CommitView {
  readonly commit: string;
  readonly subject: string;
  readonly author: string;
  readonly at: string;
  readonly files: readonly { readonly path: string; readonly added: number; readonly removed: number }[];
  /** Up to a limit. */
  readonly diff: string;
  readonly isCut: boolean;
}
