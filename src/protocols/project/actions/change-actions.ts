/** `next add`, `done` and `block`: they change the graph if there is one, and in NEXT_ACTIONS.md only the lines of that item. */
import { BatonError } from '../../../kernel/errors/index.ts';
import { renderIsoDate } from '../../../kernel/time.ts';
import {
  addItem,
  blockItem,
  completeItem,
  EMPTY_NEXT_ACTIONS,
  findIdStyle,
  findItem,
  getItem,
  highestId,
  parseItems,
  renderId,
  unblockItem,
  type Item,
} from '../items/index.ts';
import type { Priority } from '../schema.ts';
import { addTask, blockTask, completeTask, isOver, readGraph, waitingNote, type GraphState } from './task-graph.ts';

export interface ActionChange {
  readonly action: 'add' | 'done' | 'block';
  /** The new item's title, or what names an item: id, number or title. */
  readonly item: string;
  readonly reason?: string | undefined;
  /** Any of these begins a task graph if there is none. */
  readonly after?: readonly string[] | undefined;
  readonly priority?: Priority | undefined;
  readonly assignedTo?: string | undefined;
}

export interface ActionState {
  /** NEXT_ACTIONS.md */
  readonly text: string;
  readonly graph: GraphState | undefined;
}

export interface ActionContext {
  /** Every handoff file, the archive and the manifest: no id in any of them is given again. */
  readonly texts: Iterable<string>;
  readonly nowMs: number;
}

export interface ChangedActions extends ActionState {
  /** Of the item that was added or changed. */
  readonly id: string | undefined;
}

export function changeActions(old: ActionState, change: ActionChange, context: ActionContext): ChangedActions {
  const state = { ...old, text: old.text.trim() === '' ? EMPTY_NEXT_ACTIONS : old.text };
  if (change.action === 'add') return add(state, change, context);
  const item = findItem(parseItems(state.text).items, change.item);
  const inGraph = findInGraph(state.graph, change.item, item);
  if (item === undefined && inGraph === undefined) getItem(parseItems(state.text).items, change.item);
  return change.action === 'done'
    ? finish(state, item, inGraph, context.nowMs)
    : block(state, item, inGraph, getReason(change));
}

const wantsGraph = ({ after = [], priority, assignedTo }: ActionChange): boolean =>
  after.length > 0 || priority !== undefined || assignedTo !== undefined;

function add({ text, graph }: ActionState, change: ActionChange, { texts, nowMs }: ActionContext): ChangedActions {
  if (graph === undefined && !wantsGraph(change)) {
    const style = findIdStyle(parseItems(text).items);
    const id = style === undefined ? undefined : renderId(style, highestId([...texts, text], style.prefix) + 1);
    return { text: addItem(text, { id, title: change.item }), graph, id };
  }
  const used = graph ?? readGraph(undefined, undefined);
  const nextId = Math.max(used.nextId, highestId([...texts, text], 'T-') + 1);
  const { item: title, after: dependsOn, priority, assignedTo } = change;
  const { graph: made, id } = addTask({ ...used, nextId }, { title, dependsOn, priority, assignedTo }, nowMs);
  const note = waitingNote(made.tasks, id);
  return {
    text: addItem(text, { id, title, priority, note }, note === undefined ? 'ready' : 'blocked'),
    graph: made,
    id,
  };
}

/** By id, or as the item of that id or of those very words. */
function findInGraph(graph: GraphState | undefined, wanted: string, item: Item | undefined): string | undefined {
  if (graph === undefined) return undefined;
  const ids = [wanted, item?.id ?? ''];
  const byId = ids.find((id) => Object.hasOwn(graph.tasks, id) && !isOver(graph.tasks[id]));
  if (byId !== undefined || item?.id !== undefined) return byId;
  const words = (item?.title ?? wanted).toLowerCase();
  const same = Object.entries(graph.tasks).filter(([, task]) => task.title.toLowerCase() === words && !isOver(task));
  return same.length === 1 ? same[0]?.[0] : undefined;
}

function finish(
  { text, graph }: ActionState,
  item: Item | undefined,
  inGraph: string | undefined,
  nowMs: number,
): ChangedActions {
  const done = item === undefined ? text : completeItem(text, item, renderIsoDate(nowMs));
  const id = inGraph ?? item?.id;
  if (graph === undefined || inGraph === undefined) return { text: done, graph, id };
  const changed = completeTask(graph, inGraph, nowMs);
  return { text: showUnblocked(done, graph, changed), graph: changed, id };
}

/** Entries that waited for the task that was finished can start now. */
function showUnblocked(text: string, before: GraphState, after: GraphState): string {
  const freed = Object.keys(after.tasks).filter(
    (id) =>
      !isOver(after.tasks[id]) &&
      waitingNote(before.tasks, id)?.startsWith('after ') === true &&
      waitingNote(after.tasks, id) === undefined,
  );
  return freed.reduce((shown, id) => {
    const item = parseItems(shown).items.find((each) => each.id === id && each.state === 'blocked');
    return item === undefined ? shown : unblockItem(shown, item);
  }, text);
}

function block(
  { text, graph }: ActionState,
  item: Item | undefined,
  inGraph: string | undefined,
  reason: string,
): ChangedActions {
  return {
    text: item === undefined ? text : blockItem(text, item, reason),
    graph: graph === undefined || inGraph === undefined ? graph : blockTask(graph, inGraph, reason),
    id: inGraph ?? item?.id,
  };
}

function getReason({ reason = '' }: ActionChange): string {
  if (reason.trim() !== '') return reason;
  throw new BatonError('USAGE_INVALID', 'say what blocks it: --reason TEXT');
}
