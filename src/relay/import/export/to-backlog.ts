import { given } from '../../../kernel/given.ts';
import { renderFrontmatter } from '../../../kernel/frontmatter/index.ts';
import { safeName } from '../../../kernel/ids.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { TaskStatus } from '../../../kernel/tasks.ts';
import type { ReportRow } from '../foreign-task.ts';
import {
  extraOf,
  markOf,
  saidStatus,
  type ExportedFile,
  type ExportedTask,
  type ForeignId,
  type Shortfalls,
} from './exported-task.ts';

const STATUSES: Readonly<Record<TaskStatus, string>> = {
  backlog: 'Backlog',
  ready: 'To Do',
  'in-progress': 'In Progress',
  blocked: 'Blocked',
  review: 'Review',
  done: 'Done',
  // In the archive, where only finished work is Done.
  cancelled: 'To Do',
  deadletter: 'Blocked',
};
const PRIORITIES = { critical: 'high', high: 'high', normal: 'medium', low: 'low' } as const;

export const BACKLOG_SHORTFALLS: Shortfalls = {
  statuses: { deadletter: STATUSES.deadletter },
  priorities: { critical: PRIORITIES.critical },
};

export const BACKLOG_ROWS: readonly ReportRow[] = [
  { kind: 'changed', item: 'all tasks', field: 'times', detail: 'created and updated are written to the minute' },
  { kind: 'dropped', item: 'all tasks', field: 'times', detail: 'when a task got its status' },
];

/** A folder that Backlog.md opens: a config file, and one file per task. */
export const renderBacklog = (tasks: readonly ExportedTask[], foreignId: ForeignId): ExportedFile[] => [
  { path: 'config.yml', text: renderConfig(tasks) },
  ...tasks.map((task) => ({ path: pathOf(task), text: renderTask(task, foreignId) })),
];

/** A status that the list does not have is not on its board. */
function renderConfig(tasks: readonly ExportedTask[]): string {
  const own = tasks.flatMap(({ task }) => saidStatus(task, 'backlog') ?? []);
  const usual = Object.values(STATUSES).filter((name) => name !== STATUSES.done);
  const known = new Set([...usual, STATUSES.done].map((name) => name.toLowerCase()));
  const statuses = [...new Set([...usual, ...own.filter((name) => !known.has(name.toLowerCase())), STATUSES.done])];
  return `project_name: "Exported from Baton"
default_status: "${STATUSES.ready}"
statuses: ${JSON.stringify(statuses)}
labels: []
date_format: yyyy-mm-dd
auto_commit: false
task_prefix: "task"
`;
}

/** Cancelled work is archived. */
function pathOf({ task, id }: ExportedTask): string {
  const folder = task.status === 'cancelled' ? 'archive/tasks' : 'tasks';
  return `${folder}/${id.toLowerCase()} - ${safeName(task.title.replaceAll(/\s+/g, '-'), 60)}.md`;
}

function renderTask({ task, parts, id }: ExportedTask, foreignId: ForeignId): string {
  const { status, title, assignee, ...extra } = extraOf(task, 'backlog');
  const archived = task.status === 'cancelled' && typeof status === 'string' ? status : undefined;
  const parent = task.parentId === undefined ? undefined : foreignId(task.parentId);
  const others = Array.isArray(assignee) ? assignee.filter((name) => typeof name === 'string') : [];
  const data: JsonObject = {
    id,
    title: typeof title === 'string' ? title : task.title,
    status: saidStatus(task, 'backlog') ?? archived ?? STATUSES[task.status],
    assignee: [...(task.routing.agent === undefined ? [] : [task.routing.agent]), ...others].map((name) => `@${name}`),
    created_date: toDate(task.createdAt),
    updated_date: toDate(task.updatedAt),
    reporter: `@${task.createdBy}`,
    labels: [...(task.metadata.labels ?? [])],
    dependencies: task.dependsOn.flatMap((other) => foreignId(other) ?? []),
    ...given({ parent_task_id: parent }),
    priority: PRIORITIES[task.priority],
    ...(task.metadata.dueBy === undefined ? {} : { due_date: toDate(task.metadata.dueBy).replace(' 00:00', '') }),
    ...extra,
    ...markOf(task, 'backlog', id),
  };
  return renderFrontmatter(data, renderText(parts));
}

/** `2026-11-17 14:55`, in UTC. */
const toDate = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

const MARKED: Readonly<Record<string, string>> = {
  'Implementation Plan': 'PLAN',
  'Implementation Notes': 'NOTES',
  'Final Summary': 'FINAL_SUMMARY',
};

const marked = (title: string, mark: string, text: string): string =>
  `\n## ${title}\n\n<!-- SECTION:${mark}:BEGIN -->\n${text}\n<!-- SECTION:${mark}:END -->\n`;

function renderText({ description, criteria, comments, sections }: ExportedTask['parts']): string {
  const list = criteria.map(({ text, isMet }, at) => `- [${isMet ? 'x' : ' '}] #${at + 1} ${text}\n`).join('');
  const said = comments.map(
    ({ author, at, text }) =>
      `author: @${author ?? 'unknown'}\n${at === undefined ? '' : `created: ${toDate(at)}\n`}---\n${text}\n---\n`,
  );
  return [
    description === '' ? '' : marked('Description', 'DESCRIPTION', description),
    list === '' ? '' : `\n## Acceptance Criteria\n<!-- AC:BEGIN -->\n${list}<!-- AC:END -->\n`,
    ...[...sections].map(([title, text]) => {
      const mark = MARKED[title];
      return mark === undefined ? `\n## ${title}\n\n${text}\n` : marked(title, mark, text);
    }),
    said.length === 0 ? '' : `\n## Comments\n\n<!-- COMMENTS:BEGIN -->\n${said.join('')}<!-- COMMENTS:END -->\n`,
  ].join('');
}
