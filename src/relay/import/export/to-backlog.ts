import { renderFrontmatter } from '../../../kernel/frontmatter/index.ts';
import { safeName } from '../../../kernel/ids.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { TaskStatus } from '../../../kernel/tasks.ts';
import { extraOf, type ExportedFile, type ExportedTask, type ForeignId } from './exported-task.ts';

const STATUSES: Readonly<Record<TaskStatus, string>> = {
  backlog: 'To Do',
  ready: 'To Do',
  'in-progress': 'In Progress',
  blocked: 'Blocked',
  review: 'Review',
  done: 'Done',
  cancelled: 'Done',
  deadletter: 'Blocked',
};
const PRIORITIES = { critical: 'high', high: 'high', normal: 'medium', low: 'low' } as const;

/** A folder that Backlog.md opens: a config file, and one file per task. */
export const renderBacklog = (tasks: readonly ExportedTask[], foreignId: ForeignId): ExportedFile[] => [
  { path: 'config.yml', text: CONFIG },
  ...tasks.map((task) => ({ path: pathOf(task), text: renderTask(task, foreignId) })),
];

const CONFIG = `project_name: "Exported from Baton"
default_status: "To Do"
statuses: ["To Do", "In Progress", "Blocked", "Review", "Done"]
labels: []
date_format: yyyy-mm-dd
auto_commit: false
task_prefix: "task"
`;

/** Drafts are what nobody has to look at yet; cancelled work is archived. */
function pathOf({ task, id }: ExportedTask): string {
  const folder = task.status === 'cancelled' ? 'archive/tasks' : 'tasks';
  return `${folder}/${id.toLowerCase()} - ${safeName(task.title.replaceAll(/\s+/g, '-'), 60)}.md`;
}

function renderTask({ task, parts, id }: ExportedTask, foreignId: ForeignId): string {
  const { status, title, assignee, ...extra } = extraOf(task, 'backlog');
  const parent = task.parentId === undefined ? undefined : foreignId(task.parentId);
  const others = Array.isArray(assignee) ? assignee.filter((name) => typeof name === 'string') : [];
  const said = task.status === 'ready' || task.status === 'cancelled' ? status : undefined;
  const data: JsonObject = {
    id,
    title: typeof title === 'string' ? title : task.title,
    status: typeof said === 'string' ? said : STATUSES[task.status],
    assignee: [...(task.routing.agent === undefined ? [] : [task.routing.agent]), ...others].map((name) => `@${name}`),
    created_date: toDate(task.createdAt),
    updated_date: toDate(task.updatedAt),
    labels: [...(task.metadata.labels ?? [])],
    dependencies: task.dependsOn.flatMap((other) => foreignId(other) ?? []),
    ...(parent === undefined ? {} : { parent_task_id: parent }),
    ...(task.priority === 'normal' ? {} : { priority: PRIORITIES[task.priority] }),
    ...(task.metadata.dueBy === undefined ? {} : { due_date: task.metadata.dueBy.slice(0, 10) }),
    ...extra,
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
      `${author === undefined ? '' : `author: @${author}\n`}created: ${toDate(at ?? '1970-01-01T00:00')}\n---\n${text}\n---\n`,
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
