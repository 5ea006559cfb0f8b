import { who as trace } from '../../../../../relay/project/index.ts';
import { defineCommand } from '../../../command.ts';

export const who = defineCommand({
  operands: 'CLAIM',
  takes: [1, 1],
  about: 'Shows who wrote an assertion of TRUST.md or words of STATUS.md, in which session and at which commit.',
  flags: {},
  examples: [
    { run: 'baton who "Build passes"', does: 'from the trust register' },
    { run: 'baton who "Auth complete"', does: 'from the status' },
  ],
  async run({ operands: [claim = ''], platform }) {
    const found = await trace(await platform(), claim);
    const brought = found.handoff_commit === null ? '' : `, handed over in ${found.handoff_commit.slice(0, 7)}`;
    const adopted = found.adopted_by === null ? '' : `, changed outside, adopted by ${found.adopted_by}`;
    return {
      kind: 'value',
      data: found,
      text: (style) =>
        `${style.bold(found.agent)}, session ${found.session}, at ${found.commit}${brought}${adopted} (${found.file}:${found.line})`,
    };
  },
});
