import { archive as rotate, verifyArchive } from '../../../../../relay/project/index.ts';
import { defineCommand } from '../../../command.ts';
import { readSessionId, SESSION_FLAGS } from '../flags.ts';

export const archive = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Moves all but the newest ten entries of LOG.md to LOG-ARCHIVE.md, byte for byte. Closing a session also does this.',
  flags: {
    keep: { kind: 'number', value: 'N', about: 'How many entries stay; default 10.' },
    verify: { kind: 'switch', about: 'Change nothing; say whether the log is short enough and the archive complete.' },
    ...SESSION_FLAGS,
  },
  examples: [
    { run: 'baton archive', does: 'rotate the log' },
    { run: 'baton archive --verify', does: 'is every archived entry still there, unchanged?' },
  ],
  async run({ flags, globals, platform }) {
    if (flags.verify) {
      const result = await verifyArchive(await platform(), { keep: flags.keep });
      return {
        kind: 'value',
        data: result,
        text: (style) =>
          result.ok
            ? style.green(`${result.entries} entries, ${result.archived} archived, all whole`)
            : result.problems.map((problem) => `${style.red('problem')}  ${problem}`).join('\n'),
        exit: result.ok ? 0 : 1,
      };
    }
    const result = await rotate(await platform(), {
      keep: flags.keep,
      sessionId: readSessionId(flags),
      dryRun: globals.dryRun,
    });
    const verb = globals.dryRun ? 'would move' : 'moved';
    return {
      kind: 'value',
      data: result,
      text: (style) =>
        result.moved === 0
          ? `Nothing to move: ${result.entries} entries`
          : `${style.green(verb)}  ${result.moved} entries; ${result.entries} stay, ${result.archived} archived`,
    };
  },
});
