import type { Client } from 'pg';

export async function readRows(watcher: Client, schema: string): Promise<Readonly<Record<string, number>>> {
  const rows: Record<string, number> = {};
  for (const table of ['task', 'event', 'outbox', 'applied', 'attempt', 'artifact', 'seen']) {
    const found = await watcher.query<{ count: number }>(`SELECT count(*)::int AS count FROM "${schema}".${table}`);
    rows[table] = found.rows[0]?.count ?? 0;
  }
  return rows;
}

/** Per task that was done since: rows, bytes with indexes; and how the server kept up. */
export async function readTables(
  watcher: Client,
  schema: string,
  before: Readonly<Record<string, number>>,
): Promise<Record<string, unknown>> {
  const after = await readRows(watcher, schema);
  const tasks = (after['task'] ?? 0) - (before['task'] ?? 0);
  const sizes = await watcher.query<Record<string, string>>(
    `SELECT relname AS table, pg_total_relation_size(relid)::text AS bytes, n_tup_upd::text AS updates,
            n_tup_hot_upd::text AS hot, n_dead_tup::text AS dead
     FROM pg_stat_user_tables WHERE schemaname = $1 AND n_tup_ins > 0 ORDER BY relname`,
    [schema],
  );
  return Object.fromEntries(
    sizes.rows.map(({ table = '', bytes, updates, hot, dead }) => [
      table,
      {
        rows: Math.round((((after[table] ?? 0) - (before[table] ?? 0)) / tasks) * 10) / 10,
        bytesPerTask: Math.round(Number(bytes) / (after['task'] ?? 1)),
        updates: Number(updates),
        hotUpdates: Number(hot),
        deadRows: Number(dead),
      },
    ]),
  );
}
