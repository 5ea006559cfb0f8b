import type { TaskEntry, TaskStatus } from '../../../kernel/tasks.ts';
import { findIsoTime } from '../../../kernel/time.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { findFileText, type Handoff } from './read-handoff.ts';

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
