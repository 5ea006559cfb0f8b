import { given } from '../../kernel/given.ts';
import type { EarlierRun } from '../../kernel/ports/index.ts';
import type { TaskEntry } from '../../kernel/tasks.ts';

/** The run that ends with this change because another one begins; undefined if it continues. */
export function findEarlierRun(before: TaskEntry | undefined, after: TaskEntry): EarlierRun | undefined {
  if (before?.run === undefined || after.run === undefined || before.run.runId === after.run.runId) return undefined;
  const { run, heartbeat, result } = before;
  return { run, ...given({ heartbeat, result }) };
}

/** A finished task has no next run: what one would begin with is not kept. */
export function withoutStaleCheckpoint(entry: TaskEntry, isFinished: boolean): TaskEntry {
  if (!isFinished || entry.checkpoint === undefined) return entry;
  const { checkpoint: _checkpoint, ...rest } = entry;
  return rest;
}
