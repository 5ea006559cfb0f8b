import type { TaskStore } from '../../kernel/ports/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import { isFinished, TASK_STATUSES, type TaskRecord } from '../../kernel/tasks.ts';

/** `beads:bd-12`: what a task is called in the tool it came from, with the name of that source. */
const renderAlias = (task: TaskRecord): string | undefined => {
  const { imported } = task.metadata;
  return imported === undefined ? undefined : `${imported.from}:${imported.id}`;
};

const FINISHED = TASK_STATUSES.filter(isFinished);

/**
 * The id of the task that was imported under this name, with or without its source. Live tasks are looked at first:
 * finished ones have to be read. Fails with ALIAS_AMBIGUOUS if several sources use the bare id.
 */
export async function findAlias(store: TaskStore, name: string): Promise<string | undefined> {
  if (name.trim() === '') return undefined;
  const wanted = name.trim().toLowerCase();
  const isCalled = (task: TaskRecord): boolean =>
    renderAlias(task)?.toLowerCase() === wanted || task.metadata.imported?.id.toLowerCase() === wanted;
  const live = (await store.list({})).filter(isCalled);
  const hits = live.length > 0 ? live : (await store.list({ statuses: FINISHED })).filter(isCalled);
  const exact = hits.filter((task) => renderAlias(task)?.toLowerCase() === wanted);
  const [first, ...others] = exact.length > 0 ? exact : hits;
  if (first !== undefined && others.length > 0) {
    const names = [first, ...others].map((task) => `${renderAlias(task) ?? ''} (${task.id})`);
    throw new BatonError('ALIAS_AMBIGUOUS', `"${name}" could be ${names.join(', ')}`, { name });
  }
  return first?.id;
}
