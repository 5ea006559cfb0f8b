import { isBatonError } from '../../kernel/errors/index.ts';
import { given, whenGiven } from '../../kernel/given.ts';
import type { AuditEntry, AuditReceipt, Platform } from '../../kernel/ports/index.ts';
import { listAudit, showAudit, verifyAudit } from '../audit/index.ts';
import { checkRegistryFiles, readGovernanceGraph } from '../govern/index.ts';
import type { AuditView, BlockView, GovernanceView } from './types.ts';

const MAX_ENTRIES = 200;

/** Who may hand to whom, whose prompt is still the locked one, and whether the audit log holds. */
export async function viewGovernance(
  platform: Pick<Platform, 'audit' | 'facts' | 'files' | 'project'>,
): Promise<GovernanceView> {
  const { ok, entries, brokenAt } = await verifyAudit(platform);
  const audit = { ok, entries, ...given({ brokenAt: whenGiven(brokenAt, (at) => `entry ${at}`) }) };
  const latest = await viewLatestAudit(platform, { ok, brokenAt }, MAX_ENTRIES);
  try {
    const graph = await readGovernanceGraph(platform);
    const { problems } = await checkRegistryFiles(platform);
    const wrong = new Set(problems.flatMap(({ agent, code }) => (code === 'HASH_VERIFICATION_FAILURE' ? [agent] : [])));
    return {
      agents: graph.nodes.map((node) => ({ ...node, isVerified: !wrong.has(node.id) })),
      edges: graph.edges.map(({ from, to, kind, percent }) => ({
        from,
        to,
        why:
          kind === 'names' ? 'its boundaries name it' : `a part of it${percent === undefined ? '' : `, ${percent} %`}`,
      })),
      audit,
      problems: problems.map(({ agent, message }) => (agent === undefined ? message : `${agent}: ${message}`)),
      entries: latest,
      blocks: graph.nodes.flatMap((node) => toBlock(node, latest)),
    };
  } catch (error) {
    const none = { agents: [], edges: [], audit, entries: latest, blocks: [] };
    if (isBatonError(error, 'REGISTRY_NOT_FOUND')) return { ...none, problems: [] };
    if (isBatonError(error, 'REGISTRY_INVALID')) return { ...none, problems: [error.message] };
    throw error;
  }
}

/** An agent that is kept from taking part, with the entry that says why. */
function toBlock(
  { id, isBlocked, isHeld }: { readonly id: string; readonly isBlocked: boolean; readonly isHeld: boolean },
  entries: readonly AuditView[],
): BlockView[] {
  if (!isBlocked && !isHeld) return [];
  const kind = isBlocked ? 'blocked' : 'held';
  const entry = entries.find((each) => each.kind === `agent.${kind}` && each.to === id);
  const reason = entry?.reason ?? 'its entry is older than the ones shown here';
  return [{ agent: id, kind, reason, at: entry?.timestamp ?? '', ref: entry?.ref ?? '' }];
}

type AuditPlatform = Pick<Platform, 'audit' | 'facts' | 'project'>;
type Entry = AuditEntry & AuditReceipt;

/** What the audit log says about a handoff or a trace, and whether its chain holds that far. */
export async function viewAudit(platform: AuditPlatform, id: string): Promise<AuditView[]> {
  const entries = await showAudit(platform, id);
  return toAuditViews(entries, await verifyAudit(platform));
}

/** The latest entries of the whole log, newest first. */
const viewLatestAudit = async (
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
