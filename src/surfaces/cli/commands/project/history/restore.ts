import { restore as restoreFile } from '../../../../../relay/project/index.ts';
import { defineCommand } from '../../../command.ts';
import { readSessionId, SESSION_FLAGS } from '../flags.ts';

export const restore = defineCommand({
  operands: 'FILE',
  takes: [1, 1],
  about: 'Restores one handoff file from an earlier handoff; the current content is kept aside.',
  flags: {
    at: {
      kind: 'text',
      value: 'N',
      about: 'A number of baton history, a tag or a commit; default 1, the last handoff.',
    },
    ...SESSION_FLAGS,
  },
  examples: [
    { run: 'baton restore STATUS.md', does: 'as the last handoff had it' },
    { run: 'baton restore STATUS.md --at 2', does: 'as the one before had it' },
  ],
  async run({ operands: [file = ''], flags, globals, platform }) {
    const result = await restoreFile(await platform(), {
      file,
      at: flags.at,
      sessionId: readSessionId(flags),
      dryRun: globals.dryRun,
    });
    const verb = result.changed ? (globals.dryRun ? 'would restore' : 'restored') : 'unchanged';
    return {
      kind: 'value',
      data: result,
      text: (style) =>
        [
          `${style.green(verb)}  ${file} from ${result.from.slice(0, 7)}`,
          ...result.kept.map((path) => `kept     ${path}`),
        ].join('\n'),
    };
  },
});
