/** What of a task decides when it can begin. */
export interface OrderedTask {
  readonly key: string;
  /** The heading it is under. */
  readonly phase: string;
  readonly isParallel: boolean;
  /** Keys it says it depends on. */
  readonly named: readonly string[];
}

/**
 * Which tasks each one waits for, by the rules of Spec Kit: phases follow each other, user stories run beside each other
 * once what comes before them is done, and within a phase the tasks marked [P] run beside each other.
 */
export function inferOrder(tasks: readonly OrderedTask[]): Map<string, string[]> {
  const known = new Set(tasks.map(({ key }) => key));
  const waits = new Map<string, string[]>();
  let before: string[] = [];
  let stories: string[] = [];
  for (const phase of groupByPhase(tasks)) {
    const isStory = /\buser stor/i.test(phase[0]?.phase ?? '');
    if (!isStory && stories.length > 0) [before, stories] = [stories, []];
    const last = orderPhase(phase, before, known, waits);
    if (isStory) stories = [...stories, ...last];
    else before = last;
  }
  return waits;
}

/** Gives the tasks that the next phase waits for. */
function orderPhase(
  phase: readonly OrderedTask[],
  before: readonly string[],
  known: ReadonlySet<string>,
  waits: Map<string, string[]>,
): string[] {
  let barrier = [...before];
  let group: string[] = [];
  for (const { key, isParallel, named } of phase) {
    if (!isParallel && group.length > 0) [barrier, group] = [group, []];
    const others = [...new Set([...barrier, ...named])].filter((other) => other !== key && known.has(other));
    waits.set(key, others);
    if (isParallel) group.push(key);
    else barrier = [key];
  }
  return group.length > 0 ? group : barrier;
}

function groupByPhase(tasks: readonly OrderedTask[]): OrderedTask[][] {
  const phases: OrderedTask[][] = [];
  for (const task of tasks) {
    const last = phases.at(-1);
    if (last?.[0]?.phase === task.phase) last.push(task);
    else phases.push([task]);
  }
  return phases;
}
