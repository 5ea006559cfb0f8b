import type { Json } from '../../kernel/json.ts';

/** The shapes of a document that passed the schema. Objects that the schema leaves open may hold more than is named. */
export type {
  Confidence,
  FileReference,
  Handoff,
  HandoffDocument,
  HandoffReferences,
  HandoffSession,
  ProblemType,
} from './universal-handoff.gen.js';

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
