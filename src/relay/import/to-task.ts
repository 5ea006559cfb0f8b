import { given } from '../../kernel/given.ts';
import type { ImportMark, TaskBlock, TaskRecord } from '../../kernel/tasks.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import type { ImportedUpdate } from '../../protocols/tasks/index.ts';
import type { ForeignTask, ReportRow } from './foreign-task.ts';
import { renderMarks, workLogOf, type ImportedField, type PlannedItem, type SourceMarks } from './plan-import.ts';

interface Names {
  /** Of the source. */
  readonly name: string;
  readonly now: number;
  /** Ids of tasks by foreign id, as far as they are there. */
  readonly ids: ReadonlyMap<string, string>;
  /** Why a person must look first. */
  readonly held: string | undefined;
}

interface NewNames extends Names {
  readonly by: string;
  readonly id: string;
  readonly uid: string;
  readonly traceId: string;
}

/** The record of a task that comes in for the first time. */
export function toRecord({ foreign, marks }: Extract<PlannedItem, { action: 'create' }>, names: NewNames): TaskRecord {
  const { createdAt = renderIsoTime(names.now), updatedAt = createdAt, closedAt = updatedAt } = foreign;
  const parentId = names.ids.get(foreign.parent ?? '');
  const status = names.held === undefined ? foreign.status : 'blocked';
  return {
    schemaVersion: 1,
    id: names.id,
    uid: names.uid,
    title: foreign.title,
    status,
    priority: foreign.priority ?? 'normal',
    routing: toRouting(foreign),
    createdAt,
    updatedAt,
    lastTransitionAt: closedAt,
    createdBy: foreign.createdBy ?? names.by,
    ...given({ parentId }),
    dependsOn: toIds(foreign.dependsOn, names.ids),
    rev: 1,
    metadata: {
      traceId: names.traceId,
      ...given({ dueBy: foreign.dueBy, block: toBlock(foreign, names) }),
      ...(foreign.labels.length === 0 ? {} : { labels: foreign.labels }),
      imported: toMark(foreign, marks, names),
    },
  };
}

/** What changes of a task that came in before. */
export function toUpdate(
  { foreign, body, marks, known, merge }: Extract<PlannedItem, { action: 'update' }>,
  names: Names & { readonly current: string },
): ImportedUpdate {
  const has = (field: ImportedField): boolean => merge.fields.includes(field);
  const routing = { ...known.routing, ...(has('routing') ? toRouting(foreign) : {}) };
  const { agent: _, ...others } = routing;
  const agent = has('assignee') ? foreign.assignee : known.routing.agent;
  const log = workLogOf(names.current);
  const parentId = names.ids.get(foreign.parent ?? '');
  return {
    fields: {
      ...(has('title') ? { title: foreign.title } : {}),
      ...(has('priority') ? { priority: foreign.priority ?? 'normal' } : {}),
      ...(has('assignee') || has('routing') ? { routing: { ...others, ...given({ agent }) } } : {}),
      ...(has('parent') && parentId !== undefined ? { parentId } : {}),
      ...(has('dependsOn') ? { dependsOn: toIds(foreign.dependsOn, names.ids) } : {}),
    },
    metadata: {
      ...(has('labels') ? { labels: foreign.labels.length === 0 ? undefined : foreign.labels } : {}),
      ...(has('dueBy') ? { dueBy: foreign.dueBy } : {}),
      imported: toMark(foreign, marks, names),
    },
    ...(names.held !== undefined ? { status: 'blocked' } : has('status') ? { status: foreign.status } : {}),
    ...(has('body') ? { body: log === '' ? body : `${body}\n\n${log}` } : {}),
    changed: merge.fields,
  };
}

const toIds = (foreignIds: readonly string[], ids: ReadonlyMap<string, string>): string[] =>
  foreignIds.flatMap((foreignId) => ids.get(foreignId) ?? []);

function toRouting({ assignee, routing }: ForeignTask): TaskRecord['routing'] {
  const { role, team, tags = [] } = routing ?? {};
  return { ...given({ agent: assignee, role, team }), tags: [...tags] };
}

function toBlock({ status, dependsOn }: ForeignTask, { held, name }: Names): TaskBlock | undefined {
  if (held !== undefined) return { kind: 'human', reason: held };
  if (status !== 'blocked') return undefined;
  return { kind: dependsOn.length > 0 ? 'dependency' : 'human', reason: `blocked in ${name}` };
}

const toMark = ({ id, createdAt, extra }: ForeignTask, marks: SourceMarks, { name, now }: Names): ImportMark => ({
  from: name,
  id,
  at: renderIsoTime(now),
  base: renderMarks(marks),
  ...given({ createdAt }),
  ...(Object.keys(extra).length === 0 ? {} : { extra }),
});

/**
 * Leaves out links that lead nowhere or in a circle, each with a row, and puts tasks in an order in which those that
 * others wait for come first.
 */
export function linkTasks(
  tasks: readonly ForeignTask[],
  isKnown: (id: string) => boolean,
): { readonly tasks: readonly ForeignTask[]; readonly rows: readonly ReportRow[] } {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const names = new Map(tasks.map(({ id }) => [id.toLowerCase(), id]));
  const rows: ReportRow[] = [];
  const resolve = (task: ForeignTask, field: string, other: string): string | undefined => {
    // People write ids in either case, and Backlog.md accepts both.
    const id = byId.has(other) ? other : (names.get(other.toLowerCase()) ?? (isKnown(other) ? other : undefined));
    if (id !== undefined && id !== task.id) return id;
    const detail = id === undefined ? `there is no ${other}` : 'it names itself';
    rows.push({ kind: 'dropped', item: task.id, field, detail });
    return undefined;
  };
  const linked = tasks.map((task) => {
    const { parent: named, ...rest } = task;
    const parent = named === undefined ? undefined : resolve(task, 'parent', named);
    const dependsOn = [...new Set(task.dependsOn.flatMap((other) => resolve(task, 'dependencies', other) ?? []))];
    return { ...rest, dependsOn, ...given({ parent }) };
  });
  const parented = cutCircles(linked, 'parent', rows);
  return { tasks: sortByLinks(cutCircles(parented, 'dependencies', rows)), rows };
}

const linksOf = (task: ForeignTask, field: 'parent' | 'dependencies'): readonly string[] =>
  field === 'dependencies' ? task.dependsOn : task.parent === undefined ? [] : [task.parent];

/** Removes each link that closes a circle. */
function cutCircles(tasks: readonly ForeignTask[], field: 'parent' | 'dependencies', rows: ReportRow[]): ForeignTask[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const cut = new Map<string, Set<string>>();
  walk(
    tasks,
    (task) => linksOf(task, field),
    byId,
    (from, to) => {
      cut.set(from, (cut.get(from) ?? new Set()).add(to));
      rows.push({
        kind: 'dropped',
        item: from,
        field,
        detail: `${from} and ${to} would wait for each other in a cycle`,
      });
    },
  );
  return tasks.map((task) => {
    const gone = cut.get(task.id);
    if (gone === undefined) return task;
    if (field === 'dependencies') return { ...task, dependsOn: task.dependsOn.filter((id) => !gone.has(id)) };
    const { parent: _, ...rest } = task;
    return rest;
  });
}

/** Dependencies first, parents before their children if that does not contradict. */
function sortByLinks(tasks: readonly ForeignTask[]): ForeignTask[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const byParent = walk(tasks, (task) => linksOf(task, 'parent'), byId);
  return walk(byParent, (task) => task.dependsOn, byId);
}

/** Depth first, without recursion: chains can be as long as the list. Gives tasks after all that they lead to. */
function walk(
  tasks: readonly ForeignTask[],
  linksFrom: (task: ForeignTask) => readonly string[],
  byId: ReadonlyMap<string, ForeignTask>,
  onCircle: (from: string, to: string) => void = () => undefined,
): ForeignTask[] {
  const state = new Map<string, 'open' | 'done'>();
  const sorted: ForeignTask[] = [];
  for (const first of tasks) {
    if (state.has(first.id)) continue;
    const way = [{ task: first, links: linksFrom(first), at: 0 }];
    state.set(first.id, 'open');
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const next = byId.get(top.links[top.at] ?? '');
      if (top.at >= top.links.length) {
        state.set(top.task.id, 'done');
        sorted.push(top.task);
        way.pop();
        continue;
      }
      top.at += 1;
      if (next === undefined || state.get(next.id) === 'done') continue;
      if (state.get(next.id) === 'open') {
        onCircle(top.task.id, next.id);
        continue;
      }
      state.set(next.id, 'open');
      way.push({ task: next, links: linksFrom(next), at: 0 });
    }
  }
  return sorted;
}
