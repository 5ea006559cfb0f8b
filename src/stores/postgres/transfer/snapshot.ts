import type { TaskCodec, TaskPiece, EarlierRun } from '../../../kernel/ports/index.ts';
import { type PlaneEvent, isFinished } from '../../../kernel/tasks.ts';
import { KEPT_KEYS, withoutStaleCheckpoint } from '../../task-index/index.ts';
import { readArtifactRow, type LargeArtifacts } from '../tasks/artifacts.ts';
import type { Connection } from '../connection/dial.ts';
import { parseEvent } from '../events/events.ts';
import { send, type Row, type Statement } from '../connection/statements.ts';
import { findDocument, parseEntry } from '../tasks/task-row.ts';

export interface SnapshotDeps {
  readonly schema: string;
  readonly codec: TaskCodec;
  readonly largeArtifacts: LargeArtifacts;
}

const PAGE = 200;

/** Everything a transaction sees, without ever holding more than a page of it. */
export async function* readSnapshot(connection: Connection, deps: SnapshotDeps): AsyncGenerator<TaskPiece> {
  const { schema } = deps;
  const ask = async (statement: Statement): Promise<readonly Row[]> => (await send(connection, [statement]))[0] ?? [];
  for await (const row of scroll(ask, `SELECT id, entry, document FROM ${schema}.task ORDER BY id_key`))
    yield* readTask(row, ask, deps);
  for (const { date, last } of await ask({ text: `SELECT date, last::text FROM ${schema}.day ORDER BY date` }))
    yield { kind: 'number', date: String(date), last: Number(last) };
  const latest = `SELECT key, at FROM ${schema}.seen ORDER BY at DESC, key DESC LIMIT ${KEPT_KEYS}`;
  for (const { key } of await ask({ text: `SELECT key FROM (${latest}) k ORDER BY at, key` }))
    yield { kind: 'seen', key: String(key) };
  for await (const row of scroll(ask, `SELECT id, event FROM ${schema}.event ORDER BY id`)) {
    const event: PlaneEvent = parseEvent(row);
    yield { kind: 'event', event };
  }
}

type Ask = (statement: Statement) => Promise<readonly Row[]>;

/** A cursor: sorted once, fetched in pages. */
async function* scroll(ask: Ask, query: string): AsyncGenerator<Row> {
  await ask({ text: `DECLARE pieces NO SCROLL CURSOR FOR ${query}` });
  for (;;) {
    const rows = await ask({ text: `FETCH ${PAGE} FROM pieces` });
    yield* rows;
    if (rows.length < PAGE) break;
  }
  await ask({ text: 'CLOSE pieces' });
}

/** A task with its earlier runs and artifacts. */
export async function* readTask(
  row: Row,
  ask: Ask,
  { schema, codec, largeArtifacts }: SnapshotDeps,
): AsyncGenerator<TaskPiece> {
  const id = String(row['id']);
  const entry = parseEntry(String(row['entry']), codec);
  const earlier = await ask({
    name: 'earlier-runs',
    text: `SELECT record FROM ${schema}.attempt WHERE task_id = $1 ORDER BY attempt`,
    values: [id],
  });
  yield {
    kind: 'task',
    entry: withoutStaleCheckpoint(entry, isFinished(entry.task.status)),
    text: codec.render(entry.task, findDocument(row)),
    // Only findEarlierRun's values are written there.
    earlier: earlier.map(({ record }) => JSON.parse(String(record)) as EarlierRun),
  };
  const paths = await ask({
    name: 'artifact-paths',
    text: `SELECT path FROM ${schema}.artifact WHERE task_id = $1 ORDER BY path`,
    values: [id],
  });
  for (const { path } of paths) {
    const [found] = await ask({
      name: 'artifact-content',
      text: `SELECT sha256, content FROM ${schema}.artifact WHERE task_id = $1 AND path = $2`,
      values: [id, path],
    });
    if (found === undefined) continue;
    yield {
      kind: 'artifact',
      taskId: id,
      path: String(path),
      content: await readArtifactRow(found, String(path), largeArtifacts),
    };
  }
}
