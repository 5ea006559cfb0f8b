/** The shapes of the protocol. Field names of documents are those of the wire; everything else is ours. */
import type { JsonObject } from '../../kernel/json.ts';
import type { ResponseCode, VerificationCode } from './codes.ts';

export const PROTOCOL_VERSION = '1.0.0';

export type AgentType = 'domain' | 'archetype' | 'orchestrator';

export interface AgentClaim {
  readonly agent_type: AgentType;
  readonly agent_id: string;
  readonly agent_version: string;
  readonly prompt_hash: string;
}

export interface Attestation {
  readonly source_agent_verified: boolean;
  readonly target_agent_verified: boolean;
  readonly composition_valid: boolean;
  readonly boundaries_respected: boolean;
}

export const ATTESTATION_FLAGS = [
  'source_agent_verified',
  'target_agent_verified',
  'composition_valid',
  'boundaries_respected',
] as const satisfies readonly (keyof Attestation)[];

export interface Handoff {
  readonly handoff_id: string;
  readonly timestamp: string;
  readonly protocol_version: typeof PROTOCOL_VERSION;
  readonly trace_id?: string;
  readonly parent_handoff_id?: string;
  readonly source_agent: AgentClaim;
  readonly target_agent: AgentClaim;
  readonly context: {
    readonly request: {
      readonly type: 'query' | 'task' | 'analysis' | 'decision';
      readonly description: string;
      readonly input_data: JsonObject | string;
      readonly constraints: readonly string[];
      readonly expected_output: string;
      readonly domain_tags?: readonly string[];
    };
    readonly state: {
      readonly conversation_history: readonly JsonObject[];
      readonly accumulated_context: JsonObject;
      readonly decisions_made: readonly JsonObject[];
    };
  };
  readonly governance: Attestation & { readonly audit_trail: string };
}

export interface GovernedResponse {
  readonly response_id: string;
  readonly handoff_id: string;
  readonly trace_id?: string;
  readonly agent: AgentClaim;
  readonly status: 'success' | 'partial' | 'error' | 'refused';
  readonly code?: ResponseCode;
  readonly content: JsonObject | string | readonly unknown[];
  readonly governance: Attestation;
  readonly timestamp: string;
}

/** One reason why a handoff is refused, or in a warning: why it nearly was. */
export interface Violation {
  readonly code: VerificationCode;
  /** JSON Pointer into the document; empty for the whole of it. */
  readonly path: string;
  readonly message: string;
}

export interface RegisteredAgent {
  readonly id: string;
  readonly type: AgentType;
  readonly canonicalId: string;
  readonly name: string;
  readonly file: string;
  readonly version: string;
  /** Topics a domain covers, beside its own name. */
  readonly scope: readonly string[];
  /** Percent by domain, as written; archetypes only. */
  readonly composition: ReadonlyMap<string, unknown>;
}

export interface Manifest {
  readonly version: string;
  readonly agents: ReadonlyMap<string, RegisteredAgent>;
  /** SHA-256 over the canonical form (RFC 8785) of the whole file: layout does not matter, everything else does. */
  readonly hash: string;
  /** Keys of people whose signature counts as theirs, by name. */
  readonly reviewers: ReadonlyMap<string, string>;
}

export interface LockEntry {
  readonly file: string;
  readonly hash: string;
  readonly type: AgentType;
  readonly version: string;
}

export interface Lock {
  readonly version: string;
  readonly algorithm: string;
  readonly prompts: ReadonlyMap<string, LockEntry>;
  /** Undefined in lock files that do not cover the manifest: they count no more. */
  readonly manifest: { readonly file: string; readonly hash: string } | undefined;
  readonly boundaries: { readonly file: string; readonly hash: string } | undefined;
}

/** What an agent's prompt, or the data file, says about whom it works with. */
export type BoundaryReading =
  | {
      readonly kind: 'stated';
      readonly with: ReadonlySet<string>;
      readonly inScope: readonly string[];
      readonly outOfScope: readonly ScopeLine[];
    }
  | { readonly kind: 'unparsable'; readonly reason: string };

export interface ScopeLine {
  readonly text: string;
  /** The agent the line refers to, if it names one. */
  readonly target?: string;
}
