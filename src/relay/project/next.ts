import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { dayOf, renderIsoDate } from '../../kernel/time.ts';
import { draftAction } from '../../protocols/project/edits/index.ts';
import {
  EMPTY_NEXT_ACTIONS,
  findItem,
  isActive,
  MAX_ACTIVE,
  parseItems,
  type Item,
  type ItemState,
} from '../../protocols/project/items/index.ts';
import {
  listReady,
  showTasks,
  TASK_ID,
  type ActionChange,
  type GraphState,
} from '../../protocols/project/actions/index.ts';
import { withWriter } from './change/change-handoff.ts';
import { openDraft, readUsedGraph, writeDraft } from './change/write-draft.ts';
import { assertHandoffText } from './checks/content-faults.ts';
import { readPlaneTasks } from './folder/plane-tasks.ts';
import { findFileText, getHandoff, type Handoff } from './folder/read-handoff.ts';
import { getSession, type SessionRequest } from './folder/session.ts';

const ACTIONS_FILE = 'NEXT_ACTIONS.md';

/** The next actions of a project. */
export interface NextList {
  readonly active: readonly ActionRow[];
  /** What can start now, in order: of the graph, then of the file; all of them can run in parallel. */
  readonly ready: readonly ActionRow[];
  readonly blocked: readonly ActionRow[];
  readonly completed: readonly ActionRow[];
  /** Beyond the five that fit. */
  readonly overflow: readonly ActionRow[];
  readonly graph: boolean;
}

/** One next action. */
export interface ActionRow {
  readonly id: string | null;
  readonly title: string;
}

/** The next actions, the ones to do first; of a folder that was read before, if there is one. */
export async function listNext(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'tasks'>,
  known?: Handoff,
): Promise<NextList> {
  const handoff = known ?? (await getHandoff(platform));
  return describe(await withTasks(platform, findFileText(handoff, ACTIONS_FILE) ?? ''), readUsedGraph(handoff));
}

/** As the list will be when the session closes: with the live tasks of the task plane. */
async function withTasks(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'tasks'>,
  text: string,
): Promise<string> {
  const tasks = await readPlaneTasks(platform, text);
  return tasks.length === 0 ? text : showTasks(text, tasks, renderIsoDate(dayOf(platform.clock)));
}

const toRow = ({ id, title }: Pick<Item, 'id' | 'title'>): ActionRow => ({ id: id ?? null, title });

function describe(text: string, graph: GraphState | undefined): NextList {
  const { items } = parseItems(text);
  const of = (...states: readonly ItemState[]): ActionRow[] =>
    items.filter(({ state }) => states.includes(state)).map(toRow);
  const active = items.filter(isActive).map(toRow);
  const tasks = graph?.tasks ?? {};
  const known = listReady(tasks).map(toRow);
  // A task of the graph is as ready as the graph says.
  const others = items.filter(({ id, state }) => state === 'ready' && !Object.hasOwn(tasks, id ?? '')).map(toRow);
  return {
    active: active.slice(0, MAX_ACTIVE),
    ready: [...known, ...others],
    blocked: of('blocked'),
    completed: of('done'),
    overflow: active.slice(MAX_ACTIVE),
    graph: graph !== undefined,
  };
}

/** A change to the next actions. */
export interface NextRequest extends SessionRequest, ActionChange {
  readonly dryRun?: boolean;
}

/** Adds an item, completes it or blocks it: in NEXT_ACTIONS.md only the lines of that item change. */
export async function next(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner' | 'tasks'
  >,
  request: NextRequest,
): Promise<NextList & { readonly id: string | null }> {
  if (request.item.trim() === '') throw new BatonError('INPUT_INVALID', 'say which item: its title, id or number');
  return withWriter(
    platform,
    'baton next',
    async (handoff) => {
      const lock = await getSession(platform, handoff, request);
      const old = findFileText(handoff, ACTIONS_FILE) ?? EMPTY_NEXT_ACTIONS;
      assertHandoffText(ACTIONS_FILE, old);
      await assertNoPlaneTask(platform, old, request);
      const draft = draftAction(openDraft(handoff, lock), {
        ...request,
        nowMs: platform.clock.now(),
        manifestText: handoff.manifestText ?? '',
      });
      await writeDraft(platform, handoff, lock, draft, request);
      const list = describe(await withTasks(platform, draft.texts.get(ACTIONS_FILE) ?? ''), draft.graph);
      return { ...list, id: draft.id ?? null };
    },
    request,
  );
}

/** `baton next` lists live tasks before `close` writes them down; what becomes of one is decided in the task plane. */
async function assertNoPlaneTask(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'tasks'>,
  text: string,
  { action, item }: NextRequest,
): Promise<void> {
  if (action === 'add' || findItem(parseItems(text).items, item) !== undefined) return;
  const task = findItem(parseItems(await withTasks(platform, text)).items, item);
  if (task?.id === undefined || !TASK_ID.test(task.id)) return;
  const move = action === 'done' ? 'done' : 'blocked --reason TEXT';
  throw new BatonError(
    'ACTION_NOT_FOUND',
    `${task.id} is a task of the task plane, and ${ACTIONS_FILE} does not name it yet`,
    { id: task.id, hint: `run baton task move ${task.id} ${move}: the list follows the task` },
  );
}
