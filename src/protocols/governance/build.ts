/** Builds a governed handoff or response out of objects: ids, versions and hashes come from the registry. */
import { given } from '../../kernel/given.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { findAgent, type Evidence } from './registry.ts';
import { PROTOCOL_VERSION, type AgentClaim, type Attestation, type Handoff } from './schema.ts';

/** What the target is asked to do. */
export interface HandoffRequest {
  readonly type?: Handoff['context']['request']['type'];
  readonly description: string;
  readonly expectedOutput: string;
  readonly inputData?: JsonObject | string;
  readonly constraints?: readonly string[];
  readonly domainTags?: readonly string[];
}

/** What a governed handoff is made from. */
export interface HandoffDraft {
  readonly from: string;
  readonly to: string;
  readonly request: HandoffRequest;
  readonly state?: Partial<Handoff['context']['state']>;
  readonly traceId?: string;
  /** The handoff that an orchestrator passes on. */
  readonly parentHandoffId?: string;
}

/** Everything is attested: a sender that attests more than holds is refused with what does not. */
const ATTESTED: Attestation = {
  source_agent_verified: true,
  target_agent_verified: true,
  composition_valid: true,
  boundaries_respected: true,
};

const GRAPH_HINT = 'run baton govern graph for the list of agents';

/** Fails with AGENT_NOT_FOUND for an agent that the registry does not have, or has not locked. */
export function buildHandoff(
  draft: HandoffDraft,
  evidence: Evidence,
  { id, timestamp }: { readonly id: string; readonly timestamp: string },
): Handoff {
  const { from, to, request, state, traceId, parentHandoffId } = draft;
  const { type = 'task', description, expectedOutput, inputData = {}, constraints = [], domainTags } = request;
  return {
    handoff_id: id,
    timestamp,
    protocol_version: PROTOCOL_VERSION,
    ...given({ trace_id: traceId, parent_handoff_id: parentHandoffId }),
    source_agent: claimAs(evidence, from),
    target_agent: claimAs(evidence, to),
    context: {
      request: {
        type,
        description,
        input_data: inputData,
        constraints,
        expected_output: expectedOutput,
        ...given({ domain_tags: domainTags }),
      },
      state: { conversation_history: [], accumulated_context: {}, decisions_made: [], ...state },
    },
    governance: { ...ATTESTED, audit_trail: 'baton audit' },
  };
}

/** An agent as manifest and lock have it. */
function claimAs(evidence: Evidence, id: string): AgentClaim {
  const agent = findAgent(evidence, id);
  if (agent === undefined)
    throw new BatonError('AGENT_NOT_FOUND', `the registry has no agent ${id}`, { agent: id, hint: GRAPH_HINT });
  const locked = evidence.lock.kind === 'found' ? evidence.lock.value.prompts.get(id) : undefined;
  if (locked === undefined)
    throw new BatonError('AGENT_NOT_FOUND', `${id} is not locked`, { agent: id, hint: 'run baton govern lock' });
  return { agent_type: agent.type, agent_id: id, agent_version: agent.version, prompt_hash: locked.hash };
}
