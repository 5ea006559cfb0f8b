import { answerHandoff, getTaskId } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { presentRouting } from './present-task.ts';
import { getFact } from './task-input.ts';

export const accept = defineCommand({
  operands: '[ID]',
  takes: [0, 1],
  about: 'Accepts a handoff. That is a promise, not a claim: claim the task when the work begins.',
  flags: {
    agent: { kind: 'text', value: 'NAME', about: 'Who answers; default BATON_AGENT.' },
  },
  examples: [{ run: 'baton accept TASK-2026-02-09-060 --agent swe-qa', does: 'yes, I will do it' }],
  async run({ operands, flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    const result = await answerHandoff(platform, {
      id: await getTaskId(platform, getFact(io, 'task', operands[0])),
      agent: getFact(io, 'agent', flags.agent),
      answer: 'accepted',
      dryRun: globals.dryRun,
    });
    return await presentRouting(platform, result, globals.dryRun);
  },
});
