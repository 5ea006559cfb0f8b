import type { TaskStore } from '../../kernel/ports/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import { isFinished, TASK_STATUSES, type TaskRecord } from '../../kernel/tasks.ts';

/** `beads:bd-12`: what a task is called in the tool it came from, with the name of that source. */
const renderAlias = (task: TaskRecord): string | undefined => {
  const { imported } = task.metadata;
  return imported === undefined ? undefined : `${imported.from}:${imported.id}`;
};

const FINISHED = TASK_STATUSES.filter(isFinished);

export interface FoundAlias {
  readonly id: string;
  /** Spelled as the other tool does. */
  readonly isExact: boolean;
}

/**
 * The task that was imported under this name, with or without its source. Live tasks are looked at first:
 * finished ones have to be read. Fails with ALIAS_AMBIGUOUS if several sources use the bare id.
 */
export async function findAlias(store: TaskStore, name: string): Promise<FoundAlias | undefined> {
  if (name.trim() === '') return undefined;
  const wanted = name.trim().toLowerCase();
  const isCalled = (task: TaskRecord): boolean =>
    renderAlias(task)?.toLowerCase() === wanted || task.metadata.imported?.id.toLowerCase() === wanted;
  const live = (await store.list({})).filter(isCalled);
  const isSpelled = (task: TaskRecord): boolean =>
    [renderAlias(task), task.metadata.imported?.id].includes(name.trim());
  const finished = live.some(isSpelled) ? [] : (await store.list({ statuses: FINISHED })).filter(isCalled);
  const [first, ...others] = nearest([...live, ...finished], name.trim());
  if (first !== undefined && others.length > 0) {
    const names = [first, ...others].map((task) => `${renderAlias(task) ?? ''} (${task.id})`);
    throw new BatonError('ALIAS_AMBIGUOUS', `"${name}" could be ${names.join(', ')}`, { name });
  }
  return first === undefined ? undefined : { id: first.id, isExact: isSpelled(first) };
}

/** With its source before without, spelled exactly before in other case: a tool may tell `A-1` from `a-1`. */
function nearest(hits: readonly TaskRecord[], name: string): readonly TaskRecord[] {
  const groups = [
    hits.filter((task) => renderAlias(task) === name),
    hits.filter((task) => renderAlias(task)?.toLowerCase() === name.toLowerCase()),
    hits.filter((task) => task.metadata.imported?.id === name),
  ];
  return groups.find((group) => group.length > 0) ?? hits;
}
