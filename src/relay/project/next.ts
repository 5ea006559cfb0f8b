import { BatonError } from '../../kernel/errors/index.ts';
import { renderIsoDate } from '../../kernel/time.ts';
import {
  addAction,
  addEntry,
  addTask,
  blockAction,
  blockTask,
  completeAction,
  completeTask,
  EMPTY_LOG,
  EMPTY_NEXT_ACTIONS,
  findAction,
  getAction,
  listReady,
  MANIFEST_FILE,
  MAX_ACTIVE,
  parseManifest,
  parseNextActions,
  readGraph,
  renderActions,
  renderManifest,
  renderRest,
  showTasks,
  takeOverActions,
  TASK_ID,
  type Action,
  type GraphState,
  type HandoffLock,
  type Priority,
  type TakenOver,
} from '../../protocols/project/index.ts';
import { detectLineEnding } from '../../kernel/text.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { applyChanges, withWriter } from './change/change-handoff.ts';
import { assertHandoffText } from './checks/check-text.ts';
import { assertManifestUsable } from './manifest.ts';
import { readPlaneTasks } from './folder/plane-tasks.ts';
import { findFileText, getHandoff, type Handoff } from './folder/read-handoff.ts';
import { getSession, renewLock, toProvenance, type SessionRequest } from './folder/session.ts';

const ACTIONS_FILE = 'NEXT_ACTIONS.md';

export interface NextList {
  readonly active: readonly ActionRow[];
  /** Of the graph: what can start now, in order; all of them can run in parallel. */
  readonly ready: readonly ActionRow[];
  readonly blocked: readonly ActionRow[];
  readonly completed: readonly ActionRow[];
  /** Beyond the five that fit. */
  readonly overflow: readonly ActionRow[];
  readonly graph: boolean;
}

export interface ActionRow {
  readonly id: string | null;
  readonly title: string;
}

export async function listNext(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'tasks'>,
): Promise<NextList> {
  const handoff = await getHandoff(platform);
  return describe(await withTasks(platform, findFileText(handoff, ACTIONS_FILE) ?? ''), readUsedGraph(handoff));
}

/** As the list will be when the session closes: with the live tasks of the task plane. */
const withTasks = async (
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'tasks'>,
  text: string,
): Promise<string> => showTasks(text, await readPlaneTasks(platform, text), renderIsoDate(platform.clock.now()));

const readUsedGraph = ({ manifest }: Handoff): GraphState | undefined =>
  manifest?.tasks === undefined ? undefined : readGraph(manifest.tasks, manifest.next_task_id);

function describe(text: string, graph: GraphState | undefined): NextList {
  const actions = parseNextActions(text);
  const of = (state: Action['state']): ActionRow[] =>
    actions.filter((action) => action.state === state).map(({ id, title }) => ({ id: id ?? null, title }));
  const active = of('active');
  return {
    active: active.slice(0, MAX_ACTIVE),
    ready:
      graph === undefined
        ? active.slice(0, MAX_ACTIVE)
        : listReady(graph.tasks).map(({ id, title }) => ({ id, title })),
    blocked: of('blocked'),
    completed: of('completed'),
    overflow: active.slice(MAX_ACTIVE),
    graph: graph !== undefined,
  };
}

export interface NextRequest extends SessionRequest {
  readonly action: 'add' | 'done' | 'block';
  /** The new item's title, or what names an item: id, number or title. */
  readonly item: string;
  readonly reason?: string | undefined;
  /** Any of these begins a task graph where there is none. */
  readonly after?: readonly string[];
  readonly priority?: Priority | undefined;
  readonly assignedTo?: string | undefined;
  readonly dryRun?: boolean;
}

export async function next(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'tasks'
  >,
  request: NextRequest,
): Promise<NextList> {
  if (request.item.trim() === '') throw new BatonError('INPUT_INVALID', 'say which item: its title, id or number');
  return withWriter(
    platform,
    'baton next',
    async (handoff) => {
      const lock = await getSession(platform, handoff, request);
      const old = findFileText(handoff, ACTIONS_FILE) ?? EMPTY_NEXT_ACTIONS;
      assertHandoffText(ACTIONS_FILE, old);
      await assertNoPlaneTask(platform, old, request);
      const taken = await takeOver(platform, handoff, old, request);
      const changed = taken === undefined ? undefined : changeGraph(platform, old, taken, request);
      const text = changed === undefined ? changeText(platform, old, request) : renderActions(changed.tasks);
      const writes = new Map([[ACTIONS_FILE, text]]);
      if (changed !== undefined) writes.set(MANIFEST_FILE, withGraph(handoff, changed));
      if (taken !== undefined && taken.rest.length > 0)
        writes.set('LOG.md', await logRest(platform, handoff, lock, taken.rest));
      if (request.dryRun !== true) {
        await applyChanges(platform, handoff.folder, { writes });
        await renewLock(platform, handoff.folder, lock);
      }
      return describe(await withTasks(platform, text), changed);
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
  if (action === 'add' || findAction(parseNextActions(text), item) !== undefined) return;
  const task = findAction(parseNextActions(await withTasks(platform, text)), item);
  if (task?.id === undefined || !TASK_ID.test(task.id)) return;
  const move = action === 'done' ? 'done' : 'blocked --reason TEXT';
  throw new BatonError(
    'ACTION_NOT_FOUND',
    `${task.id} is a task of the task plane, and ${ACTIONS_FILE} does not name it yet`,
    { id: task.id, hint: `run baton task move ${task.id} ${move}: the list follows the task` },
  );
}

const wantsGraph = ({ after = [], priority, assignedTo }: NextRequest): boolean =>
  after.length > 0 || priority !== undefined || assignedTo !== undefined;

/** The graph with what the list says beside it; undefined where the list itself is the source and stays it. */
async function takeOver(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'tasks'>,
  handoff: Handoff,
  text: string,
  request: NextRequest,
): Promise<TakenOver | undefined> {
  const graph = readUsedGraph(handoff) ?? (wantsGraph(request) ? readGraph(undefined, undefined) : undefined);
  if (graph === undefined) return undefined;
  const planeTasks = await readPlaneTasks(platform, text);
  return takeOverActions(text, graph, {
    nowMs: platform.clock.now(),
    isElsewhere: ({ id }) => planeTasks.some((task) => task.id === id),
  });
}

async function logRest(
  platform: Pick<Platform, 'clock' | 'project'>,
  handoff: Handoff,
  lock: HandoffLock,
  rest: readonly string[],
): Promise<string> {
  const log = findFileText(handoff, 'LOG.md') ?? EMPTY_LOG;
  assertHandoffText('LOG.md', log);
  const provenance = await toProvenance(platform, lock);
  return addEntry(log, { title: 'Words of NEXT_ACTIONS.md beside its items', body: renderRest(rest), provenance });
}

function changeGraph(
  platform: Pick<Platform, 'clock'>,
  text: string,
  taken: TakenOver,
  request: NextRequest,
): GraphState {
  const { graph, idAt } = taken;
  const now = platform.clock.now();
  if (request.action === 'add') {
    const { after: dependsOn, priority, assignedTo } = request;
    return addTask(graph, { title: request.item, dependsOn, priority, assignedTo }, now).graph;
  }
  const listed = findAction(parseNextActions(text), request.item);
  const id = Object.hasOwn(graph.tasks, request.item)
    ? request.item
    : ((listed === undefined ? undefined : idAt.get(listed.start)) ??
      getAction(parseNextActions(renderActions(graph.tasks)), request.item).id);
  if (id === undefined)
    throw new BatonError('ACTION_NOT_FOUND', `"${request.item}" is not in the task graph`, { text });
  return request.action === 'done' ? completeTask(graph, id, now) : blockTask(graph, id, getReason(request));
}

function changeText(platform: Pick<Platform, 'clock'>, text: string, request: NextRequest): string {
  if (request.action === 'add') return addAction(text, request.item);
  const action = getAction(parseNextActions(text), request.item);
  if (request.action === 'done') return completeAction(text, action, renderIsoDate(platform.clock.now()));
  return blockAction(text, action, getReason(request));
}

function getReason({ reason = '' }: NextRequest): string {
  if (reason.trim() !== '') return reason;
  throw new BatonError('USAGE_INVALID', 'say what blocks it: --reason TEXT');
}

function withGraph(handoff: Handoff, graph: GraphState): string {
  assertManifestUsable(handoff);
  const { manifest } = handoff;
  if (manifest === undefined) {
    throw new BatonError('MANIFEST_INVALID', 'a task graph lives in MANIFEST.json, and there is none', {
      hint: 'run baton manifest first',
    });
  }
  const changed = { ...manifest, aahp_version: '3.0', tasks: graph.tasks, next_task_id: graph.nextId };
  const text = renderManifest(changed, detectLineEnding(handoff.manifestText ?? ''));
  // A manifest that breaks its schema would keep every later command from its work.
  parseManifest(text);
  return text;
}
