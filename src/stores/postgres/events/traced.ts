import type { Database } from '../database.ts';
import { parseEvent } from './events.ts';
import { EVENT_TRACE } from '../schema/traces.ts';

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
