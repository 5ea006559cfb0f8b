/** The task graphs of two branches become one; in our list only the lines of the tasks concerned change. */
import { given } from '../../../kernel/given.ts';
import { findIsoTime, renderIsoDate } from '../../../kernel/time.ts';
import { addItem, completeItem, isOpen, parseItems, type Item } from '../items/index.ts';
import type { GraphTask, Manifest, TaskGraph } from '../schema.ts';
import { showTasks, TASK_ID, type PlaneTask } from './show-tasks.ts';
import { completeTask, isOver, readGraph, renderGraphId, waitingNote, type GraphState } from './task-graph.ts';

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

/** Undefined if neither side has a graph. The same sides give the same result, whichever file is being merged. */
export function mergeTasks({ base, ours, theirs }: TaskSides): MergedTasks | undefined {
  if (!hasGraph(ours) && !hasGraph(theirs)) return undefined;
  const times = [ours, theirs].map(({ manifest }) => findIsoTime(manifest?.last_session.timestamp ?? '')?.epochMs ?? 0);
  const nowMs = Math.max(...times);
  let graph = mergeGraphs(graphOf(base), graphOf(ours), graphOf(theirs));
  for (const side of [ours, theirs]) if (!hasGraph(side)) graph = followList(graph, side.actions, nowMs);
  const plane = [...listPlaneTasks(theirs.actions), ...listPlaneTasks(ours.actions)];
  const shown = [...new Map(plane.map((task) => [task.id, task])).values()];
  const listed = addTheirs(followGraph(ours.actions, graph, nowMs), { base, ours, theirs }, graph);
  return { graph, actions: showTasks(listed, shown, renderIsoDate(nowMs)) };
}

/** Our list with the lines of those tasks alone that the other side finished. */
function followGraph(text: string, { tasks }: GraphState, nowMs: number): string {
  return Object.entries(tasks).reduce((shown, [id, task]) => {
    if (task.status !== 'done') return shown;
    const item = parseItems(shown).items.find((each) => isOpen(each) && isItemOf(each, id, task));
    return item === undefined ? shown : completeItem(shown, item, renderIsoDate(nowMs));
  }, text);
}

const isItemOf = (item: Item, id: string, { title }: GraphTask): boolean =>
  item.id === undefined ? item.title === title : item.id === id;

/** Open items that are new on their side come after ours, by the id the task has now. */
function addTheirs(text: string, { base, ours, theirs }: TaskSides, { tasks }: GraphState): string {
  const known = new Set([base, ours].flatMap(({ actions }) => parseItems(actions).items.map(({ title }) => title)));
  const news = parseItems(theirs.actions).items.filter(
    (item) => isOpen(item) && !known.has(item.title) && !TASK_ID.test(item.id ?? ''),
  );
  return news.reduce((shown, { id, title, state, reason }) => {
    const words = bareTitle(title);
    const now = Object.entries(tasks).find(([, task]) => task.title === words);
    if (now !== undefined && isOver(now[1])) return shown;
    const note = now === undefined ? reason && `blocked: ${reason}` : waitingNote(tasks, now[0]);
    const draft = { id: now?.[0] ?? id, title: words, priority: now?.[1].priority, note };
    return addItem(shown, draft, state === 'blocked' || note !== undefined ? 'blocked' : 'ready');
  }, text);
}

/** Without what Baton adds in brackets. */
const bareTitle = (title: string): string =>
  title.replace(/(?: \((?:critical|high|low|in progress|blocked[^)]*|after T-[^)]*)\))+$/, '');

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

/** From their ids to our ids, if both are one task. The most certain sign counts first. */
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

/** The side that changed it decides; if both did, what one side finished stays finished. */
function isTheirs(base: GraphTask | undefined, mine: GraphTask, theirs: GraphTask): boolean {
  if (base !== undefined && isEqual(base, theirs)) return false;
  if (base !== undefined && isEqual(base, mine)) return true;
  return PROGRESS.indexOf(theirs.status) > PROGRESS.indexOf(mine.status);
}

/** A side without a graph has its say by what it completed in the list. */
function followList(graph: GraphState, list: string, nowMs: number): GraphState {
  return parseItems(list).items.reduce((result, { id, title, state }) => {
    if (state !== 'done') return result;
    const open = Object.entries(result.tasks).find(
      ([taskId, task]) => !isOver(task) && (taskId === id || withoutDay(title) === task.title),
    );
    return open === undefined ? result : completeTask(result, open[0], nowMs);
  }, graph);
}

const withoutDay = (title: string): string => title.replace(/ \(\d{4}-\d\d-\d\d\)$/, '');

/** Tasks of the task plane that the list shows; the next close asks what became of them. */
const listPlaneTasks = (text: string): PlaneTask[] =>
  parseItems(text).items.flatMap(({ id = '', title, state, reason }): PlaneTask[] => {
    if (!TASK_ID.test(id) || state === 'done' || state === 'dropped') return [];
    if (state !== 'blocked') return [{ id, title, state: 'open' }];
    return [{ id, title: bareTitle(title), state: 'blocked', ...given({ reason }) }];
  });
