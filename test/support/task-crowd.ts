import { createUlidSource } from '../../src/kernel/ids.ts';
import type { TaskRecord, TaskStatus } from '../../src/kernel/tasks.ts';
import { renderTaskFile } from '../../src/protocols/tasks/index.ts';
import { sealLine, textSha, type TaskLine } from '../../src/stores/fs/tasks/task-line.ts';
import { renderFinished } from '../../src/stores/task-index/finished-tasks.ts';
import { createSeededRandom } from './task-stores.ts';

/** A file of a data dir, by its path in it. */
export interface CrowdFile {
  readonly path: string;
  readonly text: string;
}

const BEGAN_MS = Date.parse('2026-01-01T00:00:00.000Z');
/** Agents that fetch their work themselves: a poll starts none of them. */
const PULLERS = 7;

/** Four of five are done; of the rest, most wait for somebody, and some could be claimed. */
const statusOf = (n: number): TaskStatus =>
  n % 5 < 4 ? 'done' : n % 25 < 10 ? 'backlog' : n % 25 < 20 ? 'blocked' : 'ready';

export const crowdId = (n: number): string =>
  `TASK-2026-01-${String(1 + (n % 28)).padStart(2, '0')}-${String(1 + Math.floor(n / 28)).padStart(3, '0')}`;

/** A data dir with so many tasks, as a compacted journal and its files, in the order they are to be written. */
export function* composeCrowd(count: number): Generator<CrowdFile> {
  const nextUid = createUlidSource({ now: () => BEGAN_MS }, createSeededRandom(count));
  const live: { entry: { task: TaskRecord }; sha: string }[] = [];
  const finished: string[] = [];
  let before: { task: TaskRecord; text: string } | undefined;
  for (let n = 0; n < count; n++) {
    const task = toRecord(n, nextUid());
    // Most of the text is that of the task before: a hundred thousand of them are rendered in seconds.
    const text = renderTaskFile(task, before?.text, { kind: 'replace', text: '\nDo it.\n' }, before?.task);
    before = { task, text };
    yield { path: `tasks/${task.status}/${task.id}.md`, text };
    if (task.status === 'done') finished.push(`${task.id} ${renderFinished(task, textSha(text))}`);
    else live.push({ entry: { task }, sha: textSha(text) });
  }
  const agents = Array.from({ length: PULLERS }, (_, n) => ({ id: `puller-${n}`, executor: 'pull' }));
  yield { path: 'agents.json', text: JSON.stringify({ agents }) };
  yield { path: 'journal/tasks.jsonl', text: composeJournal(finished, live) };
}

/** Nothing but finished tasks, as the journal has them. */
export const composeFinished = (count: number): string =>
  composeJournal(
    Array.from({ length: count }, (_, n) => `${crowdId(n)} done 3 ${textSha(String(n))}   `),
    [],
  );

function composeJournal(
  finished: readonly string[],
  live: readonly { readonly entry: { readonly task: TaskRecord }; readonly sha: string }[],
): string {
  const inParts = <T>(items: readonly T[], size: number): T[][] =>
    Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, at * size + size));
  const lines: TaskLine[] = [
    { kind: 'snapshot', generation: 1, lastNumbers: {}, broken: {} },
    ...inParts(finished, 5_000).map((part) => ({ kind: 'finished' as const, text: part.join('\n') })),
    ...inParts(live, 200).map((tasks) => ({ kind: 'live' as const, tasks })),
  ];
  return lines.map((line) => `${sealLine(line)}\n`).join('');
}

function toRecord(n: number, uid: string): TaskRecord {
  const at = new Date(BEGAN_MS + n * 1_000).toISOString();
  const status = statusOf(n);
  return {
    schemaVersion: 1,
    id: crowdId(n),
    uid,
    title: `Task number ${n}`,
    status,
    priority: 'normal',
    routing: { agent: `puller-${n % PULLERS}`, tags: [] },
    createdAt: at,
    updatedAt: at,
    lastTransitionAt: at,
    createdBy: 'bench',
    dependsOn: [],
    rev: 3,
    metadata: status === 'blocked' ? { block: { kind: 'human', reason: 'ask' } } : {},
  };
}
