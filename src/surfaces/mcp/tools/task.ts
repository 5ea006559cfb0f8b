import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import { given } from '../../../kernel/given.ts';
import { isTaskId } from '../../../kernel/ids.ts';
import { isFinished, TASK_STATUSES, type TaskEntry } from '../../../kernel/tasks.ts';
import { cutText } from '../../../kernel/text.ts';
import type { Wait } from '../../../protocols/tasks/index.ts';
import {
  describeRun,
  explainTasks,
  listTasks,
  newTask,
  showTask,
  type BriefDoor,
  type ExplainPlatform,
} from '../../../relay/tasks/index.ts';
import { readTaskFile } from '../../../relay/views/index.ts';
import { hintForTools } from '../call-tool.ts';
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

/** Why a task does not move, for a client without a shell. */
const waitForTools = (wait: Wait | undefined): Wait | null =>
  wait === undefined ? null : { ...wait, text: hintForTools(wait.text) };

/** Who has to act on a task that takes no report and no claim now. Undefined if it is only held by another run. */
export async function findTaskHint(platform: ExplainPlatform, id: string): Promise<string | undefined> {
  const entry = isTaskId(id) ? await (await platform.tasks()).find(id) : undefined;
  if (entry === undefined) return undefined;
  const { task } = entry;
  if (isFinished(task.status))
    return `${id} is ${task.status}: nothing is left to do; call baton_claim for another task`;
  const wait = (await explainTasks(platform, [task])).get(id);
  if (wait === undefined) return undefined;
  if (wait.kind === 'agent') return `${id} ${wait.text}: call baton_claim with this id`;
  const who = wait.needsPerson ? 'a person has to act first; ' : '';
  return `${id}: ${wait.text}; ${who}call baton_claim for another task`;
}

/** Refusals whose reason is the state of the task. */
export const isTaskRefusal = (code: string | undefined): boolean =>
  code === 'LEASE_NOT_YOURS' || code === 'TASK_NOT_CLAIMABLE';

/** Runs what an agent does with a task; if the task refuses it, the error says who has to act. */
export async function explainRefusal<T>(
  platform: ExplainPlatform,
  id: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (id === undefined || !isBatonError(error) || !isTaskRefusal(error.code)) throw error;
    const hint = await findTaskHint(platform, id);
    if (hint === undefined) throw error;
    throw new BatonError(error.code, error.message, { ...error.details, hint }, error);
  }
}

/** A brief for an agent that has these tools and perhaps no shell. */
export const TOOLS_DOOR: BriefDoor = {
  explainReports: ({ id, agent, runId }) => [
    `In each call: agent ${agent}, id ${id}, run_id ${runId}.`,
    'While you work: baton_heartbeat. When you are done: baton_complete {outcome: done, notes}.',
    'Other outcomes: blocked, needs_review, partial.',
  ],
  showTask: (id) => `baton_task {action: show, id: ${id}}`,
  orientation: { reword: hintForTools },
};

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
