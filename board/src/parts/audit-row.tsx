import { getText } from '../api.ts';
import { attempt } from '../actions/attempt.ts';
import type { AuditView } from '../types.ts';
import { Ago } from './labels.tsx';

/** `handoff.rejected` → `handoff rejected`. */
const inWords = (kind: string): string => kind.replaceAll(/[._-]/g, ' ');

export const AuditRow = ({ entry }: { readonly entry: AuditView }) => (
  <tr>
    <td>
      <Ago at={entry.timestamp} />
    </td>
    <td>
      <span class={entry.accepted === false ? 'bad-text' : entry.accepted === true ? 'good-text' : undefined}>
        {entry.accepted === undefined ? '' : entry.accepted ? '✓ ' : '✗ '}
        {inWords(entry.kind)}
      </span>
      {entry.reason !== undefined && <small>{entry.reason}</small>}
      {entry.accepted === false && entry.code !== undefined && <small>{entry.code}</small>}
    </td>
    <td>
      {[entry.from, entry.to].filter((name) => name !== undefined).join(' → ')}
      {entry.traceId !== undefined && (
        <small>
          <a href={`/traces/${encodeURIComponent(entry.traceId)}`}>trace {entry.traceId.slice(0, 8)}</a>
        </small>
      )}
    </td>
    <td>
      {entry.verified ? '✓ chain holds' : '✗ chain is broken'}
      <small>
        <button type="button" class="link" onClick={() => attempt(() => saveProof(entry))}>
          Save proof {entry.seq}
        </button>
      </small>
    </td>
  </tr>
);

/** A file that `baton audit check` verifies without the log. */
async function saveProof({ seq }: AuditView): Promise<void> {
  const text = await getText(`/v1/audit/${seq}/proof`);
  const { data } = JSON.parse(text) as { data: unknown };
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `audit-proof-${seq}.json`;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
