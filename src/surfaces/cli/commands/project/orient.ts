import { BatonError } from '../../../../kernel/errors/index.ts';
import { orient as examineAndRead } from '../../../../relay/project/index.ts';
import { WORK_KINDS, type WorkKind } from '../../../../protocols/project/index.ts';
import { defineCommand } from '../../command.ts';
import { readSessionId, SESSION_FLAGS } from './flags.ts';

export const orient = defineCommand({
  operands: '',
  takes: [0, 0],
  about: 'The health check and what to read now, framed as data, for one kind of work. The first thing an agent runs.',
  flags: {
    for: {
      kind: 'text',
      value: 'KIND',
      choices: WORK_KINDS,
      about: 'fix (default), feature, debug or first: how much is shown.',
    },
    budget: {
      kind: 'number',
      value: 'N',
      about: 'Never print more than N tokens; default the configured budget, and less for a small project.',
    },
    strict: {
      kind: 'switch',
      about: 'Exit 1 if no next action is listed; the default for an unattended agent (BATON_UNATTENDED).',
    },
    'read-only': {
      kind: 'switch',
      about: 'Write nothing, not even the warning about files changed outside the protocol.',
    },
    ...SESSION_FLAGS,
  },
  examples: [
    { run: 'baton orient', does: 'state and next actions: enough for a simple fix' },
    {
      run: 'baton orient --for debug --budget 1500',
      does: 'with the last entries of the log and the trust register, at most 1500 tokens',
    },
    { run: 'baton orient --json --read-only', does: 'the same for programs' },
  ],
  async run({ flags, globals, platform }) {
    const target = await platform();
    const kind = WORK_KINDS.find((name): name is WorkKind => name === flags.for) ?? 'fix';
    const { budget } = flags;
    if (budget !== undefined && (!Number.isInteger(budget) || budget < 1)) {
      throw new BatonError('USAGE_INVALID', `--budget needs a whole number above 0, found ${budget}`);
    }
    const result = await examineAndRead(target, {
      kind,
      budget,
      readOnly: flags['read-only'] || globals.dryRun,
      sessionId: readSessionId(flags),
    });
    const isAlone = flags.strict || (process.env['BATON_UNATTENDED'] ?? '') !== '';
    const stops = result.mode === 'recovery' || (result.mode === 'idle' && isAlone);
    return { kind: 'value', data: result, asIs: true, text: () => result.text, exit: stops ? 1 : 0 };
  },
});
