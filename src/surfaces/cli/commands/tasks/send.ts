import { findRunSecret, routeEvent } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { readTextOrInput } from './task-input.ts';

export const send = defineCommand({
  operands: '[FILE|-]',
  takes: [0, 1],
  about:
    'Hands one protocol message to the router, as a host would. Text that is not a message is ignored. An act of the holder of a task is proven by the secret of its run, from BATON_RUN_SECRET or from the claim, or by a signature. Ends with 1 if the message was refused.',
  flags: {},
  examples: [
    { run: 'baton send message.json', does: 'a message from a file' },
    {
      run: 'echo \'AOF/1 {"protocol":"aof", …}\' | baton send',
      does: 'from standard input, in any form the router knows',
    },
  ],
  async run({ operands, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    const text = await readTextOrInput(platform, io, operands[0] ?? '-');
    const result = await routeEvent(platform, text, {
      dryRun: globals.dryRun,
      findSecret: (taskId) => findRunSecret(platform, io.environment, taskId),
    });
    if (result === undefined) {
      return {
        kind: 'value',
        data: { routed: false, type: null, result: null },
        text: () => 'Not a protocol message.',
      };
    }
    const isFine = result.outcome === 'applied' || result.outcome === 'unchanged' || result.outcome === 'duplicate';
    return {
      kind: 'value',
      data: { routed: true, type: result.type, result },
      text: (style) =>
        `${isFine ? style.green(result.outcome) : style.red(result.outcome)}  ${result.type} ${result.taskId}${result.reason === undefined ? '' : `  ${result.reason}`}`,
      exit: isFine ? 0 : 1,
    };
  },
});
