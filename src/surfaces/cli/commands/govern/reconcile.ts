import { BatonError } from '../../../../kernel/errors/index.ts';
import { anchorAudit } from '../../../../relay/audit/index.ts';
import { reconcileAgent } from '../../../../relay/govern/index.ts';
import { defineCommand } from '../../command.ts';
import { REGISTRY_FLAGS, registryOf } from './registry-flags.ts';

export const reconcile = defineCommand({
  operands: 'AGENT',
  takes: [1, 1],
  about:
    'Lifts the block of an agent, once its prompt on disk is the locked one again. Who did it and why is recorded in the audit log.',
  flags: {
    ...REGISTRY_FLAGS,
    by: { kind: 'text', value: 'PERSON', about: 'Who looked into it.' },
    reason: { kind: 'text', value: 'TEXT', about: 'What was found and done.' },
  },
  examples: [
    {
      run: 'baton govern reconcile domain-02-analysis --by ada --reason "restored the prompt from git"',
      does: 'let the agent take part again',
    },
  ],
  async run({ operands, flags, globals, platform }) {
    const [agent = ''] = operands;
    const { by, reason } = flags;
    if (by === undefined || reason === undefined) {
      throw new BatonError('USAGE_INVALID', 'say who and why: --by PERSON --reason TEXT');
    }
    const system = await platform();
    const data = await reconcileAgent(system, {
      agent,
      by,
      reason,
      registry: registryOf(flags),
      dryRun: globals.dryRun,
    });
    if (data.audit_ref !== null) await anchorAudit(system);
    return {
      kind: 'value',
      data,
      text: (style) =>
        data.reconciled
          ? style.green(`${agent} ${globals.dryRun ? 'would take' : 'takes'} part again.`)
          : `${style.red('not reconciled')}: ${data.refusal ?? ''}`,
      exit: data.reconciled ? 0 : 1,
    };
  },
});
