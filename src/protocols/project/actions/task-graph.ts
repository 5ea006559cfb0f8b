/** The v3 task graph of the manifest: which tasks there are, what each waits for, what can start now. */
import { given } from '../../../kernel/given.ts';
import { BatonError } from '../../../kernel/errors/index.ts';
import { codePointLength, cutText } from '../../../kernel/text.ts';
import { renderIsoSeconds } from '../../../kernel/time.ts';
import { PRIORITIES, type GraphTask, type Priority, type TaskGraph } from '../schema.ts';

/** The tasks of MANIFEST.json with the next free number. */
export interface GraphState {
  readonly tasks: TaskGraph;
  readonly nextId: number;
}

export interface TaskDraft {
  readonly title: string;
  readonly priority?: Priority | undefined;
  readonly dependsOn?: readonly string[] | undefined;
  readonly assignedTo?: string | undefined;
}

export const MAX_TITLE = 200;
const MAX_NAME = 200;

export const renderGraphId = (number: number): string => `T-${String(number).padStart(3, '0')}`;

/** The next id is above every id there is, whatever the counter says: ids are never used again. */
export function readGraph(tasks: TaskGraph | undefined, nextId: number | undefined): GraphState {
  const highest = Math.max(0, ...Object.keys(tasks ?? {}).map((id) => Number(id.slice(2))));
  return { tasks: tasks ?? {}, nextId: Math.max(nextId ?? 1, highest + 1) };
}

export function addTask(graph: GraphState, draft: TaskDraft, nowMs: number): { graph: GraphState; id: string } {
  const id = renderGraphId(graph.nextId);
  const title = oneLine(draft.title);
  const length = codePointLength(title);
  if (length < 1 || length > MAX_TITLE) {
    throw new BatonError('INPUT_INVALID', `a task's title has 1 to ${MAX_TITLE} characters, this one ${length}`);
  }
  const assignedTo = draft.assignedTo === undefined ? undefined : oneLine(draft.assignedTo);
  if (assignedTo !== undefined && codePointLength(assignedTo) > MAX_NAME) {
    throw new BatonError('INPUT_INVALID', `the assignee of a task may have at most ${MAX_NAME} characters`);
  }
  const task: GraphTask = {
    title,
    status: 'ready',
    priority: draft.priority ?? 'medium',
    depends_on: draft.dependsOn ?? [],
    ...given({ assigned_to: assignedTo }),
    created: renderIsoSeconds(nowMs),
  };
  const tasks = { ...graph.tasks, [id]: task };
  assertGraph(tasks);
  return { graph: { tasks, nextId: graph.nextId + 1 }, id };
}

export function completeTask(graph: GraphState, id: string, nowMs: number): GraphState {
  const { blocked_by: _, ...task } = getTask(graph, id);
  return change(graph, id, { ...task, status: 'done', completed: renderIsoSeconds(nowMs) });
}

export const blockTask = (graph: GraphState, id: string, reason: string): GraphState =>
  change(graph, id, { ...getTask(graph, id), status: 'blocked', blocked_by: cutText(oneLine(reason), MAX_TITLE, '…') });

/** A line break in a title or a reason would make lines of its own in NEXT_ACTIONS.md. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const change = (graph: GraphState, id: string, task: GraphTask): GraphState => ({
  ...graph,
  tasks: { ...graph.tasks, [id]: task },
});

/** Only what the graph itself holds: every object answers to names such as `constructor`. */
const findTask = (tasks: TaskGraph, id: string): GraphTask | undefined =>
  Object.hasOwn(tasks, id) ? tasks[id] : undefined;

function getTask(graph: GraphState, id: string): GraphTask {
  const task = findTask(graph.tasks, id);
  if (task !== undefined) return task;
  throw new BatonError('ACTION_NOT_FOUND', `there is no task ${id}`, { id, known: Object.keys(graph.tasks) });
}

/** Unknown ids and circles, each as a sentence. */
export function findGraphFaults(tasks: TaskGraph): readonly string[] {
  const faults: string[] = [];
  for (const [id, task] of Object.entries(tasks)) {
    for (const wanted of task.depends_on ?? []) {
      if (findTask(tasks, wanted) === undefined) faults.push(`${id} depends on ${wanted}, which does not exist`);
    }
  }
  const circle = findCircle(tasks);
  if (circle !== undefined) faults.push(`${circle.join(' → ')} is a circle`);
  return faults;
}

function assertGraph(tasks: TaskGraph): void {
  const faults = findGraphFaults(tasks);
  if (faults.length > 0) throw new BatonError('TASK_GRAPH_INVALID', faults.join('; '), { faults });
}

/** Depth first without recursion: a chain of thousands of tasks is no reason to run out of stack. */
function findCircle(tasks: TaskGraph): readonly string[] | undefined {
  const finished = new Set<string>();
  for (const root of Object.keys(tasks)) {
    const path: { id: string; rest: string[] }[] = [];
    const onPath = new Set<string>();
    const enter = (id: string): void => {
      path.push({ id, rest: [...(findTask(tasks, id)?.depends_on ?? [])] });
      onPath.add(id);
    };
    if (!finished.has(root)) enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.rest.pop();
      if (next === undefined) {
        finished.add(top.id);
        onPath.delete(top.id);
        path.pop();
      } else if (onPath.has(next)) {
        const ids = path.map(({ id }) => id);
        return [...ids.slice(ids.indexOf(next)), next];
      } else if (!finished.has(next) && findTask(tasks, next) !== undefined) enter(next);
    }
  }
  return undefined;
}

/** A task that can be begun. */
export interface ReadyTask extends GraphTask {
  readonly id: string;
}

/** What can start now, most urgent first, then oldest. All of them are free of one another and can run in parallel. */
export function listReady(tasks: TaskGraph): readonly ReadyTask[] {
  return Object.entries(tasks)
    .filter(([, task]) => isReady(tasks, task))
    .map(([id, task]) => ({ id, ...task }))
    .sort((a, b) => urgency(a) - urgency(b) || Number(a.id.slice(2)) - Number(b.id.slice(2)));
}

const isReady = (tasks: TaskGraph, { status, depends_on = [] }: GraphTask): boolean =>
  status === 'ready' && depends_on.every((id) => isOver(findTask(tasks, id)));

export const isOver = (task: GraphTask | undefined): boolean => task?.status === 'done' || task?.status === 'cancelled';

const urgency = ({ priority = 'medium' }: GraphTask): number => PRIORITIES.indexOf(priority);

/** What an item of this task says in brackets: what blocks it, or the tasks it waits for; undefined if it can start. */
export function waitingNote(tasks: TaskGraph, id: string): string | undefined {
  const { status, blocked_by, depends_on = [] } = findTask(tasks, id) ?? {};
  if (status === 'blocked') return blocked_by === undefined ? 'blocked' : `blocked: ${blocked_by}`;
  const open = depends_on.filter((each) => !isOver(findTask(tasks, each)));
  return open.length === 0 ? undefined : `after ${open.join(', ')}`;
}
