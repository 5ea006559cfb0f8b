import { given } from '../../../kernel/given.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import type { TaskPriority, TaskRecord, TaskStatus } from '../../../kernel/tasks.ts';
import {
  extraOf,
  markOf,
  saidStatus,
  type BodyParts,
  type ExportedFile,
  type ExportedTask,
  type ForeignId,
  type Shortfalls,
} from './exported-task.ts';

const STATUSES: Readonly<Record<TaskStatus, string>> = {
  backlog: 'deferred',
  ready: 'open',
  'in-progress': 'in_progress',
  blocked: 'blocked',
  review: 'in_progress',
  done: 'closed',
  cancelled: 'closed',
  deadletter: 'blocked',
};
const PRIORITIES: Readonly<Record<TaskPriority, number>> = { critical: 0, high: 1, normal: 2, low: 3 };

export const BEADS_SHORTFALLS: Shortfalls = {
  statuses: { review: 'in_progress', cancelled: 'closed', deadletter: 'blocked' },
  priorities: {},
};

/** One line per task, as `bd import` reads them. */
export const renderBeads = (tasks: readonly ExportedTask[], foreignId: ForeignId): ExportedFile[] => [
  { path: 'issues.jsonl', text: tasks.map((task) => `${JSON.stringify(toIssue(task, foreignId))}\n`).join('') },
];

/** An id that beads takes: a prefix, a dash, letters and digits. */
export const toBeadsId = (task: TaskRecord): string => `baton-${task.id.slice('TASK-'.length).replaceAll('-', '')}`;

function toIssue({ task, parts, id }: ExportedTask, foreignId: ForeignId): JsonObject {
  const { status: _, priority, dependencies: otherLinks, comments, title, ...extra } = extraOf(task, 'beads');
  const status = STATUSES[task.status];
  const isClosed = status === 'closed';
  return {
    ...extra,
    id,
    title: typeof title === 'string' ? title : task.title,
    ...textsOf(parts),
    status: saidStatus(task, 'beads') ?? status,
    priority: task.priority === 'low' && priority === 4 ? 4 : PRIORITIES[task.priority],
    ...given({ assignee: task.routing.agent, due_at: task.metadata.dueBy }),
    created_at: task.createdAt,
    created_by: task.createdBy,
    updated_at: task.updatedAt,
    ...(isClosed ? { closed_at: task.lastTransitionAt } : {}),
    ...(isClosed && !parts.sections.has('Close Reason') && task.status === 'cancelled'
      ? { close_reason: 'cancelled' }
      : {}),
    ...given({ labels: task.metadata.labels && [...task.metadata.labels] }),
    ...linksOf(task, id, foreignId, Array.isArray(otherLinks) ? otherLinks : []),
    ...commentsOf(parts, id, Array.isArray(comments) ? comments : []),
    ...markOf(task, 'beads', id),
  };
}

function textsOf({ description, criteria, sections }: BodyParts): JsonObject {
  const named = {
    design: 'Design',
    acceptance_criteria: 'Acceptance Criteria',
    notes: 'Notes',
    close_reason: 'Close Reason',
  };
  const listed = criteria.map(({ text, isMet }) => `- [${isMet ? 'x' : ' '}] ${text}`).join('\n');
  const texts = Object.entries(named).map(([field, title]) => [field, sections.get(title) ?? '']);
  return withoutEmpty({
    description,
    ...Object.fromEntries(texts),
    ...(listed === '' ? {} : { acceptance_criteria: listed }),
  });
}

const withoutEmpty = (texts: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

function linksOf(task: TaskRecord, id: string, foreignId: ForeignId, others: readonly Json[]): JsonObject {
  const link = (other: string, type: string): Json => ({
    issue_id: id,
    depends_on_id: other,
    type,
    created_at: task.createdAt,
    created_by: task.createdBy,
  });
  const parent = task.parentId === undefined ? undefined : foreignId(task.parentId);
  const links = [
    ...(parent === undefined ? [] : [link(parent, 'parent-child')]),
    ...task.dependsOn.flatMap((other) => {
      const target = foreignId(other);
      return target === undefined ? [] : [link(target, 'blocks')];
    }),
    ...others,
  ];
  return links.length === 0 ? {} : { dependencies: links };
}

/** `others` came from there and could not be read as comments. */
const commentsOf = ({ comments }: BodyParts, id: string, others: readonly Json[]): JsonObject =>
  comments.length + others.length === 0
    ? {}
    : {
        comments: [
          ...comments.map(({ author = '', at, text }, index) => ({
            id: index + 1,
            issue_id: id,
            author,
            text,
            ...given({ created_at: at }),
          })),
          ...others,
        ],
      };
