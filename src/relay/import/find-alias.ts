import { BatonError } from '../../kernel/errors/index.ts';
import { isFinished, type TaskLink } from '../../kernel/tasks.ts';

/** `beads:bd-12`: what a task is called in the tool it came from, with the name of that source. */
const renderAlias = ({ imported }: TaskLink): string | undefined =>
  imported === undefined ? undefined : `${imported.from}:${imported.id}`;

export interface FoundAlias {
  readonly id: string;
  /** Spelled as the other tool does. */
  readonly isExact: boolean;
}

/**
 * The task that was imported under this name, with or without its source. A live one that is spelled so goes before
 * finished ones. Fails with ALIAS_AMBIGUOUS if several sources use the bare id.
 */
export function findAlias(links: readonly TaskLink[], name: string): FoundAlias | undefined {
  if (name.trim() === '') return undefined;
  const wanted = name.trim().toLowerCase();
  const called = links.filter(
    (link) => renderAlias(link)?.toLowerCase() === wanted || link.imported?.id.toLowerCase() === wanted,
  );
  const live = called.filter(({ status }) => !isFinished(status));
  const isSpelled = (link: TaskLink): boolean => [renderAlias(link), link.imported?.id].includes(name.trim());
  const [first, ...others] = nearest(live.some(isSpelled) ? live : called, name.trim());
  if (first !== undefined && others.length > 0) {
    const names = [first, ...others].map((task) => `${renderAlias(task) ?? ''} (${task.id})`);
    throw new BatonError('ALIAS_AMBIGUOUS', `"${name}" could be ${names.join(', ')}`, { name });
  }
  return first === undefined ? undefined : { id: first.id, isExact: isSpelled(first) };
}

/** With its source before without, spelled exactly before in other case: a tool may tell `A-1` from `a-1`. */
function nearest(hits: readonly TaskLink[], name: string): readonly TaskLink[] {
  const groups = [
    hits.filter((task) => renderAlias(task) === name),
    hits.filter((task) => renderAlias(task)?.toLowerCase() === name.toLowerCase()),
    hits.filter((task) => task.imported?.id === name),
  ];
  return groups.find((group) => group.length > 0) ?? hits;
}
