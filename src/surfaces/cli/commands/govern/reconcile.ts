import { createPrivateKey } from 'node:crypto';
import { resolve } from 'node:path';
import { signText } from '../../../../kernel/audit/index.ts';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { reconcileAgent, type PersonProof, type ReconcilePreview } from '../../../../relay/govern/index.ts';
import { defineCommand } from '../../command.ts';
import type { Io } from '../../io.ts';
import { REGISTRY_FLAGS, registryOf } from './registry-flags.ts';

const MAX_KEY_BYTES = 16 * 1024;

export const reconcile = defineCommand({
  operands: 'AGENT',
  takes: [1, 1],
  about:
    'Lifts the block or hold of an agent, once its prompt on disk is the locked one. A person has to do this: on a terminal Baton shows what changed and asks for the id of the agent; elsewhere it takes the signature of a reviewer, a key listed under governance.reviewers in the manifest. Who did it and why is recorded in the audit log.',
  flags: {
    ...REGISTRY_FLAGS,
    by: { kind: 'text', value: 'PERSON', about: 'Who looked into it.' },
    reason: { kind: 'text', value: 'TEXT', about: 'What was found and done, in a sentence.' },
    key: { kind: 'text', value: 'FILE', about: "A reviewer's private key (PEM), to sign with here." },
    signature: {
      kind: 'text',
      value: 'TEXT',
      about: "A reviewer's signature over the statement that is shown without it.",
    },
  },
  examples: [
    {
      run: 'baton govern reconcile domain-02-analysis --by ada --reason "restored the prompt from git"',
      does: 'let the agent take part again',
    },
    {
      run: 'baton govern reconcile domain-02-analysis --by ada --reason "restored the prompt from git" --key ada.pem',
      does: 'the same without a terminal, as a reviewer',
    },
  ],
  async run({ operands, flags, globals, platform, io }) {
    const [agent = ''] = operands;
    const { by, reason } = flags;
    if (by === undefined || reason === undefined) {
      throw new BatonError('USAGE_INVALID', 'say who and why: --by PERSON --reason TEXT');
    }
    const system = await platform();
    const request = { agent, by, reason, registry: registryOf(flags), dryRun: globals.dryRun };
    const first = await reconcileAgent(system, { ...request, person: choosePerson(flags.signature, io) });
    const key =
      flags.key === undefined || first.statement === null ? undefined : resolve(system.project.folder, flags.key);
    const data =
      key === undefined || first.statement === null
        ? first
        : await reconcileAgent(system, {
            ...request,
            person: {
              kind: 'signature',
              signature: signText(
                'baton-review/1',
                first.statement,
                createPrivateKey(await system.files.readText(key, { maxBytes: MAX_KEY_BYTES })),
              ),
            },
          });
    return {
      kind: 'value',
      data,
      text: (style) =>
        data.reconciled
          ? style.green(`${agent} ${globals.dryRun ? 'would take' : 'takes'} part again.`)
          : [
              `${style.red('not reconciled')}: ${data.refusal ?? ''}`,
              ...(data.statement === null
                ? []
                : [style.dim('a reviewer signs "baton-review/1", a line feed and:'), data.statement]),
            ].join('\n'),
      exit: data.reconciled ? 0 : 1,
    };
  },
});

function choosePerson(signature: string | undefined, io: Io): PersonProof {
  if (signature !== undefined) return { kind: 'signature', signature };
  if (!io.isInputTerminal) return { kind: 'none' };
  return { kind: 'confirmation', confirm: (preview) => confirm(preview, io) };
}

async function confirm({ agent, state, since, why, found, now, copies }: ReconcilePreview, io: Io): Promise<boolean> {
  const { errorStyle: style } = io;
  io.remark(`${style.bold(agent)} is ${state} since ${since}: ${why}`);
  if (found.length > 0) io.remark(['The prompt that was found then:', ...found].join('\n'));
  if (now.length > 0) io.remark(['The prompt that is locked now:', ...now].join('\n'));
  if (copies === 'lost')
    io.remark('The copies of the prompts of then are gone or were changed: look into the history of the prompt file.');
  else if (found.length + now.length === 0) io.remark('The prompt is the one that was locked then.');
  return (await io.ask(`Type ${agent} to let it take part again: `)) === agent;
}
