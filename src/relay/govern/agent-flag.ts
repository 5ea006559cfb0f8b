/** Names under which the audit log keeps what governance must remember. */
export const blockedFlag = (agentId: string): string => `blocked:${agentId}`;

export const heldFlag = (agentId: string): string => `held:${agentId}`;

/** Ids are compared in lower case: two spellings of one UUID are one handoff. */
export const handoffClaim = (handoffId: string): string => `handoff:${handoffId.toLowerCase()}`;

export const responseClaim = (responseId: string): string => `response:${responseId.toLowerCase()}`;
