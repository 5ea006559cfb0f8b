import type { AuditDraft } from '../../kernel/ports/index.ts';

/** Entries are covered by the signed head alone. */
export const FIRST_FORMAT = 1;
/** The last line of each commit carries a signature. */
export const FORMAT = 2;

/** From this entry on the log has this format. */
const UPGRADED = 'log.upgraded';

export const draftUpgraded = (): AuditDraft => ({ kind: UPGRADED, body: { format: FORMAT } });

/** Undefined for entries that say nothing about it. */
export function formatOf({ kind, body }: AuditDraft): number | undefined {
  if (kind !== UPGRADED && kind !== 'log.opened') return undefined;
  const { format } = body;
  return typeof format === 'number' ? format : undefined;
}
