import { mergeFile as merge } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';

/** Git names the commit it merges in a variable of its own. */
const findTheirCommit = (): string | undefined =>
  Object.keys(process.env).flatMap((name) => /^GITHEAD_([0-9a-f]{40,64})$/.exec(name)?.[1] ?? [])[0];

export const mergeFile = defineCommand({
  operands: 'BASE OURS THEIRS PATH',
  takes: [4, 4],
  about: 'The merge driver for .ai/handoff/: git calls it; baton init --git sets it up. The result is written to OURS.',
  flags: {},
  examples: [{ run: 'baton merge-file base.md ours.md theirs.md .ai/handoff/LOG.md', does: 'as git does' }],
  async run({ operands: [base = '', ours = '', theirs = '', path = ''], platform }) {
    await merge(await platform(), { base, ours, theirs, path, theirCommit: findTheirCommit() });
    return { kind: 'value', data: { merged: path }, text: () => '' };
  },
});
