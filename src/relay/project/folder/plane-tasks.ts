import { given } from '../../../kernel/given.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { isFinished, type TaskEntry, type TaskRecord, type TaskStatus } from '../../../kernel/tasks.ts';
import { findIsoTime } from '../../../kernel/time.ts';
import { MAX_ACTIVE, parseItems } from '../../../protocols/project/items/index.ts';
import { TASK_ID, type PlaneTask } from '../../../protocols/project/actions/index.ts';
import { hasTasks } from '../../settings/index.ts';
import { findFileText, type Handoff } from './read-handoff.ts';

/** What is under way comes first, then what waits for a look, then what can be started. */
const OPEN: readonly TaskStatus[] = ['in-progress', 'review', 'ready'];

/** Live tasks of the task plane, as many as NEXT_ACTIONS.md can show, and what became of those it names. */
export async function readPlaneTasks(
  platform: Pick<Platform, 'files' | 'project' | 'tasks'>,
  actions: string,
): Promise<readonly PlaneTask[]> {
  if (!(await hasTasks(platform))) return [];
  const store = await platform.tasks();
  const named = parseItems(actions).items.flatMap(({ id }) => (id !== undefined && TASK_ID.test(id) ? [id] : []));
  const known = await Promise.all(named.map((id) => store.find(id)));
  const live = await Promise.all(
    [...OPEN, 'blocked' as const].map((status) => store.list({ statuses: [status], limit: MAX_ACTIVE })),
  );
  const all = [...known.flatMap((entry) => entry?.task ?? []), ...live.flat()];
  return [...new Map(all.map((task) => [task.id, toPlaneTask(task)])).values()];
}

function toPlaneTask({ id, title, status, metadata }: TaskRecord): PlaneTask {
  const state = isFinished(status) ? 'finished' : status === 'blocked' ? 'blocked' : 'open';
  return { id, title, state, ...given({ reason: metadata.block?.reason }) };
}

/** Where nothing goes on by itself: finished, or waiting for somebody. */
const ENDED: readonly TaskStatus[] = ['done', 'review', 'blocked', 'cancelled', 'deadletter'];

/**
 * Tasks that came to an end, or to a halt, since the last handoff, oldest first. One that the log speaks of already is
 * left out: closing again tells nothing twice.
 */
export async function readEndedTasks(
  platform: Pick<Platform, 'tasks'>,
  handoff: Handoff,
): Promise<readonly TaskEntry[]> {
  const store = await platform.tasks();
  const since = findIsoTime(handoff.manifest?.last_session.timestamp ?? '')?.epochMs ?? 0;
  const log = findFileText(handoff, 'LOG.md') ?? '';
  const tasks = (await store.list({ statuses: ENDED }))
    .filter(({ lastTransitionAt, id }) => Date.parse(lastTransitionAt) >= since && !log.includes(id))
    .toSorted((a, b) =>
      a.lastTransitionAt < b.lastTransitionAt ? -1 : a.lastTransitionAt > b.lastTransitionAt ? 1 : 0,
    );
  const entries = await Promise.all(tasks.map(({ id }) => store.find(id)));
  return entries.filter((entry) => entry !== undefined);
}
