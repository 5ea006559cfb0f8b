import { tag as tagHandoff } from '../../../../../relay/project/index.ts';
import { defineCommand } from '../../../command.ts';

export const tag = defineCommand({
  operands: '',
  takes: [0, 0],
  about: 'Tags the last handoff as the next aahp/session-N: a clean point to return to.',
  flags: {
    message: {
      kind: 'text',
      short: 'm',
      value: 'TEXT',
      about: 'Message of the tag; default the subject of the commit.',
    },
  },
  examples: [{ run: 'baton tag -m "Clean handoff after auth implementation"', does: 'mark the last handoff' }],
  async run({ flags, globals, platform }) {
    const result = await tagHandoff(await platform(), { message: flags.message, dryRun: globals.dryRun });
    return {
      kind: 'value',
      data: result,
      text: (style) =>
        `${style.green(globals.dryRun ? 'would tag' : 'tagged')}  ${result.tag} at ${result.commit.slice(0, 7)}`,
    };
  },
});
