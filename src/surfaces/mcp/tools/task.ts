import { given } from '../../../kernel/given.ts';
import { TASK_STATUSES, type TaskEntry } from '../../../kernel/tasks.ts';
import { cutText } from '../../../kernel/text.ts';
import { describeRun, explainTasks, listTasks, newTask, showTask } from '../../../relay/tasks/index.ts';
import { readTaskFile } from '../../../relay/views/index.ts';
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
  type ToolPlatform,
} from '../tool.ts';
import { waitForTools } from './task-hint.ts';

const MAX_LISTED = 50;
const MAX_SUMMARY = 4_000;

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

async function runTask(platform: ToolPlatform, args: Arguments): Promise<ToolAnswer> {
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
    case 'show':
      return { data: await describeTask(platform, args.get('id')) };
    default: {
      const status = args.choose('status', TASK_STATUSES);
      const filter = { limit: MAX_LISTED, ...(status === undefined ? {} : { statuses: [status] }) };
      const found = await listTasks(platform, filter);
      const waits = await explainTasks(platform, found);
      return {
        data: {
          tasks: found.map(({ id, title, status: at, lease }) => ({
            id,
            title,
            status: at,
            agent: lease?.agent ?? null,
            why: waitForTools(waits.get(id)),
          })),
        },
      };
    }
  }
}

/** With why it waits and what was reported of it; a summary is a file, and no tool reads files of tasks. */
async function describeTask(platform: ToolPlatform, name: string): Promise<object> {
  const { entry, body, artifacts } = await showTask(platform, name);
  const { id } = entry.task;
  const why = waitForTools((await explainTasks(platform, [entry.task])).get(id));
  const { summaryRef } = entry.result ?? {};
  const summary =
    summaryRef !== undefined && artifacts.includes(summaryRef)
      ? cutText(await readTaskFile(platform, id, summaryRef), MAX_SUMMARY, '…')
      : undefined;
  return { ...describeEntry(entry), result: entry.result ?? null, ...given({ summary }), why, body };
}

export const describeEntry = (entry: TaskEntry): object => ({ task: entry.task, run: describeRun(entry) });
