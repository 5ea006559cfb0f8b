import { BatonError } from '../../../../kernel/errors/index.ts';
import { rekeyAudit } from '../../../../relay/audit/index.ts';
import { askForWord } from './typed-confirmation.ts';
import { defineCommand } from '../../command.ts';

export const rekey = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Continues the audit log under the key of this installation if the key that signed it is lost. All entries must be unchanged, and a person confirms it on a terminal. Who did it and why is recorded in the log, and baton audit verify reports it from then on.',
  flags: {
    by: { kind: 'text', value: 'PERSON', about: 'Who looked into it.' },
    reason: { kind: 'text', value: 'TEXT', about: 'What happened to the old key.' },
  },
  examples: [
    { run: 'baton audit rekey --by ada --reason "the disk with the key died"', does: 'continue with a new key' },
    { run: 'baton audit rekey --by ada --reason test --dry-run', does: 'only check whether it could be done' },
  ],
  async run({ flags, globals, platform, io }) {
    const { by, reason } = flags;
    if (by === undefined || reason === undefined) {
      throw new BatonError('USAGE_INVALID', 'say who and why: --by PERSON --reason TEXT');
    }
    const system = await platform();
    const data = await rekeyAudit(system, {
      by,
      reason,
      confirm: askForWord(io, 'rekey'),
      dryRun: globals.dryRun,
    });
    return {
      kind: 'value',
      data,
      text: (style) =>
        data.rekeyed
          ? [
              style.green(`The audit log ${globals.dryRun ? 'would go' : 'goes'} on with another key.`),
              ...(data.key_fingerprint === null ? [] : [`Tell who checks proofs: ${data.key_fingerprint}`]),
            ].join('\n')
          : `${style.red('not done')}: ${data.refusal ?? ''}`,
      exit: data.rekeyed ? 0 : 1,
    };
  },
});
