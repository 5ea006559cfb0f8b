import type { RunRecord } from '../../kernel/tasks.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import type { TaskEdit } from './task-edit.ts';

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
