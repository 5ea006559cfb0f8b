import { given } from '../../../kernel/given.ts';
import { TASK_STATUSES, type TaskEntry } from '../../../kernel/tasks.ts';
import { describeRun, listTasks, newTask, showTask } from '../../../relay/tasks/index.ts';
import {
  gives,
  LIST,
  OBJECT_OR_NULL,
  oneOf,
  takes,
  text,
  texts,
  WRITES,
  type Arguments,
  type Tool,
  type ToolAnswer,
} from '../tool.ts';

const MAX_LISTED = 50;

export const taskTool: Tool = {
  name: 'baton_task',
  title: 'Tasks',
  description: 'new: title, body, for (agent), depends_on. list: by status. show: one task with its text.',
  input: takes(
    {
      action: oneOf('new', 'list', 'show'),
      id: text('TASK-…'),
      title: text(),
      body: text(),
      for: text('agent'),
      depends_on: texts(),
      status: text(),
      agent: text('your name'),
    },
    'action',
  ),
  output: gives({ task: OBJECT_OR_NULL, tasks: LIST, body: text() }),
  annotations: WRITES,
  run: (platform, args) => runTask(platform, args),
};

async function runTask(platform: Parameters<Tool['run']>[0], args: Arguments): Promise<ToolAnswer> {
  switch (args.choose('action', ['new', 'list', 'show'])) {
    case 'new': {
      const dependsOn = args.findTexts('depends_on');
      const agent = args.find('for');
      const entry = await newTask(platform, {
        title: args.get('title'),
        by: args.get('agent'),
        ...args.given({ body: 'body' }),
        ...(agent === undefined ? {} : { routing: { agent } }),
        ...given({ dependsOn }),
      });
      return { data: describeEntry(entry) };
    }
    case 'show': {
      const { entry, body } = await showTask(platform, args.get('id'));
      return { data: { ...describeEntry(entry), body } };
    }
    default: {
      const status = args.choose('status', TASK_STATUSES);
      const filter = { limit: MAX_LISTED, ...(status === undefined ? {} : { statuses: [status] }) };
      const found = await listTasks(platform, filter);
      return {
        data: {
          tasks: found.map(({ id, title, status: at, lease }) => ({
            id,
            title,
            status: at,
            agent: lease?.agent ?? null,
          })),
        },
      };
    }
  }
}

export const describeEntry = (entry: TaskEntry): object => ({ task: entry.task, run: describeRun(entry) });
