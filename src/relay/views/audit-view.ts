import { given } from '../../kernel/given.ts';
import type { AuditEntry, AuditReceipt, Platform } from '../../kernel/ports/index.ts';
import { listAudit, showAudit, verifyAudit } from '../audit/index.ts';
import type { AuditView } from './types.ts';

type AuditPlatform = Pick<Platform, 'audit' | 'facts' | 'project'>;
type Entry = AuditEntry & AuditReceipt;

/** What the audit log says about a handoff or a trace, and whether its chain holds that far. */
export async function viewAudit(platform: AuditPlatform, id: string): Promise<AuditView[]> {
  const entries = await showAudit(platform, id);
  return toAuditViews(entries, await verifyAudit(platform));
}

/** The latest entries of the whole log, newest first. */
export const viewLatestAudit = async (
  platform: Pick<AuditPlatform, 'audit'>,
  verdict: AuditVerdict,
  last: number,
): Promise<AuditView[]> => toAuditViews((await listAudit(platform, last)).toReversed(), verdict);

interface AuditVerdict {
  readonly ok: boolean;
  readonly brokenAt?: number | undefined;
}

const toAuditViews = (entries: readonly Entry[], { ok, brokenAt }: AuditVerdict): AuditView[] =>
  entries.map((entry) => toView(entry, ok || (brokenAt !== undefined && entry.seq < brokenAt)));

function toView(entry: Entry, verified: boolean): AuditView {
  const { kind, body, ref, seq, at, handoffId, traceId } = entry;
  const accepted = kind.endsWith('.accepted') ? true : kind.endsWith('.rejected') ? false : undefined;
  const say = (name: string): string | undefined => {
    const value = body[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const named = {
    handoffId,
    traceId,
    accepted,
    code: say('code'),
    from: say('source') ?? say('by'),
    to: say('target') ?? say('agent'),
    reason: say('reason') ?? firstError(body['errors']),
  };
  return { ref, seq, kind, timestamp: at, verified, ...given(named) };
}

function firstError(errors: unknown): string | undefined {
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  if (typeof first !== 'object' || first === null || !('message' in first)) return undefined;
  return typeof first.message === 'string' ? first.message : undefined;
}
