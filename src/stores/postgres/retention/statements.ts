import type { Statement } from '../connection/statements.ts';

/** Nobody who is not finished waits for the task `t`, came of it, or is what it came of. */
export const notNeeded = (schema: string): string => `
  NOT EXISTS (SELECT FROM ${schema}.dependency d JOIN ${schema}.task w ON w.id = d.task_id
              WHERE d.on_id = t.id AND w.status NOT IN ('done', 'cancelled'))
  AND NOT EXISTS (SELECT FROM ${schema}.task c WHERE c.parent_id = t.id AND c.status NOT IN ('done', 'cancelled'))
  AND NOT EXISTS (SELECT FROM ${schema}.task p WHERE p.id = t.parent_id AND p.status NOT IN ('done', 'cancelled'))`;

/** Partitions that hold nothing but what is older. */
export const listMonths = (schema: string, beforeMs: number): Statement => ({
  text: `SELECT name, low, high FROM ${schema}.event_month
         WHERE high <= ${schema}.ulid_at(to_timestamp($1)) COLLATE "C" ORDER BY low`,
  values: [beforeMs / 1_000],
});
