import { tick as pass } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';

export const tick = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Runs one pass of the scheduler: reclaims tasks of dead runs, settles reports, unblocks waiting tasks, starts what is due.',
  isLong: true,
  flags: {},
  examples: [
    { run: 'baton tick', does: 'one pass, for instance from cron if no daemon runs' },
    { run: 'baton tick --dry-run', does: 'what would be done now' },
  ],
  async run({ globals, platform }) {
    const { actions, applied } = await pass(await platform(), { dryRun: globals.dryRun, deep: true });
    return {
      kind: 'value',
      data: { actions, applied },
      text: (style) =>
        actions.length === 0
          ? 'Nothing to do.'
          : actions
              .map(
                (action) =>
                  `${style.bold(action.taskId)}  ${action.kind}${'reason' in action ? `  ${style.dim(action.reason)}` : ''}`,
              )
              .join('\n'),
    };
  },
});
