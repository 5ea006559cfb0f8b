import type { Platform } from '../../../../kernel/ports/index.ts';
import { resolve } from 'node:path';
import { checkProof } from '../../../../kernel/audit/index.ts';
import { parseJson } from '../../../../kernel/json.ts';
import { defineCommand } from '../../command.ts';

const MAX_PROOF_BYTES = 64 * 1024 * 1024;

export const checkProofFile = defineCommand({
  operands: 'FILE|-',
  takes: [1, 1],
  about:
    'Checks a proof made by baton audit prove. Needs no log and no project. With --key only a head signed by that key counts; without it the key in the proof itself is shown for you to compare.',
  flags: { key: { kind: 'text', value: 'FINGERPRINT', about: 'The key you trust, as its owner told you.' } },
  examples: [
    { run: 'baton audit check-proof proof.json', does: 'check a proof' },
    { run: 'baton audit check-proof proof.json --key 3f0c…', does: 'and that it was signed by the key you trust' },
  ],
  async run({ operands, flags, io, platform }) {
    const [name = '-'] = operands;
    const text =
      name === '-' ? (await io.readInput(MAX_PROOF_BYTES)).toString('utf8') : await readProof(name, platform);
    // A proof handed out by `audit prove --json` is the same proof in its envelope.
    const value = parseJson(text, { maxBytes: MAX_PROOF_BYTES });
    const checked = checkProof(unwrap(value), flags.key);
    return {
      kind: 'value',
      data: checked.ok
        ? {
            ok: true,
            entry: checked.entry.seq,
            entries: checked.head.entries,
            kind: checked.entry.kind,
            at: checked.entry.at,
            handoff_id: checked.entry.handoffId ?? null,
            body: checked.entry.body,
            key_fingerprint: checked.fingerprint,
            broken_at: null,
          }
        : { ok: false, reason: checked.reason, broken_at: null },
      text: (style) =>
        checked.ok
          ? [
              style.green(`Entry ${checked.entry.seq} of ${checked.head.entries} is in the log.`),
              `${checked.entry.at}  ${checked.entry.kind}  ${checked.entry.handoffId ?? ''}`,
              `signed by ${checked.fingerprint}${flags.key === undefined ? style.dim('  compare it with the one you trust') : ''}`,
            ].join('\n')
          : `${style.red('The proof does not hold')}: ${checked.reason}`,
      exit: checked.ok ? 0 : 1,
    };
  },
});

async function readProof(name: string, platform: () => Promise<Pick<Platform, 'files' | 'project'>>): Promise<string> {
  const { files, project } = await platform();
  return await files.readText(resolve(project.folder, name), { maxBytes: MAX_PROOF_BYTES });
}

function unwrap(value: ReturnType<typeof parseJson>): ReturnType<typeof parseJson> {
  if (typeof value !== 'object' || value === null || !('data' in value)) return value;
  const { data } = value;
  return typeof data === 'object' && data !== null && 'proof' in data ? (data.proof ?? null) : value;
}
