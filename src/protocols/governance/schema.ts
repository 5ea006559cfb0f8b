/** The shapes of the protocol. Documents have those of their JSON Schema, with the field names of the wire. */
import type * as handoff from './validators/handoff.gen.js';
import type * as response from './validators/response.gen.js';

/** What a document says about an agent: who it is, and by which prompt it works. */
export type AgentClaim = handoff.AgentClaim;
/** A governed handoff of sound structure. */
export type Handoff = handoff.Handoff;
/** The answer of a target to a governed handoff. */
export type GovernedResponse = response.GovernedResponse;

/** The version of the protocol for governed handoffs. */
export const PROTOCOL_VERSION = '1.0.0' satisfies Handoff['protocol_version'];

/** The part an agent has in a registry. */
export type AgentType = AgentClaim['agent_type'];

/** What a sender says it has verified. */
export type Attestation = Omit<Handoff['governance'], 'audit_trail'>;

export const ATTESTATION_FLAGS = [
  'source_agent_verified',
  'target_agent_verified',
  'composition_valid',
  'boundaries_respected',
] as const satisfies readonly (keyof Attestation)[];

/** One reason why a handoff is refused, or in a warning: why it nearly was. */
export interface Violation {
  readonly code: VerificationCode;
  /** JSON Pointer into the document; empty for the whole of it. */
  readonly path: string;
  readonly message: string;
}

/** An agent as the manifest lists it. */
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

/** The contents of prompt-manifest.json. */
export interface Manifest {
  readonly version: string;
  readonly agents: ReadonlyMap<string, RegisteredAgent>;
  /** SHA-256 over the canonical form (RFC 8785) of the whole file: layout does not matter, everything else does. */
  readonly hash: string;
  /** Keys of people whose signature counts as theirs, by name. */
  readonly reviewers: ReadonlyMap<string, string>;
}

/** The prompt of one agent as it was locked. */
export interface LockEntry {
  readonly file: string;
  readonly hash: string;
  readonly type: AgentType;
  readonly version: string;
}

/** The contents of prompt-lock.json. */
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

/** A line of a prompt about what its agent does or leaves to others. */
export interface ScopeLine {
  readonly text: string;
  /** The agent the line refers to, if it names one. */
  readonly target?: string;
}

/** Every code a verification can give and every code an agent may answer with, each with its weight and the way out. */
export interface CodeRow {
  /** `critical` concerns the safety of the whole registry, `error` this handoff alone, `notice` is an answer of an agent. */
  readonly severity: 'critical' | 'error' | 'notice';
  readonly recovery: string;
}

/** Why a handoff may be refused, each with its weight and the way out. */
export const VERIFICATION_CODES = {
  INVALID_STRUCTURE: {
    severity: 'error',
    recovery: 'Fix the fields named and send the handoff again with a new handoff_id.',
  },
  INVALID_AGENT_REFERENCE: {
    severity: 'error',
    recovery: 'Use the canonical id and type of prompt-manifest.json, letter for letter; aliases are not accepted.',
  },
  HASH_VERIFICATION_FAILURE: {
    severity: 'critical',
    recovery:
      'Find out who changed the prompt or the claim. Restore the prompt, or review the wanted one and run baton govern lock.',
  },
  VERSION_MISMATCH: {
    severity: 'error',
    recovery: 'Give the version that manifest and lock have; if those two differ, run baton govern lock.',
  },
  COMPOSITION_VIOLATION: {
    severity: 'error',
    recovery: 'Fix the composition in prompt-manifest.json: two to four existing domains, whole percentages, sum 100.',
  },
  BOUNDARY_VIOLATION: {
    severity: 'error',
    recovery:
      'Hand off to the suggested target, or let the owner of the source prompt name this target in its boundaries.',
  },
  OUT_OF_SCOPE: {
    severity: 'error',
    recovery: 'Choose a target that covers every domain tag of the request, or split the request.',
  },
  ATTESTATION_MISMATCH: {
    severity: 'error',
    recovery: 'Attest only what holds: the four flags are computed again and must agree.',
  },
  REPLAY_DETECTED: {
    severity: 'critical',
    recovery: 'Create a new handoff with a new handoff_id and the current time; find out where the old one came from.',
  },
  AGENT_BLOCKED: {
    severity: 'critical',
    recovery: 'A person looks into it and runs baton govern reconcile AGENT --by PERSON --reason TEXT.',
  },
  CONTENT_REJECTED: {
    severity: 'error',
    recovery: 'Remove what the guard found; pass secrets by reference, never in the text.',
  },
  IMMUTABILITY_VIOLATION: {
    severity: 'critical',
    recovery: 'The prompt was changed, but the lock file was not. Restore it, or review the change and lock it.',
  },
  AUDIT_UNAVAILABLE: {
    severity: 'critical',
    recovery:
      'Nothing runs without an audit entry. Run baton audit verify and baton doctor, fix what they report, and send again.',
  },
} as const satisfies Record<string, CodeRow>;

/** A code with which a handoff is refused. */
export type VerificationCode = keyof typeof VERIFICATION_CODES;

/** Why an agent may refuse a handoff, each with the way out. */
export const RESPONSE_CODES = {
  QUALITY_CANNOT_BE_MET: {
    severity: 'notice',
    recovery: 'Lower the expectation, or give the work to an agent that can meet it.',
  },
  INSUFFICIENT_CONTEXT: {
    severity: 'notice',
    recovery: 'Send a new handoff with what the answer says is missing.',
  },
  AMBIGUOUS_REQUEST: { severity: 'notice', recovery: 'Say which interpretation is right and send a new handoff.' },
  MULTIPLE_VALID_APPROACHES: {
    severity: 'notice',
    recovery: 'Choose one of the approaches in the answer and send a new handoff with the decision.',
  },
} as const satisfies Record<string, CodeRow>;

/** A code with which an agent refuses a handoff. */
export type ResponseCode = keyof typeof RESPONSE_CODES;
