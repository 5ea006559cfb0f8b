import { given } from '../../../../kernel/given.ts';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { getTaskId, reworkTask } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { renderTask } from './present-task.ts';
import { findFact, OPERATOR } from './task-input.ts';

export const taskRework = defineCommand({
  operands: 'ID',
  takes: [1, 1],
  about: 'Sends a task that is done or in review back to be done again. The next run is told the reason.',
  flags: {
    reason: { kind: 'text', value: 'TEXT', about: 'What has to be different; required.' },
    by: { kind: 'text', value: 'NAME', about: 'Who reviewed it; default operator.' },
  },
  examples: [
    {
      run: 'baton task rework TASK-2026-02-09-001 --reason "the tests are missing"',
      does: 'back to ready, in one step',
    },
  ],
  async run({ operands: [id = ''], flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    if (flags.reason === undefined)
      throw new BatonError('USAGE_INVALID', 'missing --reason: say what has to be different');
    const callerRun = findFact(io, 'run', undefined);
    const entry = await reworkTask(platform, {
      id: await getTaskId(platform, id),
      by: flags.by ?? OPERATOR,
      reason: flags.reason,
      dryRun: globals.dryRun,
      ...given({ callerRun }),
    });
    return { kind: 'value', data: { task: entry.task }, text: (style) => renderTask(entry, style) };
  },
});
