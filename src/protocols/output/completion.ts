import { taskOutcomeOf, type OutputStatus, type TaskOutcome } from '../../kernel/outcome.ts';
import type { OutputFields } from './schema.ts';

/** What a task's completion report says after an agent's answer. */
export interface Completion {
  readonly outcome: TaskOutcome;
  readonly summary: string;
  /** A failure names its blocker: its summary. */
  readonly blockers: readonly string[];
}

/** An answer without a status is for people to judge, never a success. */
export function toCompletion({ status, summary = '' }: Pick<OutputFields, 'status' | 'summary'>): Completion {
  const outcome = status === 'unknown' ? 'needs_review' : taskOutcomeOf(status satisfies OutputStatus);
  return { outcome, summary, blockers: outcome === 'blocked' ? [summary] : [] };
}
