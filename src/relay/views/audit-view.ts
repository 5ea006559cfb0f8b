import type { AuditEntry, AuditReceipt, Platform } from '../../kernel/ports/index.ts';
import { showAudit, verifyAudit } from '../audit/index.ts';
import type { AuditView } from './types.ts';

/** What the audit log says about a handoff or a trace, and whether its chain holds that far. */
export async function viewAudit(
  platform: Pick<Platform, 'audit' | 'facts' | 'project'>,
  id: string,
): Promise<AuditView[]> {
  const entries = await showAudit(platform, id);
  const { ok, brokenAt } = await verifyAudit(platform);
  return entries.map((entry) => toView(entry, ok || (brokenAt !== undefined && entry.seq < brokenAt)));
}

function toView(entry: AuditEntry & AuditReceipt, verified: boolean): AuditView {
  const { kind, body, ref, seq, at, handoffId } = entry;
  const accepted = kind.endsWith('.accepted') ? true : kind.endsWith('.rejected') ? false : undefined;
  const code = body['code'];
  return {
    ref,
    seq,
    ...(handoffId === undefined ? {} : { handoffId }),
    kind,
    ...(accepted === undefined ? {} : { accepted }),
    ...(typeof code === 'string' ? { code } : {}),
    timestamp: at,
    verified,
  };
}
