import type { EndedDependency, TaskCodec, Survey, SurveyQuery } from '../../../kernel/ports/index.ts';
import { mayStillRun, type TaskEntry } from '../../../kernel/tasks.ts';
import { renderIsoTime } from '../../../kernel/time.ts';
import type { Connection } from '../connection/dial.ts';
import { send, type Row, type Statements } from '../connection/statements.ts';
import { parseEntry } from './task-row.ts';

/** What a scheduler has to look at, as of one moment and in two round trips whatever there is. */
export async function readSurvey(
  connection: Connection,
  statements: Statements,
  codec: TaskCodec,
  query: SurveyQuery,
): Promise<Survey> {
  try {
    return await readAll(connection, statements, codec, query);
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function readAll(
  connection: Connection,
  statements: Statements,
  codec: TaskCodec,
  { now, perRoute }: SurveyQuery,
): Promise<Survey> {
  const toEntries = (rows: readonly Row[] = []): TaskEntry[] =>
    rows.map((row) => parseEntry(String(row['entry']), codec));
  const nowIso = renderIsoTime(now);
  const [, running, heads, left, unblockable, troubled, overdue, [next] = []] = await send(connection, [
    { text: 'BEGIN READ ONLY' },
    statements.running,
    statements.heads(perRoute),
    statements.parked,
    statements.unblockable(nowIso, perRoute),
    statements.troubled(perRoute),
    statements.overdue(nowIso),
    statements.nextTime(nowIso),
  ]);
  const queued = toEntries(heads);
  const runningEntries = toEntries(running);
  const troubledEntries = toEntries(troubled);
  const wanted = troubledEntries.flatMap(({ task }) => task.dependsOn);
  const [children = [], facts = []] = await send(connection, [
    statements.children(runningEntries.map(({ task }) => task.id)),
    statements.facts(wanted),
    { text: 'COMMIT' },
  ]);
  const statuses = new Map(facts.map((row) => [String(row['id']), String(row['status'])]));
  return {
    running: runningEntries.map((entry) => ({
      entry,
      openChildren: children
        .filter((row) => row['parent_id'] === entry.task.id && row['status'] !== 'deadletter')
        .map((row) => String(row['id'])),
    })),
    claimable: queued.filter(({ task }) => task.metadata.unroutable !== true),
    // An older Baton takes them out of the queue; they come back when somebody is there for them.
    parked: [...queued, ...toEntries(left).filter(({ run }) => !mayStillRun(run))].filter(
      ({ task }) => task.metadata.unroutable === true,
    ),
    unblockable: toEntries(unblockable),
    troubled: troubledEntries.map((entry) => ({ entry, ended: findEnded(entry, statuses) })),
    overdue: toEntries(overdue),
    ...(typeof next?.['at'] === 'string' ? { nextTime: next['at'] } : {}),
  };
}

const findEnded = ({ task }: TaskEntry, statuses: ReadonlyMap<string, string>): readonly EndedDependency[] =>
  task.dependsOn.flatMap((id) => {
    const status = statuses.get(id) ?? 'missing';
    if (task.metadata.skipped?.includes(id) === true) return [];
    return status === 'cancelled' || status === 'deadletter' || status === 'missing' ? [{ id, status }] : [];
  });
