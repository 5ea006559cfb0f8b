import type { TaskFilter } from '../../../kernel/ports/index.ts';
import { isFinished, TASK_STATUSES } from '../../../kernel/tasks.ts';
import { amongQueued, CLAIMABLE, claimStatements, QUEUED } from './claim-statements.ts';
import type { Connection } from './dial.ts';
import { idKey } from '../../task-index/index.ts';

export interface Statement {
  readonly text: string;
  readonly values?: unknown[];
  /** Prepared under this name once per connection. */
  readonly name?: string;
}

export type Row = Readonly<Record<string, unknown>>;

/** Sends all of them at once; the answers come in their order. Fails as the first one that failed. */
export async function send(connection: Connection, statements: readonly Statement[]): Promise<readonly Row[][]> {
  const [only] = statements;
  if (only !== undefined && statements.length === 1)
    return [(await connection.query<Record<string, unknown>>(only)).rows];
  const answers = await Promise.allSettled(
    statements.map((statement) => connection.query<Record<string, unknown>>(statement)),
  );
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value.rows;
  });
}

/** Every statement about tasks, for one schema. */
export function createStatements(schema: string) {
  const task = `${schema}.task`;
  const takeNumber = (date: string): Statement => ({
    name: 'next-number',
    text: `INSERT INTO ${schema}.day AS d (date, last) VALUES ($1, 1)
           ON CONFLICT (date) DO UPDATE SET last = d.last + 1 RETURNING last::int AS last`,
    values: [date],
  });
  return {
    begin: { text: 'BEGIN' },
    commit: { text: 'COMMIT' },
    rollback: { text: 'ROLLBACK' },
    find: (ids: readonly string[]): Statement => ({
      name: 'find',
      text: `SELECT id, entry FROM ${task} WHERE id = ANY ($1)`,
      values: [ids],
    }),
    lock: (ids: readonly string[]): Statement => ({
      name: 'lock',
      text: `SELECT id, entry FROM ${task} WHERE id = ANY ($1) ORDER BY id FOR UPDATE`,
      values: [ids],
    }),
    /** The first task that nobody else is about to take, in the order of priority, age, id; held, not claimed yet. */
    claimFirst: {
      name: 'claim-first',
      text: `SELECT entry, order_key FROM ${task} WHERE ${QUEUED} ORDER BY order_key LIMIT 1 FOR UPDATE SKIP LOCKED`,
    },
    claimOf: (ids: readonly string[]): Statement => ({
      name: 'claim-of',
      text: `SELECT entry, order_key FROM ${task} WHERE ${amongQueued('$1')}
             ORDER BY order_key LIMIT 1 FOR UPDATE SKIP LOCKED`,
      values: [ids],
    }),
    queuePage: (after: string, limit: number): Statement => ({
      name: 'queue-page',
      text: `SELECT entry, order_key FROM ${task} WHERE ${QUEUED} AND order_key > $1 ORDER BY order_key LIMIT $2`,
      values: [after, limit],
    }),
    links: {
      name: 'links',
      // Most tasks are part of no trace and were not imported: of those, columns say all.
      text: `SELECT id, status, parent_id,
               CASE WHEN strpos(entry, '"traceId":') > 0 OR strpos(entry, '"imported":') > 0 THEN entry END AS entry
             FROM ${task}`,
    },
    document: (id: string): Statement => ({
      name: 'document',
      text: `SELECT entry, document FROM ${task} WHERE id = $1`,
      values: [id],
    }),
    facts: (ids: readonly string[]): Statement => ({
      name: 'facts',
      text: `SELECT id, status, rev::int AS rev, depends_on FROM ${task} WHERE id = ANY ($1)`,
      values: [ids],
    }),
    children: (ids: readonly string[]): Statement => ({
      name: 'children',
      text: `SELECT parent_id, id, status FROM ${task}
             WHERE parent_id = ANY ($1) AND status NOT IN ('done', 'cancelled') ORDER BY id_key`,
      values: [ids],
    }),
    seen: (keys: readonly string[]): Statement => ({
      name: 'seen',
      text: `SELECT key FROM ${schema}.seen WHERE key = ANY ($1)`,
      values: [keys],
    }),
    lastNumber: (date: string): Statement => ({
      text: `SELECT last::int AS last FROM ${schema}.day WHERE date = $1`,
      values: [date],
    }),
    takeNumber,
    /**
     * A number of its own transaction, so that tasks made at the same time do not wait for each other. Not flushed:
     * a task that uses it is flushed later in the same log, and takes it along.
     */
    nextNumber: (date: string): readonly Statement[] => [
      { text: 'BEGIN' },
      { text: 'SET LOCAL synchronous_commit = off' },
      takeNumber(date),
      { text: 'COMMIT' },
    ],
    apply: (change: unknown): Statement => ({
      name: 'apply',
      text: `SELECT ${schema}.apply_change($1)`,
      values: [JSON.stringify(change)],
    }),
    wasApplied: (mark: string): Statement => ({
      text: `SELECT mark FROM ${schema}.applied WHERE mark = $1`,
      values: [mark],
    }),
    count: { name: 'count', text: `SELECT status, count(*)::int AS count FROM ${task} GROUP BY status` },
    list: (filter: TaskFilter): Statement => ({
      name: 'list',
      text: `SELECT entry FROM ${task} WHERE status = ANY ($1) AND id_key > $2
             AND ($3::text IS NULL OR agent = $3 OR lease_agent = $3) AND ($4::text IS NULL OR parent_id = $4)
             ORDER BY id_key LIMIT $5`,
      values: [
        filter.statuses ?? TASK_STATUSES.filter((status) => !isFinished(status)),
        filter.after === undefined ? '' : idKey(filter.after),
        filter.agent ?? null,
        filter.parentId ?? null,
        filter.limit ?? null,
      ],
    }),
    artifact: (id: string, path: string): Statement => ({
      name: 'artifact',
      text: `SELECT sha256, content FROM ${schema}.artifact WHERE task_id = $1 AND path = $2`,
      values: [id, path],
    }),
    artifacts: (id: string): Statement => ({
      name: 'artifacts',
      text: `SELECT path FROM ${schema}.artifact WHERE task_id = $1 ORDER BY path`,
      values: [id],
    }),
    ...claimStatements(schema),
    ...surveyStatements(task),
  };
}

export type Statements = ReturnType<typeof createStatements>;

/** The first `limit` of each route, found by jumping from route to route in the index. */
const firstOfRoutes = (task: string, where: string): string => `
  WITH RECURSIVE route AS (
    (SELECT route_key FROM ${task} WHERE ${where} ORDER BY route_key LIMIT 1)
    UNION ALL
    SELECT (SELECT t.route_key FROM ${task} t WHERE ${where} AND t.route_key > route.route_key
            ORDER BY t.route_key LIMIT 1) FROM route WHERE route.route_key IS NOT NULL
  )
  SELECT head.entry FROM route CROSS JOIN LATERAL (
    SELECT entry, order_key FROM ${task} t WHERE ${where} AND t.route_key = route.route_key ORDER BY order_key LIMIT $1
  ) head WHERE route.route_key IS NOT NULL ORDER BY head.order_key`;

function surveyStatements(task: string) {
  return {
    running: {
      name: 'running',
      text: `SELECT entry FROM ${task} WHERE status = 'in-progress' ORDER BY order_key`,
    },
    heads: (perRoute: number): Statement => ({
      name: 'heads',
      text: firstOfRoutes(task, CLAIMABLE),
      values: [perRoute],
    }),
    parked: {
      name: 'parked',
      text: firstOfRoutes(task, `status = 'ready' AND gate = 'free' AND is_parked`),
      values: [1],
    },
    unblockable: (nowIso: string, perRoute: number): Statement => ({
      name: 'unblockable',
      text: `SELECT entry, order_key FROM ${task} WHERE status = 'blocked' AND retry_at <= $1
             UNION ALL
             (SELECT entry, order_key FROM ${task}
              WHERE status = 'blocked' AND retry_at IS NULL AND block_kind = 'dependency' AND gate = 'free'
              ORDER BY order_key LIMIT $2)
             ORDER BY order_key`,
      values: [nowIso, perRoute],
    }),
    troubled: (perRoute: number): Statement => ({
      name: 'troubled',
      text: `SELECT entry FROM ${task} WHERE status = 'ready' AND gate = 'troubled' ORDER BY order_key LIMIT $1`,
      values: [perRoute],
    }),
    /** When the next thing is due that only waits for its time. */
    nextTime: (nowIso: string): Statement => ({
      name: 'next-time',
      text: `SELECT least(
               (SELECT min(retry_at) FROM ${task} WHERE status = 'blocked' AND retry_at > $1),
               (SELECT min(due_by) FROM ${task} WHERE due_by > $1)) AS at`,
      values: [nowIso],
    }),
    overdue: (nowIso: string): Statement => ({
      name: 'overdue',
      text: `SELECT entry FROM ${task} WHERE due_by <= $1 ORDER BY order_key`,
      values: [nowIso],
    }),
  };
}
