import { given } from '../../../../kernel/given.ts';
import { getTaskId, moveTask } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { renderTask } from './present-task.ts';
import { getStatus } from './task-list.ts';
import { OPERATOR } from './task-input.ts';

export const taskMove = defineCommand({
  operands: 'ID STATUS',
  takes: [2, 2],
  about: 'Moves a task to another status, if the table of moves allows it. Doing it twice changes nothing.',
  flags: {
    reason: { kind: 'text', value: 'TEXT', about: 'Why; kept with the task and in its history.' },
    rev: { kind: 'number', value: 'N', about: 'Only if the task still has this rev.' },
    by: { kind: 'text', value: 'NAME', about: 'Who moves it; default operator.' },
  },
  examples: [
    { run: 'baton task move TASK-2026-02-09-001 done', does: 'after a review' },
    { run: 'baton task move TASK-2026-02-09-001 blocked --reason "waiting for the key"', does: 'with a reason' },
  ],
  async run({ operands, flags, globals, platform: getPlatform }) {
    const platform = await getPlatform();
    const [id = '', status = ''] = operands;
    const entry = await moveTask(platform, {
      id: await getTaskId(platform, id),
      to: getStatus(status),
      by: flags.by ?? OPERATOR,
      dryRun: globals.dryRun,
      ...given({ reason: flags.reason, rev: flags.rev }),
    });
    return { kind: 'value', data: { task: entry.task }, text: (style) => renderTask(entry, style) };
  },
});
