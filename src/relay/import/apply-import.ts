import { given } from '../../kernel/given.ts';
import type { Random, TaskChange, TaskLookup, TaskStore } from '../../kernel/ports/index.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { createUlidAfter, createUuid, isTaskId, parseTaskId, renderTaskId } from '../../kernel/ids.ts';
import { renderIsoDate } from '../../kernel/time.ts';
import { getEntry, joinChanges, planImported, planImportedUpdate, TaskEdit } from '../../protocols/tasks/index.ts';
import type { ImportPlan, KnownTasks, PlannedItem } from './plan-import.ts';
import { toRecord, toUpdate } from './to-task.ts';

export interface ImportOrder {
  readonly plan: ImportPlan;
  /** By foreign id: why a person must look first. */
  readonly held: ReadonlyMap<string, string>;
  readonly known: KnownTasks;
  /** Of the source. */
  readonly name: string;
  readonly by: string;
  readonly now: number;
  readonly random: Random;
  readonly onProgress?: ((count: number) => void) | undefined;
}

type Creation = Extract<PlannedItem, { action: 'create' }>;
type Update = Extract<PlannedItem, { action: 'update' }>;

/** So many tasks, or so much text, in one step. */
const MAX_TASKS = 250;
const MAX_CHARS = 2 * 1024 * 1024;

export interface AppliedImport {
  /** By foreign id. */
  readonly ids: ReadonlyMap<string, string>;
  /** Foreign ids of what the store cannot hold, with what it says. */
  readonly refused: ReadonlyMap<string, string>;
}

/**
 * Writes what was planned, in steps that are each whole. The order of the plan makes sure that a task is never there
 * before those it waits for. If it is killed between two steps, the next import continues.
 */
export async function applyImport(store: TaskStore, order: ImportOrder): Promise<AppliedImport> {
  const refused = new Map<string, string>();
  const ids = new Map([...order.known.byForeignId].map(([foreignId, { id }]) => [foreignId, id]));
  const creations = order.plan.items.filter((item) => item.action === 'create');
  const updates = order.plan.items.filter((item) => item.action === 'update');
  const late: Creation[] = [];
  let count = 0;
  const report = (size: number): void => order.onProgress?.((count += size));
  for (const step of inSteps(creations)) {
    await writeApart(step, refused, async (part) => {
      for (const [foreignId, id] of await create(store, order, part, ids)) ids.set(foreignId, id);
    });
    const made = step.filter(({ foreign }) => ids.has(foreign.id));
    late.push(...made.filter(({ foreign: { parent } }) => parent !== undefined && !ids.has(parent)));
    report(step.length);
  }
  for (const step of inSteps(updates)) {
    await writeApart(step, refused, (part) => update(store, order, part, ids));
    report(step.length);
  }
  await setLateParents(store, order, late, ids);
  return { ids, refused };
}

/** If the store cannot hold one of them, the others are written without it. */
async function writeApart<T extends Creation | Update>(
  step: readonly T[],
  refused: Map<string, string>,
  write: (part: readonly T[]) => Promise<void>,
): Promise<void> {
  try {
    await write(step);
  } catch (error) {
    if (!isBatonError(error, 'INPUT_INVALID') && !isBatonError(error, 'INPUT_TOO_LARGE')) throw error;
    const [first, ...others] = step;
    if (first === undefined) return;
    if (others.length === 0) return void refused.set(first.foreign.id, error.message);
    const half = Math.ceil(step.length / 2);
    await writeApart(step.slice(0, half), refused, write);
    await writeApart(step.slice(half), refused, write);
  }
}

function* inSteps<T extends Creation | Update>(items: readonly T[]): Generator<readonly T[]> {
  let step: T[] = [];
  let size = 0;
  for (const item of items) {
    step.push(item);
    size += item.body.length;
    if (step.length < MAX_TASKS && size < MAX_CHARS) continue;
    yield step;
    [step, size] = [[], 0];
  }
  if (step.length > 0) yield step;
}

async function create(
  store: TaskStore,
  { held, name, by, now, random }: ImportOrder,
  step: readonly Creation[],
  ids: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  // Decisions may be made again: what is random is thrown before.
  const uids = step.map(() => createUlidAfter(undefined, now, random));
  const traces = step.map(() => createUuid(random));
  const key = `import ${name} ${sha256Hex(canonicalJson(step.map(({ foreign }) => foreign.id)))}`;
  return await store.change([], (lookup): TaskChange<Map<string, string>> => {
    if (lookup.wasSeen(key)) throw changed('another import of the same source was faster');
    const fresh = giveIds(lookup, step, now);
    const all = new Map([...ids, ...fresh]);
    const changes = step.map((item, at) => {
      const task = toRecord(item, {
        name,
        by,
        now,
        ids: all,
        id: all.get(item.foreign.id) ?? '',
        uid: uids[at] ?? '',
        traceId: traces[at] ?? '',
        held: held.get(item.foreign.id),
      });
      const { artifacts } = item.foreign;
      return planImported({ task, body: item.body, ...given({ artifacts }) }, { actor: by, now });
    });
    return { ...joinChanges(fresh, ...changes), seen: [key] };
  });
}

/** Numbers of the day on which each was made there, so that ids tell the age as they do for every other task. */
function giveIds(lookup: TaskLookup, step: readonly Creation[], now: number): Map<string, string> {
  const fresh = new Map<string, string>();
  const taken = new Set<string>();
  const next = new Map<string, number>();
  for (const { foreign } of step) {
    const wanted = foreign.taskId;
    if (wanted === undefined || !isTaskId(wanted) || lookup.statusOf(wanted) !== undefined || taken.has(wanted))
      continue;
    fresh.set(foreign.id, wanted);
    taken.add(wanted);
  }
  for (const { foreign } of [...step].sort(byAge)) {
    if (fresh.has(foreign.id)) continue;
    const date = foreign.createdAt?.slice(0, 10) ?? renderIsoDate(now);
    let number = next.get(date) ?? parseTaskId(lookup.freeId(date)).number;
    while (taken.has(renderTaskId({ date, number }))) number += 1;
    fresh.set(foreign.id, renderTaskId({ date, number }));
    next.set(date, number + 1);
  }
  return fresh;
}

const naturally = new Intl.Collator('en', { numeric: true });

const byAge = ({ foreign: a }: Creation, { foreign: b }: Creation): number =>
  (a.createdAt ?? '').localeCompare(b.createdAt ?? '') || naturally.compare(a.id, b.id);

async function update(
  store: TaskStore,
  { known, held, name, by, now }: ImportOrder,
  step: readonly Update[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  await store.change(
    step.map((item) => item.known.id),
    (lookup) =>
      joinChanges(
        null,
        ...step.map((item) => {
          const entry = getEntry(lookup, item.known.id);
          if (entry.task.rev !== item.known.rev) throw changed(`${item.known.id} was changed in the meantime`);
          const current = known.bodies.get(item.known.id) ?? '';
          const planned = toUpdate(item, { name, now, ids, current, held: held.get(item.foreign.id) });
          return planImportedUpdate(entry, planned, { actor: by, now });
        }),
      ),
  );
}

/** A parent may wait for its own children: then it comes after them, and they learn of it here. */
async function setLateParents(
  store: TaskStore,
  { by, now }: ImportOrder,
  creations: readonly Creation[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  for (const step of inSteps(creations)) {
    const pairs = new Map(step.map(({ foreign }) => [ids.get(foreign.id) ?? '', ids.get(foreign.parent ?? '')]));
    await store.change([...pairs.keys()], (lookup) =>
      joinChanges(
        null,
        ...[...pairs].map(([id, parentId]) => {
          const edit = new TaskEdit(getEntry(lookup, id), { actor: by, now });
          if (edit.task.parentId === undefined && parentId !== undefined) edit.set({ parentId });
          return edit.toChange(null);
        }),
      ),
    );
  }
}

const changed = (message: string): BatonError => new BatonError('TASK_CHANGED', message);
