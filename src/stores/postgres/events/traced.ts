import type { TaskCodec } from '../../../kernel/ports/index.ts';
import type { Database } from '../database.ts';
import { parseEvent } from './events.ts';
import { parseEntry } from '../tasks/task-row.ts';

/**
 * The tasks of a trace. What carries it has no index, as few ask for it and each claim would pay: the server looks for
 * the text, and only what holds it is fetched and read.
 */
export async function findTracedTasks(database: Database, codec: TaskCodec, traceId: string): Promise<string[]> {
  const { schema } = database;
  const values = [JSON.stringify(traceId)];
  const tasks = await database.read({
    text: `SELECT entry FROM ${schema}.task WHERE strpos(entry, $1) > 0`,
    values,
  });
  const events = await database.read({
    text: `SELECT event FROM ${schema}.event WHERE task_id IS NOT NULL AND strpos(event, $1) > 0`,
    values,
  });
  const ids = [
    ...tasks
      .map((row) => parseEntry(String(row['entry']), codec).task)
      .filter(({ id, metadata }) => id === traceId || metadata.traceId === traceId)
      .map(({ id }) => id),
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
