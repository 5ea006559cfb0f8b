import { given } from '../../../../kernel/given.ts';
import type { JsonObject } from '../../../../kernel/json.ts';
import type { AuditEntry, AuditReceipt } from '../../../../kernel/ports/index.ts';
import { listAudit, showAudit } from '../../../../relay/audit/index.ts';
import { findFullId } from '../../../../relay/trace/index.ts';
import { defineCommand } from '../../command.ts';
import type { Style } from '../../style.ts';

const DEFAULT_LAST = 20;

export const show = defineCommand({
  operands: '[ID]',
  takes: [0, 1],
  about: 'Shows every event of a handoff or of a trace, both directions; without an id the latest entries.',
  flags: { last: { kind: 'number', value: 'N', about: `How many of the latest entries; default ${DEFAULT_LAST}.` } },
  examples: [
    { run: 'baton audit show 550e8400-e29b-41d4-a716-446655440000', does: 'the whole story of one handoff' },
    { run: 'baton audit show --last 5', does: 'the five latest entries' },
  ],
  async run({ operands, flags, platform }) {
    const [id] = operands;
    const system = await platform();
    const last = Math.max(1, Math.floor(flags.last ?? DEFAULT_LAST));
    const found = id === undefined ? await listAudit(system, last) : await showAudit(system, await expand(system, id));
    return {
      kind: 'value',
      data: { entries: found.map(toWire) },
      text: (style) =>
        found.length === 0 ? 'The audit log is empty.' : found.map((entry) => render(entry, style)).join('\n'),
    };
  },
});

/** A beginning stands for the whole id; anything else is taken as it is. */
const expand = async (system: Parameters<typeof findFullId>[0], id: string): Promise<string> =>
  (await findFullId(system, id, ['handoff', 'trace']))?.id ?? id;

const toWire = ({ seq, at, kind, handoffId, traceId, ref, prev, hash, body, flag }: AuditEntry & AuditReceipt) => ({
  seq,
  at,
  kind,
  handoff_id: handoffId ?? null,
  trace_id: traceId ?? null,
  audit_ref: ref,
  ...given({ flag }),
  body,
  prev,
  hash,
});

function render({ at, kind, handoffId, body, ref }: AuditEntry & AuditReceipt, style: Style): string {
  const route =
    typeof body['source'] === 'string' && typeof body['target'] === 'string'
      ? `${body['source']} → ${body['target']}`
      : '';
  const about = [body['agent'], body['code']].filter((value) => typeof value === 'string').join(' ');
  const words = [style.dim(at), style.bold(kind), route, about, handoffId ?? '', style.dim(ref)];
  return [words.filter((word) => word !== '').join('  '), ...reasonsOf(body).map((reason) => `    ${reason}`)].join(
    '\n',
  );
}

/** Why it was refused, or who answers for it and why. */
function reasonsOf(body: JsonObject): string[] {
  const { by, reason } = body;
  const person = typeof by === 'string' && typeof reason === 'string' ? [`${by}: ${reason}`] : [];
  const errors = Array.isArray(body['errors']) ? body['errors'] : [];
  const messages = errors.flatMap((error: unknown) => {
    const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
    return typeof message === 'string' ? [message] : [];
  });
  return [...person, ...messages];
}
