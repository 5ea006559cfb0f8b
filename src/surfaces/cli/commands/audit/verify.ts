import { fingerprintOf } from '../../../../kernel/audit/index.ts';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { isSha256Hex } from '../../../../kernel/hash.ts';
import { verifyAudit, type VerifyOptions } from '../../../../relay/audit/index.ts';
import { defineCommand } from '../../command.ts';
import { asFinding, chooseFormat, formatFlag, renderFindings } from '../../findings/index.ts';

export const verify = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Reads the whole audit log and compares it with its hash chain, its signatures, its signed head, its anchors in git and what this installation remembers. Names the first entry that was edited, moved, inserted, removed, cut off or added without the key. Changes nothing.',
  flags: {
    format: formatFlag,
    key: { kind: 'text', value: 'FINGERPRINT', about: 'The key you trust: fails if another one vouches for the log.' },
  },
  examples: [
    { run: 'baton audit verify', does: 'check the log of this project' },
    { run: 'baton audit verify --json', does: 'the same for a program' },
  ],
  async run({ flags, platform, io }) {
    const { ok, entries, brokenAt, problems, notes, head, keys } = await io.during(
      'reading the audit log',
      verifyAudit(await platform(), toOptions(flags.key)),
    );
    const signer = head === undefined ? null : fingerprintOf(head.key);
    const data = {
      ok,
      entries,
      broken_at: brokenAt ?? null,
      problems: problems.map(({ entry, file, line, reason, id }) => ({
        entry: entry ?? null,
        file,
        line: line ?? null,
        reason,
        can_be_accepted: id !== undefined,
      })),
      notes,
      head: head === undefined ? null : { entries: head.entries, hash: head.hash, root: head.root, at: head.at },
      key_fingerprint: signer,
      keys: keys.map(fingerprintOf),
    };
    const format = chooseFormat(flags.format);
    const findings = problems.map(({ file, line, reason }) =>
      asFinding('integrity', {
        rule: 'audit-log',
        severity: 'error',
        file,
        line,
        message: reason,
        hint: 'compare with a copy of the log; see docs/governance.md',
      }),
    );
    return {
      kind: 'value',
      data,
      text: (style) => {
        if (format !== 'text') return renderFindings(format, findings, data, style);
        return [
          ...problems.map(({ entry, file, line, reason }) => {
            const place = `${file}${line === undefined ? '' : `, line ${line}`}`;
            return `${style.red('broken')}  ${entry === undefined ? '' : `entry ${entry}, `}${place}: ${reason}`;
          }),
          ...notes.map((note) => `${style.cyan('note')}    ${note}`),
          ok
            ? style.green(entries === 0 ? EMPTY : `${entries} entries, all as they were written.`)
            : style.red('The audit log is not as it was written.'),
          ...(problems.length > 0 && problems.every(({ id }) => id !== undefined)
            ? ['Once a person has looked into it: baton audit accept --by PERSON --reason TEXT']
            : []),
          ...(signer === null ? [] : [style.dim(`signed by ${signer}`)]),
        ].join('\n');
      },
      exit: ok ? 0 : 1,
    };
  },
});

const EMPTY = 'The audit log is empty: only governed handoffs are entered. To begin: baton govern init';

function toOptions(key: string | undefined): VerifyOptions {
  if (key === undefined) return {};
  if (isSha256Hex(key.toLowerCase())) return { key };
  throw new BatonError('USAGE_INVALID', 'a fingerprint has 64 hexadecimal digits; without --key it is shown');
}
