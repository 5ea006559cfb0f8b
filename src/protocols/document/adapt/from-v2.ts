/** Version 2.0 of the handoff document as 3.0. */
import type { Json, JsonObject } from '../../../kernel/json.ts';
import { WARNINGS } from '../words.ts';
import { adaptTime, asObject, cutWarning, objectAt, renderSummary, withoutUndefined, type Adapted } from './parts.ts';

/** A 2.0 document as 3.0. What has no place of its own goes into the working context; nothing is dropped. */
export function adaptFromV2(document: Json, fresh: { readonly traceId: string }): Adapted {
  const handoff = objectAt(document, '/handoff');
  const { version: _, timestamp, expires_at, trace_id, source, target, context, meta, ...others } = handoff;
  const warnings: string[] = [];
  const traceId = typeof trace_id === 'string' ? trace_id : fresh.traceId;
  if (trace_id === undefined) warnings.push(WARNINGS.legacyTraceId);
  const adapted = adaptContext(asObject(context), warnings);
  return {
    document: withoutUndefined({
      handoff: withoutUndefined({
        version: '3.0',
        schema_type: 'universal',
        timestamp: adaptTime(timestamp),
        expires_at: adaptTime(expires_at),
        trace_id: traceId,
        source: adaptSource(asObject(source), warnings),
        target: target ?? undefined,
        context: adapted.context,
        payload: { working: { ...others, ...adapted.working } },
        meta: adaptMeta(asObject(meta), asObject(source), warnings),
      }),
    }),
    warnings,
  };
}

function adaptSource(source: JsonObject, warnings: string[]): JsonObject {
  const sessionPath = source['session_path'];
  const session = typeof sessionPath === 'string' ? sessionPath.split('/').findLast((part) => part !== '') : undefined;
  if (source['workflow_id'] === undefined && session !== undefined) {
    warnings.push(`workflow_id is taken from the session path: ${session}`);
  }
  return withoutUndefined({ phase: '', ...source, workflow_id: source['workflow_id'] ?? session });
}

/** The first of these that says something becomes the summary. */
const SUMMARIES = ['summary', 'synthesis_summary', 'reframed_challenge', 'original_prompt'] as const;

function adaptContext(context: JsonObject, warnings: string[]): { context: JsonObject; working: JsonObject } {
  const { synthesis_summary, ...kept } = context;
  const name = SUMMARIES.find((one) => typeof context[one] === 'string' && context[one].trim() !== '');
  const short = name === undefined ? undefined : renderSummary(String(context[name]));
  const isCut = short?.isCut === true;
  if (name !== undefined && isCut) warnings.push(cutWarning(name));
  return {
    context: withoutUndefined({
      summary: short?.summary,
      ...kept,
      known_gaps: kept['known_gaps'],
    }),
    working: isCut && synthesis_summary !== undefined ? { synthesis_summary } : {},
  };
}

const CONFIDENCE: Readonly<Record<string, string>> = { high: 'high', medium: 'medium', low: 'low', none: 'low' };

function adaptMeta(meta: JsonObject, source: JsonObject, warnings: string[]): JsonObject {
  // Hash and size were of another payload.
  const { payload_hash: _hash, payload_size_bytes: _size, handoff_chain: chain, ...kept } = meta;
  const level = meta['convergence_level'];
  const { skill } = source;
  const list = Array.isArray(chain) ? chain : [];
  const isComplete = list.length === 0 || list.at(-1) === skill || typeof skill !== 'string';
  if (!isComplete) warnings.push(`the chain is continued by its sender: ${skill}`);
  return withoutUndefined({
    token_count: 0,
    confidence: (typeof level === 'string' ? CONFIDENCE[level] : undefined) ?? 'medium',
    ...kept,
    handoff_chain: list.length === 0 ? undefined : isComplete ? list : [...list, skill],
  });
}
