import { createUlidAfter } from '../../../kernel/ids.ts';
import type { Random, TaskCodec } from '../../../kernel/ports/index.ts';
import type { PlaneEvent } from '../../../kernel/tasks.ts';
import { renderIsoTime } from '../../../kernel/time.ts';
import { findEarlierRun } from '../../task-index/index.ts';
import type { Connection } from '../connection/dial.ts';
import { send, type Row, type Statement } from '../connection/statements.ts';
import type { Database } from '../database.ts';
import { EVENT_TRACE } from '../schema/growth.ts';
import { LOCK_SPACE } from '../schema/migrate.ts';
import { stampEvent, type UnnumberedEvent } from '../tasks/change-payload.ts';
import { findClaim, insertEarlierRuns, type EarlierRunOf } from '../tasks/task-row.ts';

export interface NumberingDeps {
  readonly random: Random;
  /** Knows the events of a claim. */
  readonly codec: TaskCodec;
}

const BATCH = 1_000;

/** What to do where another process is numbering: wait for it, to see all there is, or leave it to that one. */
export type Turn = 'wait' | 'leave';

/**
 * Gives committed events their ids, in an order that no reader can miss: only what can be seen is numbered, by one
 * process at a time, behind everything numbered before. What commits later comes later.
 */
export async function numberEvents(
  connection: Connection,
  schema: string,
  deps: NumberingDeps,
  turn: Turn,
): Promise<PlaneEvent[]> {
  const [waiting = []] = await send(connection, [{ text: `SELECT FROM ${schema}.event_inbox LIMIT 1` }]);
  if (waiting.length === 0) return [];
  try {
    const [, , , taken = [], last = []] = await send(connection, takeStatements(schema, turn));
    const events = toEvents(taken, textIn(last[0], 'id'), deps);
    await send(connection, [
      ...(events.length === 0 ? [] : [insertStatement(schema, events), keepMarks(schema, taken)]),
      ...keepEarlierRuns(schema, taken, deps.codec),
      { text: 'COMMIT' },
    ]);
    return events;
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** A process that stops in the middle of it, or is cut off, is given up soon: others wait for its turn. */
const PATIENCE = `SET LOCAL lock_timeout = '5s'; SET LOCAL idle_in_transaction_session_timeout = '5s'`;

const takeStatements = (schema: string, turn: Turn): readonly Statement[] => {
  const key = [LOCK_SPACE, `events ${schema}`];
  const lock = turn === 'wait' ? 'pg_advisory_xact_lock($1, hashtext($2)) IS NOT NULL' : TRY_LOCK;
  return [
    { text: 'BEGIN' },
    { text: PATIENCE },
    { text: `SELECT ${lock}`, values: key },
    // Where the turn was not had, nothing is taken; where it was, this takes the same lock once more.
    {
      text: `DELETE FROM ${schema}.event_inbox WHERE (SELECT ${TRY_LOCK})
             AND seq IN (SELECT seq FROM ${schema}.event_inbox ORDER BY seq LIMIT ${BATCH})
             RETURNING seq::text, draft, mark, task_id, claimed`,
      values: key,
    },
    { text: `SELECT id FROM ${schema}.event ORDER BY id DESC LIMIT 1` },
  ];
};

const TRY_LOCK = 'pg_try_advisory_xact_lock($1, hashtext($2))';

/** Also noted for delivery; the note goes when somebody has delivered it. */
const insertStatement = (schema: string, events: readonly PlaneEvent[]): Statement => ({
  text: `WITH added AS (
           INSERT INTO ${schema}.event (id, task_id, event)
           SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) RETURNING id
         ) INSERT INTO ${schema}.outbox (event_id) SELECT id FROM added`,
  values: [
    events.map(({ id }) => id),
    events.map(({ taskId }) => taskId ?? null),
    events.map((event) => JSON.stringify(event)),
  ],
});

/** An agent that lost the answer to a claim asks by its mark, also when its events have left the inbox. */
function keepMarks(schema: string, taken: readonly Row[]): Statement {
  const marked = taken.filter((row) => typeof row['mark'] === 'string');
  return {
    text: `INSERT INTO ${schema}.applied (mark, task_id) SELECT * FROM unnest($1::text[], $2::text[])
           ON CONFLICT (mark) DO NOTHING`,
    values: [marked.map((row) => row['mark']), marked.map((row) => row['task_id'])],
  };
}

/** A claim that follows an earlier run knows it: it holds the task as it was before. */
function keepEarlierRuns(schema: string, taken: readonly Row[], codec: TaskCodec): readonly Statement[] {
  const runs = taken.flatMap((row): EarlierRunOf[] => {
    const claim = findClaim(String(row['claimed'] ?? ''));
    if (claim?.entry.run === undefined) return [];
    const run = findEarlierRun(claim.entry, codec.planClaim(claim.entry, claim.terms).result);
    return run === undefined ? [] : [{ taskId: claim.entry.task.id, run }];
  });
  return runs.length === 0 ? [] : [insertEarlierRuns(schema, runs)];
}

function toEvents(taken: readonly Row[], lastId: string | undefined, { random, codec }: NumberingDeps): PlaneEvent[] {
  let id = lastId;
  return taken
    .map((row) => ({ seq: BigInt(String(row['seq'])), drafts: toDrafts(row, codec) }))
    .sort((a, b) => (a.seq < b.seq ? -1 : 1))
    .flatMap(({ drafts }) => drafts)
    .map((draft) => {
      id = createUlidAfter(id, Date.parse(draft.timestamp), random);
      return { id, ...draft };
    });
}

function toDrafts(row: Row, codec: TaskCodec): readonly UnnumberedEvent[] {
  const claim = findClaim(String(row['claimed'] ?? ''));
  if (claim === undefined) return [JSON.parse(String(row['draft'])) as UnnumberedEvent];
  const { events = [] } = codec.planClaim(claim.entry, claim.terms);
  return events.map((draft) => stampEvent(draft, renderIsoTime(claim.terms.now)));
}

const textIn = (row: Row | undefined, column: string): string | undefined => {
  const value = row?.[column];
  return typeof value === 'string' ? value : undefined;
};

export function eventPage(schema: string, after: string, taskIds?: readonly string[]): Statement {
  const page = (name: string, about: string, ...values: readonly unknown[]): Statement => ({
    name,
    text: `SELECT id, event FROM ${schema}.event WHERE ${about}id > $1 ORDER BY id LIMIT ${BATCH}`,
    values: [after, ...values],
  });
  if (taskIds === undefined) return page('event-page', '');
  const [first, ...others] = taskIds;
  return others.length === 0
    ? page('event-page-of-task', 'task_id = $2 AND ', first ?? null)
    : page('event-page-of-tasks', 'task_id = ANY($2::text[]) AND ', [...taskIds]);
}

// Only `insertStatement` writes that column.
export const parseEvent = (row: Row): PlaneEvent => JSON.parse(String(row['event'])) as PlaneEvent;

/** The tasks of a trace: those that carry it, those of its events, the task of that id, and what was handed on from them. */
export async function findTracedTasks(database: Database, traceId: string): Promise<string[]> {
  const { schema } = database;
  const tasks = await database.read({
    text: `SELECT task_id AS id FROM ${schema}.trace_task WHERE trace_id = $1
           UNION SELECT id FROM ${schema}.task WHERE id = $1`,
    values: [traceId],
  });
  const events = await database.read(askEvents(schema, traceId));
  const ids = [
    ...tasks.map((row) => String(row['id'])),
    ...events
      .map(parseEvent)
      .filter(({ payload }) => payload['traceId'] === traceId)
      .flatMap(({ taskId }) => taskId ?? []),
  ];
  const rows = await database.read({
    text: `WITH RECURSIVE traced AS (
             SELECT unnest($1::text[]) COLLATE "C" AS id
             UNION SELECT t.id FROM traced JOIN ${schema}.task t ON t.parent_id = traced.id
           ) SELECT id FROM traced`,
    values: [ids],
  });
  return rows.map((row) => String(row['id']));
}

/** By the index; an id that JSON writes with escapes is looked for in all of them. */
function askEvents(schema: string, traceId: string): { text: string; values: string[] } {
  const written = JSON.stringify(traceId);
  const from = `SELECT event FROM ${schema}.event WHERE task_id IS NOT NULL`;
  if (written.includes('\\')) return { text: `${from} AND strpos(event, $1) > 0`, values: [written] };
  return {
    text: `${from} AND strpos(event, '"traceId":"') > 0 AND ${EVENT_TRACE} = $1`,
    values: [traceId],
  };
}
