import type { EarlierRun, TaskChange } from '../../../kernel/ports/index.ts';
import { findEarlierRun } from '../../task-index/index.ts';
import type { Facts } from './lookup.ts';
import type { Statement } from '../connection/statements.ts';

export interface EarlierRunOf {
  readonly taskId: string;
  readonly run: EarlierRun;
}

/** Runs that end with this change because others begin: the row of a task holds only the last one. */
export const findEarlierRuns = (change: TaskChange<unknown>, facts: Facts): readonly EarlierRunOf[] =>
  (change.puts ?? []).flatMap((put) => {
    const id = put.formerId ?? put.task.id;
    const before = facts.named.get(id) ?? facts.queue.find(({ task }) => task.id === id);
    const run = findEarlierRun(before, put);
    return run === undefined ? [] : [{ taskId: put.task.id, run }];
  });

/** Of tasks that have another id by now, nothing is stored. */
export const insertEarlierRuns = (schema: string, runs: readonly EarlierRunOf[]): Statement => ({
  text: `INSERT INTO ${schema}.attempt AS a (task_id, attempt, record)
         SELECT r.* FROM unnest($1::text[], $2::bigint[], $3::text[]) AS r(task_id, attempt, record)
         JOIN ${schema}.task t ON t.id = r.task_id
         ON CONFLICT (task_id, attempt) DO UPDATE SET record = excluded.record`,
  values: [
    runs.map(({ taskId }) => taskId),
    runs.map(({ run }) => run.run.attempt),
    runs.map(({ run }) => JSON.stringify(run)),
  ],
});
