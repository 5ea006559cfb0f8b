import { isBatonError } from '../../kernel/errors/index.ts';
import { given, whenGiven } from '../../kernel/given.ts';
import { verifyAudit } from '../audit/index.ts';
import { checkRegistryFiles, readGovernanceGraph } from '../govern/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { viewLatestAudit } from './audit-view.ts';
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
