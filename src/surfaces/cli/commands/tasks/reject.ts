import { given } from '../../../../kernel/given.ts';
import { answerHandoff, getTaskId } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { presentRouting } from './present-task.ts';
import { getFact } from './task-input.ts';

export const reject = defineCommand({
  operands: '[ID]',
  takes: [0, 1],
  about:
    'Refuses a handoff. The child is blocked, or ready for others with --requeue, and the agent of the parent is told.',
  flags: {
    agent: { kind: 'text', value: 'NAME', about: 'Who answers; default BATON_AGENT.' },
    reason: { kind: 'text', value: 'TEXT', about: 'Why.' },
    requeue: { kind: 'switch', about: 'Let others take it.' },
  },
  examples: [
    {
      run: 'baton reject TASK-2026-02-09-060 --agent swe-qa --reason "not my field" --requeue',
      does: 'somebody else should do it',
    },
  ],
  async run({ operands, flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    const result = await answerHandoff(platform, {
      id: await getTaskId(platform, getFact(io, 'task', operands[0])),
      agent: getFact(io, 'agent', flags.agent),
      answer: 'rejected',
      dryRun: globals.dryRun,
      requeue: flags.requeue,
      ...given({ reason: flags.reason }),
    });
    return await presentRouting(platform, result, globals.dryRun);
  },
});
