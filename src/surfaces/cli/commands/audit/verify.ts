import { fingerprintOf } from '../../../../kernel/audit/index.ts';
import { verifyAudit } from '../../../../relay/audit/index.ts';
import { defineCommand } from '../../command.ts';
import { asFinding, chooseFormat, formatFlag, renderFindings } from '../../findings/index.ts';

export const verify = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Reads the whole audit log and holds it against its hash chain, its signed head and its anchors in git. Names the first entry that was edited, moved, inserted, removed or cut off. Changes nothing.',
  flags: { format: formatFlag },
  examples: [
    { run: 'baton audit verify', does: 'check the log of this project' },
    { run: 'baton audit verify --json', does: 'the same for a program' },
  ],
  async run({ flags, platform }) {
    const { ok, entries, brokenAt, problems, notes, head } = await verifyAudit(await platform());
    const signer = head === undefined ? null : fingerprintOf(head.key);
    const data = {
      ok,
      entries,
      broken_at: brokenAt ?? null,
      problems: problems.map(({ entry, file, line, reason }) => ({
        entry: entry ?? null,
        file,
        line: line ?? null,
        reason,
      })),
      notes,
      head: head === undefined ? null : { entries: head.entries, hash: head.hash, root: head.root, at: head.at },
      key_fingerprint: signer,
    };
    const format = chooseFormat(flags.format);
    const findings = problems.map(({ file, line, reason }) =>
      asFinding('integrity', {
        rule: 'audit-log',
        severity: 'error',
        file,
        line,
        message: reason,
        hint: 'compare with a copy of the log; baton audit verify names the first entry that is not as it was written',
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
            ? style.green(`${entries} entries, all as they were written.`)
            : style.red('The audit log is not as it was written.'),
          ...(signer === null ? [] : [style.dim(`signed by ${signer}`)]),
        ].join('\n');
      },
      exit: ok ? 0 : 1,
    };
  },
});
