import { given } from '../../../../kernel/given.ts';
import { resolve } from 'node:path';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { witnessInFile, witnessInRemote } from '../../../../relay/audit/index.ts';
import { defineCommand } from '../../command.ts';

const DEFAULT_REMOTE = 'origin';

export const witness = defineCommand({
  operands: '[FILE]',
  takes: [0, 1],
  about:
    'Compares the audit log with every signed head that the witness has seen, and adds the newest one if all agree. Keep the file, or the remote repository, out of reach of this machine: then even a roll-back of log, key and repository together is found.',
  flags: {
    remote: { kind: 'switch', about: `Use a git remote instead of a file: fetch and compare, then push the anchors.` },
    name: { kind: 'text', value: 'NAME', about: `Which remote; default ${DEFAULT_REMOTE}.` },
    key: { kind: 'text', value: 'FINGERPRINT', about: 'The key you trust, if another one took the log over.' },
  },
  examples: [
    { run: 'baton audit witness /media/usb/baton.witness', does: 'compare with a file and add the newest head' },
    { run: 'baton audit witness --remote', does: 'the same with the repository at origin' },
  ],
  async run({ operands, flags, globals, platform }) {
    const [file] = operands;
    if ((file === undefined) === (flags.remote !== true))
      throw new BatonError('USAGE_INVALID', 'name a FILE or give --remote, one of them');
    const system = await platform();
    const options = { dryRun: globals.dryRun, ...given({ key: flags.key }) };
    const data =
      file === undefined
        ? await witnessInRemote(system, flags.name ?? DEFAULT_REMOTE, options)
        : await witnessInFile(system, resolve(system.project.folder, file), options);
    return {
      kind: 'value',
      data,
      text: (style) =>
        [
          ...data.problems.map(({ file: place, reason }) => `${style.red('broken')}  ${place}: ${reason}`),
          data.ok
            ? style.green(
                `${data.entries} entries agree with ${data.seen} heads${data.added ? '; the newest was added' : ''}`,
              )
            : style.red('The audit log does not agree with its witness.'),
        ].join('\n'),
      exit: data.ok ? 0 : 1,
    };
  },
});
