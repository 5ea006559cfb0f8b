import { given, whenGiven } from '../../../../kernel/given.ts';
import { TASK_PRIORITIES, type TaskRouting } from '../../../../kernel/tasks.ts';
import { editTask, getTaskId, type EditTaskRequest } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { OPERATOR, readBodyFlags, toDueTime } from './task-input.ts';
import { renderTask } from './present-task.ts';

export const taskEdit = defineCommand({
  operands: 'ID',
  takes: [1, 1],
  about:
    'Changes what a task says: title, text, priority, routing, due date. Its status and holder stay the same. An empty value removes one.',
  flags: {
    title: { kind: 'text', value: 'TITLE', about: 'What it is called.' },
    body: { kind: 'text', value: 'TEXT|-', about: 'The new text; - reads standard input. The work log stays.' },
    'body-file': { kind: 'text', value: 'FILE', about: 'File with the new text.' },
    priority: { kind: 'text', value: 'PRIORITY', choices: TASK_PRIORITIES, about: 'What goes first.' },
    agent: { kind: 'text', value: 'NAME', about: 'Only this agent may take it.' },
    role: { kind: 'text', value: 'ROLE', about: 'Agents with this role may take it.' },
    team: { kind: 'text', value: 'TEAM', about: 'Agents of this team may take it.' },
    tag: { kind: 'list', value: 'TAG', about: 'Agents must have these tags; may be given several times.' },
    resource: { kind: 'text', value: 'NAME', about: 'Never run two tasks with the same resource at once.' },
    due: { kind: 'text', value: 'TIME', about: 'Date and time, or a duration from now such as 3d.' },
    by: { kind: 'text', value: 'NAME', about: 'Who changes it; default operator.' },
  },
  examples: [
    { run: 'baton task edit TASK-2026-02-09-001 --priority high --due 2d', does: 'more urgent' },
    { run: 'baton task edit TASK-2026-02-09-001 --agent "" --role backend', does: 'for a role instead of one agent' },
  ],
  async run({ operands: [id = ''], flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    const body = await readBodyFlags(platform, io, flags);
    const entry = await editTask(platform, {
      id: await getTaskId(platform, id),
      by: flags.by ?? OPERATOR,
      dryRun: globals.dryRun,
      fields: toFields(flags, body, platform.clock.now()),
    });
    return { kind: 'value', data: { task: entry.task }, text: (style) => renderTask(entry, style) };
  },
});

interface EditFlags {
  readonly title?: string | undefined;
  readonly priority?: string | undefined;
  readonly agent?: string | undefined;
  readonly role?: string | undefined;
  readonly team?: string | undefined;
  readonly tag: readonly string[];
  readonly resource?: string | undefined;
  readonly due?: string | undefined;
}

type RoutingFields = { -readonly [K in keyof TaskRouting]?: TaskRouting[K] | null };

function toFields(flags: EditFlags, body: string | undefined, now: number): EditTaskRequest['fields'] {
  const { title, agent, role, team, tag, resource, due } = flags;
  const routing: RoutingFields = {};
  if (agent !== undefined) routing.agent = agent || null;
  if (role !== undefined) routing.role = role || null;
  if (team !== undefined) routing.team = team || null;
  if (tag.length > 0) routing.tags = tag.filter((word) => word !== '');
  const priority = TASK_PRIORITIES.find((known) => known === flags.priority);
  return {
    ...given({ title, priority }),
    ...(Object.keys(routing).length === 0 ? {} : { routing }),
    ...given({ body }),
    ...given({
      resource: whenGiven(resource, (name) => name || null),
      dueBy: whenGiven(due, (text) => (text === '' ? null : toDueTime(text, now))),
    }),
  };
}
