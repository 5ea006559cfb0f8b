import { resolve } from 'node:path';
import { fingerprintOf } from '../../../../kernel/audit/index.ts';
import { proveEntry } from '../../../../relay/audit/index.ts';
import { findFullId } from '../../../../relay/trace/index.ts';
import { defineCommand } from '../../command.ts';

export const prove = defineCommand({
  operands: 'ID',
  takes: [1, 1],
  about:
    'Creates a document that proves an entry is in the log. It contains the entry and a few hashes, nothing of the other entries. ID is a handoff id, an audit reference or the number of an entry.',
  flags: { out: { kind: 'text', value: 'FILE', about: 'Write the proof to a file.' } },
  examples: [
    {
      run: 'baton audit prove 550e8400-e29b-41d4-a716-446655440000 --out proof.json',
      does: 'prove a handoff to an outsider',
    },
    { run: 'baton audit prove 17', does: 'prove entry 17' },
  ],
  async run({ operands, flags, globals, platform }) {
    const system = await platform();
    const [given = ''] = operands;
    const proof = await proveEntry(system, (await findFullId(system, given, ['handoff']))?.id ?? given);
    const out = flags.out === undefined ? undefined : resolve(system.project.folder, flags.out);
    const text = JSON.stringify(proof, null, 2);
    if (out !== undefined && !globals.dryRun) await system.files.writeAtomic(out, `${text}\n`);
    const signer = fingerprintOf(proof.head.key);
    return {
      kind: 'value',
      data: { proof, key_fingerprint: signer, out: out ?? null },
      text: (style) =>
        out === undefined
          ? text
          : `${globals.dryRun ? 'would write' : 'wrote'} ${out}\n${style.dim(`tell the reader the key by another way: ${signer}`)}`,
    };
  },
});
