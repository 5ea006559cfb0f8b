import { diff as compare } from '../../../../../relay/project/index.ts';
import { defineCommand } from '../../../command.ts';

export const diff = defineCommand({
  operands: '[FILE]',
  takes: [0, 1],
  about: 'What changed in the handoff folder since an earlier handoff; default since the one before the last.',
  flags: { at: { kind: 'text', value: 'N', about: 'A number of baton history, a tag or a commit.' } },
  examples: [
    { run: 'baton diff', does: 'what the last handoff changed, and what is not committed' },
    { run: 'baton diff STATUS.md --at aahp/session-3', does: 'one file since a tagged session' },
  ],
  async run({ operands: [file], flags, platform }) {
    const result = await compare(await platform(), { file, at: flags.at });
    return {
      kind: 'value',
      data: result,
      asIs: true,
      text: () => (result.diff === '' ? 'No difference.' : result.diff.trimEnd()),
    };
  },
});
