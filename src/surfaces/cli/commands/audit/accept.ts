import { BatonError } from '../../../../kernel/errors/index.ts';
import { acceptAudit } from '../../../../relay/audit/index.ts';
import { askForWord } from './typed-confirmation.ts';
import { defineCommand } from '../../command.ts';

export const accept = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Lets the audit log continue after a person has looked into what baton audit verify found outside the entries: an anchor that is gone, a log that was replaced, removed or put back from a backup, entries without a signature that were set aside. A person confirms it on a terminal. Records who and why, and carries blocks over that this machine remembers. Damage to the entries themselves is never accepted.',
  flags: {
    by: { kind: 'text', value: 'PERSON', about: 'Who looked into it.' },
    reason: { kind: 'text', value: 'TEXT', about: 'What was found, in a sentence.' },
  },
  examples: [
    {
      run: 'baton audit accept --by ada --reason "the laptop lost power during a test"',
      does: 'record that somebody looked, and continue',
    },
    { run: 'baton audit accept --by ada --reason "only a look at it" --dry-run', does: 'list what would be accepted' },
  ],
  async run({ flags, globals, platform, io }) {
    const { by, reason } = flags;
    if (by === undefined || reason === undefined)
      throw new BatonError('USAGE_INVALID', 'say who and why: --by PERSON --reason TEXT');
    const data = await acceptAudit(await platform(), {
      by,
      reason,
      confirm: askForWord(io, 'accept'),
      dryRun: globals.dryRun,
    });
    return {
      kind: 'value',
      data,
      text: (style) =>
        data.refusal === null
          ? [
              ...data.accepted,
              ...data.carried.map((name) => `carried over: ${name}`),
              style.green(globals.dryRun ? 'would be accepted' : 'accepted and recorded'),
            ].join('\n')
          : data.refusal,
      exit: data.refusal === null ? 0 : 1,
    };
  },
});
