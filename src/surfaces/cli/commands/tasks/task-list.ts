import { given, whenGiven } from '../../../../kernel/given.ts';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { TASK_STATUSES } from '../../../../kernel/tasks.ts';
import { explainTasks, getTaskId, listTasks } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { renderTable } from '../../table.ts';
import { renderRow } from './present-task.ts';

export const taskList = defineCommand({
  operands: '',
  takes: [0, 0],
  about: 'Lists tasks that are not finished, in the order of their ids; finished ones if --status names their status.',
  flags: {
    status: { kind: 'list', value: 'STATUS', about: 'Only these; may be given several times.' },
    all: { kind: 'switch', about: 'Finished tasks too.' },
    agent: { kind: 'text', value: 'NAME', about: 'Only tasks held by or meant for this agent.' },
    parent: { kind: 'text', value: 'ID', about: 'Only children of this task.' },
    'start-after': { kind: 'text', value: 'ID', about: 'Only tasks after this one, to continue a list.' },
    limit: { kind: 'number', value: 'N', about: 'At most N tasks.' },
  },
  examples: [
    { run: 'baton task list', does: 'everything that is not finished' },
    { run: 'baton task list --status blocked --status review', does: 'what waits for a person' },
    { run: 'baton task list --all --json', does: 'all tasks, as JSON' },
  ],
  async run({ flags, platform: getPlatform }) {
    const platform = await getPlatform();
    const statuses = flags.all ? TASK_STATUSES : flags.status.map(getStatus);
    const tasks = await listTasks(platform, {
      ...(statuses.length === 0 ? {} : { statuses }),
      ...given({
        agent: flags.agent,
        parentId: await whenGiven(flags.parent, (ref) => getTaskId(platform, ref)),
        after: await whenGiven(flags['start-after'], (ref) => getTaskId(platform, ref)),
        limit: flags.limit,
      }),
    });
    const isAsked = statuses.length > 0 || flags.agent !== undefined || flags.parent !== undefined;
    const waits = await explainTasks(platform, tasks);
    return {
      kind: 'value',
      data: { tasks: tasks.map((task) => ({ ...task, why: waits.get(task.id) ?? null })) },
      text: (style) =>
        tasks.length === 0
          ? `No ${isAsked ? 'such' : 'unfinished'} tasks. baton task new TITLE creates one.`
          : renderTable(tasks.map((task) => renderRow(task, style, waits.get(task.id)?.text))),
    };
  },
});

export function getStatus(text: string): (typeof TASK_STATUSES)[number] {
  const status = TASK_STATUSES.find((known) => known === text);
  if (status !== undefined) return status;
  throw new BatonError('INPUT_INVALID', `there is no status ${text}`, { hint: `one of ${TASK_STATUSES.join(', ')}` });
}
