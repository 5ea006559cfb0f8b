import type { HandoffDocument } from '../../../src/protocols/document/index.ts';

/** What every compressed document has: the required fields, the reference to its original, hash, size and the chain's ends. */
export function requiredAlone({ handoff }: HandoffDocument): HandoffDocument {
  const { version, schema_type, timestamp, trace_id, source, target, context, payload, meta } = handoff;
  const { skill, workflow_id, session_path, phase } = source;
  return {
    handoff: {
      version,
      schema_type,
      timestamp,
      trace_id,
      source: { skill, workflow_id, session_path, phase },
      target: { skill: target.skill },
      context: { summary: context.summary, problem_type: context.problem_type },
      payload: { working: {}, references: { files: payload.references?.files?.slice(-1) ?? [] } },
      meta,
    },
  };
}
