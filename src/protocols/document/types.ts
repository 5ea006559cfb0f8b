import type { Json, JsonObject } from '../../kernel/json.ts';

/** A handoff document that passed the schema. Objects that the schema leaves open may hold more than is named here. */
export interface HandoffDocument {
  readonly handoff: Handoff;
}

export interface Handoff {
  readonly version: '3.0';
  readonly schema_type: 'universal';
  readonly timestamp: string;
  readonly expires_at?: string;
  readonly trace_id: string;
  readonly source: HandoffSource;
  readonly target: HandoffTarget;
  readonly context: HandoffContext;
  readonly payload: HandoffPayload;
  readonly meta: HandoffMeta;
  readonly tracing?: HandoffTracing;
}

export interface HandoffSource {
  readonly skill: string;
  readonly workflow_id: string;
  readonly session_path: string;
  readonly phase: string;
}

export interface HandoffTarget {
  readonly skill: string;
  readonly invocation?: string;
  readonly category?: string;
  readonly expected_phase?: string;
}

export interface HandoffContext {
  readonly summary: string;
  readonly problem_type: ProblemType;
  readonly original_prompt?: string;
  readonly focus_areas?: readonly string[];
  readonly known_gaps?: readonly string[];
  readonly success_criteria?: readonly string[];
}

export interface HandoffPayload {
  readonly working: JsonObject;
  readonly session?: HandoffSession;
  readonly references?: HandoffReferences;
}

export interface HandoffSession {
  readonly artifacts?: readonly Artifact[];
  readonly state?: JsonObject;
}

export interface Artifact {
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly description?: string;
  readonly checksum?: string;
}

export interface HandoffReferences {
  readonly files?: readonly FileReference[];
  readonly urls?: readonly { readonly url: string; readonly description?: string }[];
}

export interface FileReference {
  readonly path: string;
  readonly description?: string;
  readonly relevance?: 'critical' | 'important' | 'optional';
}

export interface HandoffMeta {
  readonly token_count: number;
  readonly confidence: Confidence;
  readonly handoff_chain?: readonly string[];
  readonly handoff_reason?: string;
  readonly payload_hash?: string;
  readonly payload_size_bytes?: number;
  readonly user_approved?: boolean;
}

export interface HandoffTracing {
  readonly events?: readonly {
    readonly timestamp: string;
    readonly event_type: string;
    readonly workflow: string;
    readonly details?: Json;
  }[];
  readonly parent_span_id?: string | null;
  readonly tags?: Readonly<Record<string, string>>;
}

export const PROBLEM_TYPES = [
  'decision',
  'creative',
  'analytical',
  'strategic',
  'implementation',
  'research',
  'verification',
] as const;
export type ProblemType = (typeof PROBLEM_TYPES)[number];

export const CONFIDENCES = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** Something a check has to say about one place of a document. */
export interface DocumentIssue {
  /** JSON Pointer; empty for the document as a whole. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
  /** A short piece of what stands there, as JSON; absent where nothing does. */
  readonly found?: string;
  /** What would mend it, in words. */
  readonly repair: string;
  /** The same for programs; absent where nothing can be done without the sender. */
  readonly fix?: Fix;
}

/** A change that mends one issue. */
export type Fix =
  /** Put the default of this field, which is missing. */
  | { readonly kind: 'default'; readonly field: DefaultField }
  | { readonly kind: 'set'; readonly value: Json }
  | { readonly kind: 'remove' }
  | { readonly kind: 'rename'; readonly to: string };

export type DefaultField = 'version' | 'schema_type' | 'trace_id' | 'timestamp' | 'confidence' | 'token_count' | 'meta';
