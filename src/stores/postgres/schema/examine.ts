import type { StoreExamination } from '../../../kernel/ports/index.ts';
import type { Connection } from '../connection/dial.ts';
import { isForbidden } from '../connection/failures.ts';
import { send, type Row } from '../connection/statements.ts';
import { readVersion } from './migrate.ts';
import { LATEST_VERSION } from './migrations.ts';

const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;
type Right = (typeof ALL)[number];

/** What a role needs that works with tasks; it owns none of it. */
const TABLE_RIGHTS: Readonly<Record<string, readonly Right[]>> = {
  task: ALL,
  dependency: ALL,
  day: ALL,
  seen: ALL,
  applied: ALL,
  artifact: ALL,
  attempt: ALL,
  event: ALL,
  event_inbox: ALL,
  outbox: ALL,
  route: ALL,
  route_version: ['SELECT', 'UPDATE'],
  daemon: ALL,
  audit_head: ['SELECT', 'INSERT', 'UPDATE'],
  audit_line: ['SELECT', 'INSERT'],
  version: ['SELECT'],
  addition: ['SELECT'],
  event_month: ['SELECT'],
  trace_task: ALL,
};

/** Tables that came with a step that may be missing. */
const ADDED: ReadonlySet<string> = new Set(['addition', 'event_month', 'trace_task']);
const FUNCTIONS: ReadonlySet<string> = new Set(['apply_change', 'gate_of', 'meet_route', 'keep_months']);

/** Asks the server for everything that a role lacks, and how the server keeps up. Changes nothing. */
export async function examineSchema(connection: Connection, schema: string): Promise<StoreExamination> {
  const isComplete = await isLatest(connection, schema);
  const [[place] = [], tables = [], functions = [], [health] = []] = await send(connection, [
    {
      text: `SELECT current_user AS role, n.oid IS NOT NULL AS there,
                    coalesce(has_schema_privilege(n.oid, 'USAGE'), false) AS usage,
                    coalesce(has_schema_privilege(n.oid, 'CREATE'),
                             has_database_privilege(current_database(), 'CREATE')) AS create
             FROM (SELECT 1) one LEFT JOIN pg_namespace n ON n.nspname = $1`,
      values: [schema],
    },
    {
      text: `SELECT c.relname AS name, ${ALL.map((right) => `has_table_privilege(c.oid, '${right}') AS "${right}"`).join(', ')}
             FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = $1 AND c.relkind IN ('r', 'p')`,
      values: [schema],
    },
    {
      text: `SELECT p.proname AS name, has_function_privilege(p.oid, 'EXECUTE') AS execute
             FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = $1`,
      values: [schema],
    },
    {
      text: `SELECT current_setting('autovacuum') AS autovacuum,
                    (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::int AS used,
                    (current_setting('max_connections')::int
                      - current_setting('superuser_reserved_connections')::int) AS max,
                    (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS "limit",
                    (SELECT count(*) FROM pg_stat_activity WHERE usename = current_user)::int AS mine,
                    coalesce((SELECT max(extract(epoch FROM clock_timestamp() - xact_start)) FROM pg_stat_activity
                              WHERE datname = current_database() AND xact_start IS NOT NULL), 0)::int AS oldest`,
    },
  ]);
  const byName = new Map(tables.map((row) => [String(row['name']), row]));
  const wanted = Object.keys(TABLE_RIGHTS).filter((name) => isComplete || !ADDED.has(name));
  const isThere = place?.['there'] === true && byName.size > 0;
  return {
    role: String(place?.['role']),
    canCreate: place?.['create'] === true,
    missingTables: isThere ? wanted.filter((name) => !byName.has(name)) : [],
    missingRights: isThere ? findMissingRights(schema, place, byName, functions) : [],
    autovacuum: health?.['autovacuum'] === 'on',
    freeConnections: countFree(health),
    oldestTransactionSeconds: Number(health?.['oldest'] ?? 0),
  };
}

/** Also if this role has no right to know: then every table may be asked for. */
async function isLatest(connection: Connection, schema: string): Promise<boolean> {
  try {
    return (await readVersion(connection, schema)).version >= LATEST_VERSION;
  } catch (error) {
    if (isForbidden(error)) return true;
    throw error;
  }
}

function findMissingRights(
  schema: string,
  place: Row | undefined,
  tables: ReadonlyMap<string, Row>,
  functions: readonly Row[],
): readonly string[] {
  const missing = place?.['usage'] === true ? [] : [`USAGE on schema ${schema}`];
  for (const [name, rights] of Object.entries(TABLE_RIGHTS)) {
    const row = tables.get(name);
    if (row === undefined) continue;
    for (const right of rights) if (row[right] !== true) missing.push(`${right} on ${schema}.${name}`);
  }
  for (const row of functions)
    if (FUNCTIONS.has(String(row['name'])) && row['execute'] !== true)
      missing.push(`EXECUTE on function ${schema}.${String(row['name'])}`);
  return missing;
}

/** What the server and the role together leave. */
function countFree(health: Row | undefined): number {
  const free = Number(health?.['max']) - Number(health?.['used']);
  const limit = Number(health?.['limit'] ?? -1);
  return limit < 0 ? free : Math.min(free, limit - Number(health?.['mine']));
}
