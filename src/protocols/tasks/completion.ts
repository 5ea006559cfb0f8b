import { BatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import type { TaskChange, TaskLookup } from '../../kernel/ports/index.ts';
import {
  isFinished,
  type CompletionOutcome,
  type RunRecord,
  type RunResult,
  type TaskEntry,
  type TaskStatus,
} from '../../kernel/tasks.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { TaskEdit, type Acting } from './task-edit.ts';

/** What the settings say about a report of completion. */
export interface CompletionRules {
  /** `always`: nothing is done without a review. */
  readonly review: 'follow-table' | 'always';
  /** Children of the task that have not ended. */
  readonly openChildren: readonly string[];
}

/** The way a task goes after a report, step by step. */
export function findTargets(
  entry: TaskEntry,
  outcome: CompletionOutcome,
  review: CompletionRules['review'],
): readonly TaskStatus[] {
  if (outcome === 'blocked') return ['blocked'];
  if (outcome !== 'done') return ['review'];
  const stops = review === 'always' || entry.task.metadata.reviewRequired === true;
  return stops ? ['review'] : ['review', 'done'];
}

/** A report that says nothing does not count as success. */
export function assertReportSays(
  report: Pick<RunResult, 'outcome' | 'notes' | 'summaryRef' | 'blockers' | 'deliverables'>,
): void {
  const says = [report.notes?.trim(), report.summaryRef, ...(report.blockers ?? []), ...(report.deliverables ?? [])];
  if (says.some((part) => part !== undefined && part !== '')) return;
  throw new BatonError('REPORT_EMPTY', `a report of ${report.outcome} must say what was done`, {
    missing: ['notes', 'summaryRef', 'deliverables', 'blockers'],
    hint: 'give notes, a summary, deliverables or blockers',
  });
}

/** Stores the report of the run that holds the task, and moves the task as the table says. */
export function planCompletion(
  entry: TaskEntry,
  result: RunResult,
  rules: CompletionRules,
  acting: Acting,
): TaskChange<TaskEntry> {
  const edit = new TaskEdit(entry, acting);
  const { run } = entry;
  edit.setRun({
    result,
    ...(run === undefined
      ? {}
      : { run: { ...run, resultRef: 'run_result.json', artifactPaths: result.deliverables ?? [] } }),
  });
  edit.log('task.completed', {
    outcome: result.outcome,
    ...given({ notes: result.notes, blockers: result.blockers }),
  });
  const { handoff } = entry.task.metadata;
  if (handoff?.state === 'offered') {
    edit
      .setMetadata({ handoff: { ...handoff, state: 'accepted' } })
      .log('delegation.accepted', { by: result.agentId, implied: true });
  }
  return settleResult(edit, result, rules).toChange(edit.entry);
}

/** Moves a task by a report that already exists; nothing if it has moved before. */
export function planSettle(entry: TaskEntry, rules: CompletionRules, acting: Acting): TaskChange<TaskEntry> {
  const edit = new TaskEdit(entry, acting);
  if (entry.result === undefined || entry.task.status !== 'in-progress') return edit.toChange(entry);
  return settleResult(edit, entry.result, rules).toChange(edit.entry);
}

function settleResult(edit: TaskEdit, result: RunResult, { review, openChildren }: CompletionRules): TaskEdit {
  // Its children may still need what only the parent can give; it moves when the last of them has ended.
  if (result.outcome === 'done' && openChildren.length > 0) return edit;
  const reason = result.blockers?.join('; ') || result.notes || `reported ${result.outcome}`;
  const targets = findTargets(edit.entry, result.outcome, review);
  const last = targets.at(-1);
  for (const to of targets) {
    edit.move(to, {
      ...(last === undefined || to === last ? {} : { through: last }),
      reason: to === 'blocked' ? reason : `reported ${result.outcome}`,
      block: { kind: 'human', reason },
      // It waits for a person: that is no failure.
      runStatus: 'completed',
    });
  }
  return edit;
}

export interface RetryRules {
  /** After this many failed attempts a task is given up. */
  readonly maxAttempts: number;
  readonly backoffMs: number;
}

export type FailureKind = 'reclaim' | 'spawn' | 'no-completion' | 'permanent';

/** Ends the current run as failed: tried again at once (reclaim), later, or given up for good. */
export function failRun(edit: TaskEdit, kind: FailureKind, reason: string, rules: RetryRules, now: number): TaskEdit {
  const attempts = (edit.task.metadata.attempts ?? 0) + 1;
  const runStatus: RunRecord['status'] = kind === 'reclaim' ? 'expired' : 'failed';
  edit.setMetadata({ attempts });
  if (kind === 'permanent' || attempts >= rules.maxAttempts) {
    const why = kind === 'permanent' ? reason : `${reason}, after ${attempts} attempts`;
    return edit.move('deadletter', { reason: why, runStatus }).note(`given up: ${why}`);
  }
  if (kind === 'reclaim') {
    return edit.move('ready', { reason, runStatus }).log('task.reclaimed', { reason, attempts });
  }
  const retryAt = renderIsoTime(now + rules.backoffMs);
  return edit.move('blocked', { reason, runStatus, block: { kind, reason, retryAt } });
}

/** Open children of a task. */
export const openChildrenOf = (lookup: TaskLookup, id: string): string[] =>
  lookup.childrenOf(id).filter((child) => {
    const status = lookup.statusOf(child);
    return status !== undefined && !isFinished(status) && status !== 'deadletter';
  });
