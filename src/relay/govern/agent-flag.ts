/** Names under which the audit log keeps what governance must remember. */
export const blockedFlag = (agentId: string, scope: string): string => `blocked:${bind(agentId, scope)}`;

export const heldFlag = (agentId: string, scope: string): string => `held:${bind(agentId, scope)}`;

/** Agents of another root may have the same id. */
const bind = (agentId: string, scope: string): string => (scope === '' ? agentId : `${agentId}@${scope}`);

/** Ids are compared in lower case: two spellings of one UUID are one handoff. */
export const handoffClaim = (handoffId: string): string => `handoff:${handoffId.toLowerCase()}`;

export const responseClaim = (responseId: string): string => `response:${responseId.toLowerCase()}`;
