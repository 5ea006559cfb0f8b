import { TASK_PRIORITIES } from '../../../../kernel/tasks.ts';
import { explainTasks, getTaskId, newTask } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { OPERATOR, readBodyFlags, toDueTime } from './task-input.ts';
import { renderTask } from './present-task.ts';

export const taskNew = defineCommand({
  operands: 'TITLE',
  takes: [1, 1],
  about: 'Creates a task. It can be claimed at once, unless it goes to the backlog or waits for other tasks.',
  flags: {
    body: { kind: 'text', value: 'TEXT|-', about: 'The text of the task; - reads standard input.' },
    'body-file': { kind: 'text', value: 'FILE', about: 'File with the text of the task.' },
    priority: { kind: 'text', value: 'PRIORITY', choices: TASK_PRIORITIES, about: 'What goes first; default normal.' },
    agent: { kind: 'text', value: 'NAME', about: 'Only this agent may take it.' },
    role: { kind: 'text', value: 'ROLE', about: 'Agents with this role may take it.' },
    team: { kind: 'text', value: 'TEAM', about: 'Agents of this team may take it.' },
    tag: { kind: 'list', value: 'TAG', about: 'Agents must have this tag; may be given several times.' },
    after: { kind: 'list', value: 'ID', about: 'Waits until this task is done; may be given several times.' },
    parent: { kind: 'text', value: 'ID', about: 'The task this one is a part of.' },
    backlog: { kind: 'switch', about: 'Put it in the backlog instead of ready.' },
    review: { kind: 'switch', about: 'Stop in review when it is reported done.' },
    resource: { kind: 'text', value: 'NAME', about: 'Never run two tasks with the same resource at once.' },
    due: { kind: 'text', value: 'TIME', about: 'Date and time, or a duration from now such as 3d.' },
    'on-dependency-end': {
      kind: 'text',
      value: 'EFFECT',
      choices: ['block', 'skip', 'fail'],
      about: 'What happens if a task it waits for is cancelled or given up.',
    },
    trace: { kind: 'text', value: 'ID', about: 'Trace id for everything that follows.' },
    by: { kind: 'text', value: 'NAME', about: 'Who creates it; default operator.' },
  },
  examples: [
    { run: 'baton task new "Write the release notes"', does: 'a task for the first agent that asks' },
    {
      run: 'baton task new "Test the parser" --agent swe-qa --after TASK-2026-02-09-001',
      does: 'for one agent, after another task',
    },
    {
      run: 'git log -1 --format=%B | baton task new "Review the last commit" --body - --priority high',
      does: 'with a text from a pipe',
    },
  ],
  async run({ operands, flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    const body = await readBodyFlags(platform, io, flags);
    const entry = await newTask(platform, {
      title: operands[0] ?? '',
      by: flags.by ?? OPERATOR,
      dryRun: globals.dryRun,
      routing: {
        ...pick('agent', flags.agent),
        ...pick('role', flags.role),
        ...pick('team', flags.team),
        tags: flags.tag,
      },
      dependsOn: await Promise.all(flags.after.map((id) => getTaskId(platform, id))),
      backlog: flags.backlog,
      ...pick('body', body),
      ...pick(
        'priority',
        TASK_PRIORITIES.find((priority) => priority === flags.priority),
      ),
      ...pick('parentId', flags.parent === undefined ? undefined : await getTaskId(platform, flags.parent)),
      ...pick('reviewRequired', flags.review || undefined),
      ...pick('resource', flags.resource),
      ...pick('dueBy', flags.due === undefined ? undefined : toDueTime(flags.due, platform.clock.now())),
      ...pick('traceId', flags.trace),
      ...pick(
        'onDependencyEnd',
        EFFECTS.find((effect) => effect === flags['on-dependency-end']),
      ),
    });
    const why = (await explainTasks(platform, [entry.task])).get(entry.task.id);
    // It is created anyway: the agent may be added later.
    if (why?.kind === 'nobody') platform.remark(why.text);
    return {
      kind: 'value',
      data: { task: entry.task, why: why ?? null },
      text: (style) => renderTask(entry, style, why?.kind === 'nobody' ? undefined : why?.text),
    };
  },
});

const EFFECTS = ['block', 'skip', 'fail'] as const;

const pick = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
