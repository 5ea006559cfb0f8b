import { given } from '../../kernel/given.ts';
import type { ImportMark, TaskBlock, TaskRecord } from '../../kernel/tasks.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import type { ImportedUpdate } from '../../protocols/tasks/index.ts';
import type { ForeignTask } from './foreign-task.ts';
import type { PlannedItem } from './plan-import.ts';
import { renderMarks, workLogOf, type ImportedField, type SourceMarks } from './source-marks.ts';

interface Names {
  /** Of the source. */
  readonly name: string;
  readonly now: number;
  /** Ids of tasks by foreign id, as far as they are there. */
  readonly ids: ReadonlyMap<string, string>;
  /** Why a person must look first. */
  readonly held: string | undefined;
}

export interface NewNames extends Names {
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
