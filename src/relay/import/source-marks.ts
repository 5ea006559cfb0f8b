import { canonicalJson } from '../../kernel/canonical-json.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import type { Json } from '../../kernel/json.ts';
import type { TaskRecord } from '../../kernel/tasks.ts';
import type { ForeignTask } from './foreign-task.ts';

/** The fields of a task that an import writes, in the order of their marks. */
export const IMPORTED_FIELDS = [
  'title',
  'status',
  'priority',
  'assignee',
  'routing',
  'labels',
  'dueBy',
  'parent',
  'dependsOn',
  'body',
] as const;
export type ImportedField = (typeof IMPORTED_FIELDS)[number];

/** A short hash per field: what is compared, not kept. */
export type SourceMarks = Readonly<Record<ImportedField, string>>;

const VERSION = 'v1';
const MARK_LENGTH = 8;

const mark = (value: Json): string => sha256Hex(canonicalJson(value)).slice(0, MARK_LENGTH);

/** Of what the other tool says. */
export function marksOfForeign(task: ForeignTask, body: string): SourceMarks {
  return toMarks({
    title: task.title,
    status: task.status,
    priority: task.priority ?? 'normal',
    assignee: task.assignee ?? null,
    routing: {
      role: task.routing?.role ?? null,
      team: task.routing?.team ?? null,
      tags: [...(task.routing?.tags ?? [])],
    },
    labels: [...task.labels],
    dueBy: task.dueBy ?? null,
    parent: task.parent ?? null,
    dependsOn: [...task.dependsOn].sort(),
    body: withoutWorkLog(body),
  });
}

/** Of what is here now; `foreignId` turns ids of tasks into those of the other tool. */
export function marksOfTask(task: TaskRecord, body: string, foreignId: (id: string) => string): SourceMarks {
  const { agent, role, team, tags } = task.routing;
  return toMarks({
    title: task.title,
    status: task.status,
    priority: task.priority,
    assignee: agent ?? null,
    routing: { role: role ?? null, team: team ?? null, tags: [...tags] },
    labels: [...(task.metadata.labels ?? [])],
    dueBy: task.metadata.dueBy ?? null,
    parent: task.parentId === undefined ? null : foreignId(task.parentId),
    dependsOn: task.dependsOn.map(foreignId).sort(),
    body: withoutWorkLog(body),
  });
}

const toMarks = (values: Readonly<Record<ImportedField, Json>>): SourceMarks =>
  Object.fromEntries(IMPORTED_FIELDS.map((field) => [field, mark(values[field])])) as Record<ImportedField, string>;

export const renderMarks = (marks: SourceMarks): string =>
  [VERSION, ...IMPORTED_FIELDS.map((field) => marks[field])].join('.');

/** Undefined for marks of another version, or made by hand. */
export function findMarks(text: string): SourceMarks | undefined {
  const [version, ...marks] = text.split('.');
  if (version !== VERSION || marks.length !== IMPORTED_FIELDS.length) return undefined;
  return Object.fromEntries(IMPORTED_FIELDS.map((field, at) => [field, marks[at] ?? ''])) as Record<
    ImportedField,
    string
  >;
}

const WORK_LOG = /(?:^|\n)## Work Log\s*\n[\s\S]*$/;

/** The text that an import wrote, without what agents have added since. */
const withoutWorkLog = (body: string): string => body.replaceAll('\r\n', '\n').replace(WORK_LOG, '').trim();

/** The work log with its heading; empty if there is none. */
export const workLogOf = (body: string): string => WORK_LOG.exec(body.replaceAll('\r\n', '\n'))?.[0].trim() ?? '';
