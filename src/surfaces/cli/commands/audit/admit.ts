import { BatonError } from '../../../../kernel/errors/index.ts';
import { admitKey } from '../../../../relay/audit/index.ts';
import { defineCommand } from '../../command.ts';

export const admit = defineCommand({
  operands: 'KEY',
  takes: [1, 1],
  about:
    'Lists the public key of another machine in the audit log, so that it can add entries too. A machine that is refused names its key. Run this on a machine whose key the log lists already; no key file is copied.',
  flags: {
    by: { kind: 'text', value: 'PERSON', about: 'Who vouches for the machine.' },
    reason: { kind: 'text', value: 'TEXT', about: 'Why, in a sentence.' },
    remove: { kind: 'switch', about: 'Remove the key from the list: it can sign nothing from now on.' },
  },
  examples: [
    {
      run: 'baton audit admit --by ada --reason "the second build machine" -- 6fT0zJ2Jm0y3cV8m6Xh3b0p1qJ5H5c1Jt0i2m4bq9xE',
      does: 'let a machine of the fleet add entries',
    },
  ],
  async run({ operands, flags, globals, platform }) {
    const { by, reason, remove } = flags;
    if (by === undefined || reason === undefined)
      throw new BatonError('USAGE_INVALID', 'say who and why: --by PERSON --reason TEXT');
    const request = { key: operands[0] ?? '', by, reason, remove: remove === true, dryRun: globals.dryRun };
    const data = await admitKey(await platform(), request);
    const listed = remove === true ? 'taken off the list' : 'listed';
    return {
      kind: 'value',
      data,
      text: (style) => style.green(`${data.key_fingerprint} ${globals.dryRun ? 'would be' : 'is'} ${listed}`),
    };
  },
});
