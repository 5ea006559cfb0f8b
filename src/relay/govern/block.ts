import type { AuditDraft } from '../../kernel/ports/index.ts';
import { blockedFlag } from './agent-flag.ts';

/** The entry that keeps an agent from taking part, until a person reconciles it. */
export const planBlock = (
  agentId: string,
  reason: string,
  about: Pick<AuditDraft, 'handoffId' | 'traceId'>,
): AuditDraft => ({
  kind: 'agent.blocked',
  ...about,
  flag: { name: blockedFlag(agentId), up: true },
  body: { agent: agentId, reason },
});
