import type { Json } from '../../kernel/json.ts';
import type * as schema from './universal-handoff.gen.js';

export type { FileReference } from './universal-handoff.gen.js';

/** A document that passed the schema. Objects that the schema leaves open may hold more than is named. */
export type HandoffDocument = schema.HandoffDocument;
/** What a document holds under its one key. */
export type Handoff = schema.Handoff;
/** Files and addresses that a payload points to instead of holding them. */
export type HandoffReferences = schema.HandoffReferences;
/** What the sender's session produced: artifacts and state. */
export type HandoffSession = schema.HandoffSession;
/** What kind of problem the receiver is to solve. */
export type ProblemType = schema.ProblemType;
/** How sure the sender is of what it hands over. */
export type Confidence = schema.Confidence;

/** Something a check has to say about one place of a document. */
export interface DocumentIssue {
  /** JSON Pointer; empty for the document as a whole. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
  /** A short piece of the value, as JSON; absent if there is none. */
  readonly found?: string;
  /** What would repair it, in words. */
  readonly repair: string;
  /** The same for programs; absent if nothing can be done without the sender. */
  readonly fix?: Fix;
}

/** A change that repairs one issue. */
export type Fix =
  /** Put the default of this field, which is missing. */
  | { readonly kind: 'default'; readonly field: DefaultField }
  | { readonly kind: 'set'; readonly value: Json }
  | { readonly kind: 'remove' }
  | { readonly kind: 'rename'; readonly to: string };

export type DefaultField = 'version' | 'schema_type' | 'trace_id' | 'timestamp' | 'confidence' | 'token_count' | 'meta';
