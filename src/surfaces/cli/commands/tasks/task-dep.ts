import { BatonError } from '../../../../kernel/errors/index.ts';
import { changeDependencies, getTaskId } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { renderTask } from './present-task.ts';
import { OPERATOR } from './task-input.ts';

export const taskDep = defineCommand({
  operands: 'ID',
  takes: [1, 1],
  about: 'Changes what a task waits for. Cycles are refused.',
  flags: {
    add: { kind: 'list', value: 'ID', about: 'Wait for this task; may be given several times.' },
    remove: { kind: 'list', value: 'ID', about: 'Stop waiting for this task; may be given several times.' },
    by: { kind: 'text', value: 'NAME', about: 'Who changes it; default operator.' },
  },
  examples: [
    { run: 'baton task dep TASK-2026-02-09-002 --add TASK-2026-02-09-001', does: 'the second waits for the first' },
  ],
  async run({ operands, flags, globals, platform: getPlatform }) {
    const platform = await getPlatform();
    if (flags.add.length + flags.remove.length === 0) throw new BatonError('USAGE_INVALID', 'give --add or --remove');
    const request = {
      id: await getTaskId(platform, operands[0] ?? ''),
      by: flags.by ?? OPERATOR,
      add: await Promise.all(flags.add.map((id) => getTaskId(platform, id))),
      remove: await Promise.all(flags.remove.map((id) => getTaskId(platform, id))),
      dryRun: globals.dryRun,
    };
    const entry = await changeDependencies(platform, request);
    return { kind: 'value', data: { task: entry.task }, text: (style) => renderTask(entry, style) };
  },
});
