/** The shapes of the protocol. Documents have those of their JSON Schema, with the field names of the wire. */
import type { VerificationCode } from './codes.ts';
import type { AgentClaim, Handoff } from './validators/handoff.gen.js';

export type { AgentClaim, Handoff } from './validators/handoff.gen.js';
export type { GovernedResponse } from './validators/response.gen.js';

export const PROTOCOL_VERSION = '1.0.0' satisfies Handoff['protocol_version'];

export type AgentType = AgentClaim['agent_type'];

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
