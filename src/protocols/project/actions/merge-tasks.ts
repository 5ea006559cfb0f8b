/** The task graphs of two branches become one, and the list of next actions is drawn from it. */
import { detectLineEnding, withLineEnding } from '../../../kernel/text.ts';
import { findIsoTime, renderIsoDate } from '../../../kernel/time.ts';
import { labelOf, parseNextActions, trimActions } from './next-actions.ts';
import type { GraphTask, Manifest, TaskGraph } from '../schema.ts';
import { showTasks, TASK_ID, type PlaneTask } from './show-tasks.ts';
import { takeOverActions } from './take-over-actions.ts';
import { completeTask, isOver, readGraph, renderActions, renderGraphId, type GraphState } from './task-graph.ts';

export interface TaskSide {
  readonly manifest: Manifest | undefined;
  /** NEXT_ACTIONS.md */
  readonly actions: string;
}

export interface TaskSides {
  readonly base: TaskSide;
  readonly ours: TaskSide;
  readonly theirs: TaskSide;
}

export interface MergedTasks {
  readonly graph: GraphState;
  readonly actions: string;
}

/** Undefined where neither side has a graph. The same sides give the same result, whichever file is being merged. */
export function mergeTasks({ base, ours, theirs }: TaskSides): MergedTasks | undefined {
  if (!hasGraph(ours) && !hasGraph(theirs)) return undefined;
  const times = [ours, theirs].map(({ manifest }) => findIsoTime(manifest?.last_session.timestamp ?? '')?.epochMs ?? 0);
  const nowMs = Math.max(...times);
  let graph = mergeGraphs(graphOf(base), graphOf(ours), graphOf(theirs));
  for (const side of [ours, theirs]) if (!hasGraph(side)) graph = followList(graph, side.actions, base.actions, nowMs);
  const plane = [...listPlaneTasks(theirs.actions), ...listPlaneTasks(ours.actions)];
  const shown = [...new Map(plane.map((task) => [task.id, task])).values()];
  const drawn = trimActions(showTasks(renderActions(graph.tasks), shown, renderIsoDate(nowMs))).text;
  return { graph, actions: withLineEnding(drawn, detectLineEnding(ours.actions)) };
}

const hasGraph = ({ manifest }: TaskSide): boolean => manifest?.tasks !== undefined;
const graphOf = ({ manifest }: TaskSide): GraphState => readGraph(manifest?.tasks, manifest?.next_task_id);

/** Ids that both sides gave to different tasks: theirs gets a new one, and what depends on it follows. */
function mergeGraphs(base: GraphState, ours: GraphState, theirs: GraphState): GraphState {
  const pairs = pairTasks(base.tasks, ours.tasks, theirs.tasks);
  let nextId = Math.max(base.nextId, ours.nextId, theirs.nextId);
  const tasks: Record<string, GraphTask> = { ...ours.tasks };
  const names = new Map(pairs);
  for (const [id, task] of Object.entries(theirs.tasks)) {
    if (names.has(id)) continue;
    const old = findBefore(base.tasks, id, task);
    // Our side took it away, and theirs did not touch it.
    if (old !== undefined && isEqual(old, task)) continue;
    names.set(id, Object.hasOwn(tasks, id) ? renderGraphId(nextId) : id);
    if (Object.hasOwn(tasks, id)) nextId += 1;
  }
  for (const [id, name] of names) {
    const task = theirs.tasks[id];
    if (task === undefined) continue;
    const depends_on = (task.depends_on ?? []).flatMap((each) => names.get(each) ?? []);
    const mine = ours.tasks[name];
    if (!pairs.has(id) || mine === undefined) tasks[name] = { ...task, depends_on };
    else if (isTheirs(findBefore(base.tasks, id, task), mine, task)) tasks[name] = { ...task, depends_on };
  }
  return { tasks, nextId };
}

const isSameTask = (a: GraphTask, b: GraphTask): boolean => a.title === b.title && a.created === b.created;
const isEqual = (a: GraphTask, b: GraphTask): boolean => JSON.stringify(a) === JSON.stringify(b);

type Same = (id: string, theirs: GraphTask, ourId: string, ours: GraphTask) => boolean;

/** From ids of theirs to ids of ours, where both are one task. The surest sign counts first. */
function pairTasks(base: TaskGraph, ours: TaskGraph, theirs: TaskGraph): ReadonlyMap<string, string> {
  const mine = Object.entries(ours);
  const known = new Set(Object.values(base).map(keyOf));
  const isNew = (id: string, task: GraphTask): boolean => !known.has(keyOf(task)) && !isRenamed(base, id, task);
  const signs: readonly Same[] = [
    (id, a, ourId, b) => id === ourId && isSameTask(a, b),
    // Brought over by an earlier merge, under another id.
    (_id, a, _ourId, b) => isSameTask(a, b),
    (id, a, ourId, b) => id === ourId && isRenamed(base, id, a) && isRenamed(base, id, b),
    // Both sides took the same item of a list into a graph of their own.
    (id, a, ourId, b) => a.title === b.title && isNew(id, a) && isNew(ourId, b),
  ];
  const pairs = new Map<string, string>();
  const taken = new Set<string>();
  for (const isSame of signs) {
    for (const [id, task] of Object.entries(theirs)) {
      if (pairs.has(id)) continue;
      const found = mine.find(([ourId, our]) => !taken.has(ourId) && isSame(id, task, ourId, our))?.[0];
      if (found === undefined) continue;
      pairs.set(id, found);
      taken.add(found);
    }
  }
  return pairs;
}

const keyOf = ({ title, created = '' }: GraphTask): string => `${created} ${title}`;

/** The base's task of this id with other words: the moment it was made does not change. */
const isRenamed = (base: TaskGraph, id: string, { created }: GraphTask): boolean =>
  created !== undefined && Object.hasOwn(base, id) && base[id]?.created === created;

const findBefore = (base: TaskGraph, id: string, task: GraphTask): GraphTask | undefined =>
  Object.values(base).find((each) => isSameTask(each, task)) ?? (isRenamed(base, id, task) ? base[id] : undefined);

const PROGRESS = ['ready', 'blocked', 'in_progress', 'cancelled', 'done'];

/** Who changed it has the say; where both did, what one side finished stays finished. */
function isTheirs(base: GraphTask | undefined, mine: GraphTask, theirs: GraphTask): boolean {
  if (base !== undefined && isEqual(base, theirs)) return false;
  if (base !== undefined && isEqual(base, mine)) return true;
  return PROGRESS.indexOf(theirs.status) > PROGRESS.indexOf(mine.status);
}

/** A side without a graph has its say by what it did to the list since the base. */
function followList(graph: GraphState, list: string, base: string, nowMs: number): GraphState {
  const before = new Map(parseNextActions(base).map((action) => [labelOf(action), action.state]));
  const isOld = (label: string): boolean => before.has(label);
  let result = takeOverActions(list, graph, {
    nowMs,
    isElsewhere: (action) => isOld(labelOf(action)) || TASK_ID.test(action.id ?? ''),
  }).graph;
  for (const { title, state } of parseNextActions(list)) {
    if (state !== 'completed') continue;
    const open = Object.entries(result.tasks).find(([, task]) => !isOver(task) && isDoneTitle(title, task));
    if (open !== undefined) result = completeTask(result, open[0], nowMs);
  }
  return result;
}

/** Behind the title a completed item has its day. */
const isDoneTitle = (words: string, { title }: GraphTask): boolean =>
  words.replace(/ \(\d{4}-\d\d-\d\d\)$/, '') === title;

/** Tasks of the task plane that the list shows; the next close asks what became of them. */
const listPlaneTasks = (text: string): PlaneTask[] =>
  parseNextActions(text).flatMap(({ id = '', title, state }): PlaneTask[] => {
    if (!TASK_ID.test(id) || state === 'completed') return [];
    const [, words = title, reason] = /^(.*?\S) \(blocked: (.+)\)$/.exec(title) ?? [];
    return state === 'active'
      ? [{ id, title, state: 'open' }]
      : [{ id, title: words, state: 'blocked', ...(reason === undefined ? {} : { reason }) }];
  });
