import { getTaskId, renumber } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { OPERATOR } from './task-input.ts';

export const taskRenumber = defineCommand({
  operands: 'ID',
  takes: [1, 1],
  about:
    'Gives a task the next free id and rewrites what refers to it. If a merge brought two tasks with one id, the newer one gets it.',
  flags: { by: { kind: 'text', value: 'NAME', about: 'Who does it; default operator.' } },
  examples: [
    { run: 'baton task renumber TASK-2026-02-09-001', does: 'after a merge in which both sides used that id' },
  ],
  async run({ operands, flags, globals, platform: getPlatform }) {
    const platform = await getPlatform();
    const result = await renumber(platform, {
      id: await getTaskId(platform, operands[0] ?? ''),
      by: flags.by ?? OPERATOR,
      dryRun: globals.dryRun,
    });
    const told = result.references.length === 0 ? '' : `; changed in ${result.references.join(', ')}`;
    return { kind: 'value', data: result, text: () => `${result.from} is now ${result.to}${told}` };
  },
});
