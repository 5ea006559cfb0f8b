import type { Platform, Project, TaskStore } from '../../kernel/ports/index.ts';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { TASK_STATUSES, type TaskRecord, type TaskStatus } from '../../kernel/tasks.ts';
import { applyImport } from './apply-import.ts';
import { fitTask, guardImport, type GuardedImport } from './guard-import.ts';
import type { ForeignSource, ForeignTask, ImportSourceName, ReportRow } from './foreign-task.ts';
import { linkTasks } from './to-task.ts';
import { findChanged, planImport, type KnownTasks, type PlannedItem } from './plan-import.ts';
import { readSource } from './read-source.ts';

export interface ImportTasksRequest {
  readonly from: ImportSourceName;
  /** Absolute. */
  readonly path: string;
  /** What the source is called in aliases; default the tool. */
  readonly as?: string;
  readonly by: string;
  /** Open tasks wait in backlog, so that no agent begins with them by itself. */
  readonly toBacklog?: boolean;
  readonly dryRun: boolean;
  onProgress?(count: number): void;
}

export interface ImportedItem {
  readonly alias: string;
  /** Null if a dry run would make it. */
  readonly id: string | null;
  readonly action: PlannedItem['action'];
  readonly status: TaskStatus;
  readonly title: string;
}

export interface ImportTasksResult {
  readonly from: ImportSourceName;
  readonly as: string;
  readonly path: string;
  /** Items in the source. It is the sum of the next four. */
  readonly found: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
  /** Tasks that wait for a person because of the guard. */
  readonly held: number;
  readonly tasks: readonly ImportedItem[];
  readonly report: readonly ReportRow[];
}

/** What an import needs of the outside. */
export type ImportMeans = Pick<Platform, 'clock' | 'files' | 'random' | 'scanner' | 'tasks'> & {
  readonly project: Pick<Project, 'locks' | 'settings'>;
};

const MAX_TRIES = 5;
const LOCK_WAIT_MS = 120_000;
const SOURCE_NAME = /^[a-z][a-z0-9_.-]{0,63}$/i;

/** Imports the tasks of another tool, or what changed there since the last time. */
export async function importTasks(means: ImportMeans, request: ImportTasksRequest): Promise<ImportTasksResult> {
  assertName(request.as);
  const source = await readSource(means.files, request.from, request.path);
  if (request.dryRun) return await carryOut(means, request, source);
  // Two imports of one source at a time would both find that nothing is there yet.
  const lock = await means.project.locks.acquire('import', { owner: 'baton import', waitMs: LOCK_WAIT_MS });
  try {
    return await retrying(() => carryOut(means, request, source));
  } finally {
    await lock.release();
  }
}

function assertName(as: string | undefined): void {
  if (as === undefined || SOURCE_NAME.test(as)) return;
  throw new BatonError('INPUT_INVALID', `"${as}" cannot be the name of a source`, {
    hint: 'use letters, digits, dots, dashes; begin with a letter',
  });
}

/** Tasks may change between the look and the write; what was written already is found as it is then. */
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isBatonError(error, 'TASK_CHANGED') || tries >= MAX_TRIES) throw error;
    }
  }
}

async function carryOut(
  means: ImportMeans,
  request: ImportTasksRequest,
  source: ForeignSource,
): Promise<ImportTasksResult> {
  const store = await means.tasks();
  const name = request.as ?? request.from;
  const present = await store.list({ statuses: TASK_STATUSES });
  const byForeignId = findKnown(present, name);
  const own = addOwn(present, source.tasks, byForeignId);
  const taken = new Set(present.map(({ id }) => id));
  const rows: ReportRow[] = [...source.rows];
  const fitting = source.tasks.flatMap((task) => fitTask(prepare(task, request), rows) ?? []);
  const linked = linkTasks(fitting, (id) => byForeignId.has(id));
  const changed = findChanged(linked.tasks, byForeignId, own);
  const known = { byForeignId, own, taken, bodies: await readBodies(store, changed) };
  const plan = planImport(linked.tasks, known);
  const guarded = guardImport(await means.scanner(), plan.items, means.project.settings.values);
  const { ids, refused } = request.dryRun
    ? { ids: idsOf(known), refused: new Map<string, string>() }
    : await applyImport(store, {
        plan,
        held: guarded.held,
        known,
        name,
        by: request.by,
        now: means.clock.now(),
        random: means.random,
        onProgress: request.onProgress,
      });
  return toResult({
    request,
    name,
    source,
    items: plan.items.filter(({ foreign }) => !refused.has(foreign.id)),
    guarded,
    ids,
    rows: [...rows, ...linked.rows, ...plan.rows, ...guarded.rows, ...[...refused].map(toRefusedRow)],
  });
}

const toRefusedRow = ([item, reason]: readonly [string, string]): ReportRow => ({
  kind: 'skipped',
  item,
  detail: `it cannot be stored: ${reason}`,
});

/** What the person asked for; the rest of an import does not know about it. */
function prepare(task: ForeignTask, { toBacklog }: ImportTasksRequest): ForeignTask {
  return toBacklog === true && task.status === 'ready' ? { ...task, status: 'backlog' } : task;
}

const findKnown = (tasks: readonly TaskRecord[], name: string): Map<string, TaskRecord> =>
  new Map(
    tasks.flatMap((task) => {
      const { imported } = task.metadata;
      return imported?.from === name ? [[imported.id, task] as const] : [];
    }),
  );

/** Items that an export wrote from tasks which are here: they are known too, and not made a second time. */
function addOwn(
  present: readonly TaskRecord[],
  items: readonly ForeignTask[],
  known: Map<string, TaskRecord>,
): Set<string> {
  const byUid = new Map(present.map((task) => [task.uid, task]));
  const own = new Set<string>();
  for (const { id, origin = '' } of items) {
    const task = byUid.get(origin);
    if (task === undefined || known.has(id)) continue;
    known.set(id, task);
    own.add(id);
  }
  return own;
}

async function readBodies(store: TaskStore, tasks: readonly TaskRecord[]): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  for (const { id } of tasks) bodies.set(id, await store.readBody(id));
  return bodies;
}

const idsOf = ({ byForeignId }: KnownTasks): Map<string, string> =>
  new Map([...byForeignId].map(([foreignId, { id }]) => [foreignId, id]));

interface Outcome {
  readonly request: ImportTasksRequest;
  readonly name: string;
  readonly source: ForeignSource;
  readonly items: readonly PlannedItem[];
  readonly guarded: GuardedImport;
  readonly ids: ReadonlyMap<string, string>;
  readonly rows: readonly ReportRow[];
}

function toResult({ request, name, source, items, guarded, ids, rows }: Outcome): ImportTasksResult {
  // What was said of them when they came in is not said again.
  const isSame = new Set(items.flatMap(({ action, foreign }) => (action === 'unchanged' ? [foreign.id] : [])));
  const count = (action: PlannedItem['action']): number => items.filter((item) => item.action === action).length;
  return {
    from: request.from,
    as: name,
    path: request.path,
    found: source.found,
    created: count('create'),
    updated: count('update'),
    unchanged: count('unchanged'),
    skipped: source.found - items.length,
    held: guarded.held.size,
    tasks: items.map(({ action, foreign }) => ({
      alias: `${name}:${foreign.id}`,
      id: ids.get(foreign.id) ?? null,
      action,
      status: guarded.held.has(foreign.id) ? 'blocked' : foreign.status,
      title: foreign.title,
    })),
    report: rows.filter(({ item }) => !isSame.has(item)),
  };
}
