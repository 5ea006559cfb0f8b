import { isBatonError } from '../../kernel/errors/index.ts';
import { verifyAudit } from '../audit/index.ts';
import { checkRegistryFiles, readGovernanceGraph } from '../govern/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { GovernanceView } from './types.ts';

/** Who may hand to whom, whose prompt is still the locked one, and whether the audit log holds. */
export async function viewGovernance(
  platform: Pick<Platform, 'audit' | 'facts' | 'files' | 'project'>,
): Promise<GovernanceView> {
  const { ok, entries, brokenAt } = await verifyAudit(platform);
  const audit = { ok, entries, ...(brokenAt === undefined ? {} : { brokenAt: `entry ${brokenAt}` }) };
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
    };
  } catch (error) {
    if (isBatonError(error, 'REGISTRY_NOT_FOUND')) return { agents: [], edges: [], audit, problems: [] };
    if (isBatonError(error, 'REGISTRY_INVALID')) return { agents: [], edges: [], audit, problems: [error.message] };
    throw error;
  }
}
