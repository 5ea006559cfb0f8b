/** NEXT_ACTIONS.md is drawn from the graph: what people wrote into it goes into the graph before, and the rest is handed on. */
import { codePointLength, cutText, splitLines } from '../../../kernel/text.ts';
import { findIsoDate, renderIsoSeconds } from '../../../kernel/time.ts';
import { labelOf, parseNextActions, type Action } from './next-actions.ts';
import type { GraphTask, Priority } from '../schema.ts';
import { isOver, MAX_TITLE, renderGraphId, type GraphState } from './task-graph.ts';

export interface TakenOver {
  readonly graph: GraphState;
  /** Lines the graph has no place for: prose, details, what is longer than a title may be. */
  readonly rest: readonly string[];
  /** The task of the item that begins at this offset. */
  readonly idAt: ReadonlyMap<number, string>;
}

export interface TakeOverOptions {
  readonly nowMs: number;
  /** Items that stand for something else, such as a task of the task plane: it stays where it is. */
  readonly isElsewhere?: (action: Action) => boolean;
}

/** A counter beyond this could not be raised exactly any more. */
const HIGHEST_NUMBER = 1e9;

export function takeOverActions(text: string, graph: GraphState, options: TakeOverOptions): TakenOver {
  const actions = parseNextActions(text).filter(({ title }) => title.trim() !== '');
  const kept = findKeptIds(actions, graph);
  const numbers = [...kept.values()].map((id) => Number(id.slice(2)));
  let nextId = Math.max(graph.nextId, ...numbers.map((number) => number + 1));
  const tasks: Record<string, GraphTask> = { ...graph.tasks };
  const idAt = new Map<number, string>();
  const said = new Set<number>();
  for (const action of actions) {
    const same = findSame(graph, action, isDone(text, action));
    const taken = same === undefined ? toTask(text, action, options.nowMs) : undefined;
    if (same !== undefined) idAt.set(action.start, same);
    if (same === undefined ? taken?.isWhole === true : saysTheSame(text, action, tasks[same])) said.add(action.start);
    if (taken === undefined || options.isElsewhere?.(action) === true) continue;
    const id = kept.get(action.start) ?? renderGraphId(nextId);
    if (!kept.has(action.start)) nextId += 1;
    tasks[id] = taken.task;
    idAt.set(action.start, id);
  }
  return { graph: { tasks, nextId }, rest: listRest(text, actions, said), idAt };
}

/** Items keep an id that no task ever had. */
function findKeptIds(actions: readonly Action[], { tasks, nextId }: GraphState): ReadonlyMap<number, string> {
  const kept = new Map<number, string>();
  for (const { id = '', start } of actions) {
    const number = /^T-\d+$/.test(id) ? Number(id.slice(2)) : 0;
    const isNew = number >= nextId && number < HIGHEST_NUMBER && !Object.hasOwn(tasks, id);
    if (isNew && ![...kept.values()].includes(id)) kept.set(start, id);
  }
  return kept;
}

/** The task an item stands for: by its id, or by its very words one that is as open as the item. */
function findSame({ tasks }: GraphState, { id, title }: Action, isCompleted: boolean): string | undefined {
  if (id !== undefined && Object.hasOwn(tasks, id)) return id;
  if (id !== undefined) return undefined;
  const same = Object.entries(tasks).filter(([, task]) => startsWithTitle(title, task));
  return (same.find(([, task]) => !isOver(task)) ?? (isCompleted ? same[0] : undefined))?.[0];
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const startsWithTitle = (words: string, task: GraphTask): boolean =>
  oneLine(words) === task.title || oneLine(words).startsWith(`${task.title} (`);

/** A box somebody ticked by hand says more than the graph does. */
const saysTheSame = (text: string, action: Action, task: GraphTask | undefined): boolean =>
  task !== undefined && startsWithTitle(action.title, task) && (!isDone(text, action) || isOver(task));

/** An empty box is an open item wherever it stands: a line added at the end of the file comes to stand under the completed ones. */
const isDone = (text: string, { state, start }: Action): boolean =>
  state === 'completed' && !/^\s*(?:[-*+]|\d+[.)])\s+\[ \]/.test(text.slice(start, start + 200));

function toTask(text: string, action: Action, nowMs: number): { task: GraphTask; isWhole: boolean } {
  // An item that stands for a task of the task plane keeps that id in its title.
  const words = oneLine(action.id?.startsWith('TASK-') === true ? labelOf(action) : action.title);
  const { title, reason, ...facts } = readNotes(words, action.state, isDone(text, action));
  const isWhole = codePointLength(title) <= MAX_TITLE && codePointLength(reason ?? '') <= MAX_TITLE;
  return {
    task: {
      title: cutText(title, MAX_TITLE, '…'),
      priority: 'medium',
      depends_on: [],
      ...facts,
      ...(reason === undefined ? {} : { blocked_by: cutText(reason, MAX_TITLE, '…') }),
      created: renderIsoSeconds(nowMs),
    },
    isWhole,
  };
}

type Notes = Pick<GraphTask, 'title' | 'status' | 'priority' | 'completed'> & { readonly reason?: string };

/** What the list says in brackets behind a title, which the graph has fields for. */
function readNotes(words: string, state: Action['state'], isCompleted: boolean): Notes {
  if (isCompleted) {
    const [, title, date = ''] = /^(.*\S) \((\d{4}-\d\d-\d\d)\)$/.exec(words) ?? [];
    const epochMs = findIsoDate(date);
    if (title === undefined || epochMs === undefined) return { title: words, status: 'done' };
    return { title, status: 'done', completed: renderIsoSeconds(epochMs) };
  }
  if (state === 'blocked') {
    const [, title = words, reason, after] = /^(.*?\S) \((?:blocked(?:: (.+))?|(after T-.+))\)$/.exec(words) ?? [];
    const why = reason ?? after;
    return { title, status: 'blocked', ...(why === undefined ? {} : { reason: why }) };
  }
  const [, title = words, priority, going] =
    /^(.*?\S)(?: \((critical|high|low)\))?( \(in progress\))?$/.exec(words) ?? [];
  return {
    title,
    status: going === undefined ? 'ready' : 'in_progress',
    ...(priority === undefined ? {} : { priority: priority as Priority }),
  };
}

/** Everything but headings the list has anyway, markers of sections, and items the graph says in full. */
function listRest(text: string, actions: readonly Action[], said: ReadonlySet<number>): readonly string[] {
  const isSaid = (start: number, line: string): boolean => {
    const around = actions.find((action) => action.start <= start && start < action.end);
    if (around === undefined) return DRAWN.test(line);
    return said.has(around.start) && (around.start === start || oneLine(around.title).includes(oneLine(line)));
  };
  return splitLines(text)
    .map(({ start, end }) => ({ start, line: text.slice(start, end) }))
    .filter(({ start, line }) => line.trim() !== '' && !isSaid(start, line))
    .map(({ line }) => line);
}

const DRAWN = /^\s*(?:# .*|## (?:Active|Blocked|Recently Completed)|<!-- \/?SECTION: .*-->)\s*$/;

/** For LOG.md, indented: in code no line of it begins an entry, closes a fence or opens a section. */
export const renderRest = (rest: readonly string[]): string =>
  ['Taken out of NEXT_ACTIONS.md, which is drawn from the task graph:', '', ...rest.map((line) => `    ${line}`)].join(
    '\n',
  );
