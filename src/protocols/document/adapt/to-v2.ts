/** Version 3.0 of the handoff document as 2.0, for receivers that know no other. */
import type { Json, JsonObject } from '../../../kernel/json.ts';
import { findAt } from '../pointer.ts';
import type { HandoffDocument } from '../types.ts';
import { chainOf } from '../view.ts';
import { withoutUndefined } from './parts.ts';

/** A document in version 2.0, and what had no place there. */
export interface Exported {
  readonly document: Json;
  /** What 2.0 has no place for. */
  readonly lost: readonly string[];
}

const V2_MEMBERS = new Set(['insights', 'research_seeds']);

/** A 3.0 document as 2.0, and what is lost by that. */
export function exportToV2(document: HandoffDocument): Exported {
  const { handoff } = document;
  const { source, target, context, payload, meta } = handoff;
  const working = Object.entries(payload.working);
  const lost = LOSSES.filter((path) => findAt(document, path) !== undefined);
  const kept = working.filter(([name]) => V2_MEMBERS.has(name));
  return {
    document: {
      handoff: withoutUndefined({
        version: '2.0',
        timestamp: handoff.timestamp,
        expires_at: handoff.expires_at,
        source: pick(source, ['skill', 'workflow_id', 'session_path']),
        target: pick(target, ['skill', 'invocation', 'category']),
        context: withoutUndefined({
          original_prompt: context.original_prompt ?? context.summary,
          problem_type: context.problem_type,
          synthesis_summary: context.summary,
        }),
        ...Object.fromEntries(kept),
        meta: withoutUndefined({
          convergence_level: meta.confidence,
          handoff_reason: meta.handoff_reason,
          handoff_chain: chainOf(document),
        }),
      }),
    },
    lost: [
      ...lost,
      ...working.filter(([name]) => !V2_MEMBERS.has(name)).map(([name]) => `/handoff/payload/working/${name}`),
    ],
  };
}

const LOSSES = [
  '/handoff/schema_type',
  '/handoff/trace_id',
  '/handoff/source/phase',
  '/handoff/target/expected_phase',
  '/handoff/context/focus_areas',
  '/handoff/context/known_gaps',
  '/handoff/context/success_criteria',
  '/handoff/payload/session',
  '/handoff/payload/references',
  '/handoff/meta/token_count',
  '/handoff/meta/payload_hash',
  '/handoff/meta/payload_size_bytes',
  '/handoff/meta/user_approved',
  '/handoff/tracing',
];

function pick(object: object, names: readonly string[]): JsonObject {
  const entries = Object.entries(object as JsonObject);
  return Object.fromEntries(entries.filter(([name]) => names.includes(name)));
}
