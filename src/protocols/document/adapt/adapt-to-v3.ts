/**
 * Version 1.x of the handoff document, a specialist's handoff between phases of one project, as 3.0. Version 2.0 of
 * the handoff document as 3.0.
 */

import { dirname } from 'node:path';
import { BatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { WARNINGS } from '../words.ts';
import { adaptTime, asObject, cutWarning, objectAt, renderSummary, withoutUndefined, type Adapted } from './parts.ts';

/** An older document as 3.0, by the version it names. */
export function adaptToV3(document: Json, fresh: { readonly traceId: string }): Adapted {
  const handoff = findHandoff(document);
  const version = renderVersion(handoff?.['version']);
  if (handoff !== undefined && /^1\.\d/.test(version)) return adaptFromV1(handoff, fresh);
  if (handoff !== undefined && /^2\.\d/.test(version)) return adaptFromV2({ handoff }, fresh);
  throw new BatonError('DOCUMENT_INVALID', `there is no adapter from version ${version} to 3.0`, {
    hint: 'adapters exist from 1.x and 2.x to 3.0 and, with --to 2.0, back',
  });
}

/** Version 1.x also names the phase in its root: `requirements_handoff`, `code_handoff`. */
function findHandoff(document: Json): JsonObject | undefined {
  if (!isJsonObject(document)) return undefined;
  const name = Object.keys(document).find((one) => one === 'handoff' || one.endsWith('_handoff'));
  const found = name === undefined ? undefined : document[name];
  return isJsonObject(found) ? found : undefined;
}

/** YAML reads 2.0 without quotes as a number. */
const renderVersion = (version: Json | undefined): string => {
  if (typeof version === 'number') return Number.isInteger(version) ? `${version}.0` : String(version);
  return typeof version === 'string' ? version : 'unknown';
};

/** What kind of problem each phase of a 1.x project works on: requirements, risks, architecture, code, review, release. */
const PROBLEM_OF_PHASE = ['analytical', 'analytical', 'analytical', 'strategic', 'implementation', 'verification'];

/** A 1.x document as 3.0. What has no place of its own goes into the working context; nothing is dropped. */
function adaptFromV1(handoff: JsonObject, fresh: { readonly traceId: string }): Adapted {
  const {
    version: _,
    from_phase,
    to_phase,
    producer,
    consumer,
    timestamp,
    session,
    deliverable,
    context,
    quality,
  } = handoff;
  const { description, ...about } = asObject(context);
  const warnings: string[] = [WARNINGS.legacyTraceId];
  const summary = renderSummary(typeof description === 'string' ? description : '');
  if (summary.isCut) warnings.push(cutWarning('context.description'));
  const rest = withoutNames(handoff, ['version', 'producer', 'consumer', 'timestamp', 'context']);
  return {
    document: {
      handoff: withoutUndefined({
        version: '3.0',
        schema_type: 'universal',
        timestamp: adaptTime(timestamp),
        trace_id: fresh.traceId,
        source: adaptSourceOfV1(
          producer,
          from_phase,
          asObject(session),
          asObject(deliverable),
          asObject(context),
          warnings,
        ),
        target: withoutUndefined({ skill: consumer, expected_phase: phaseName(to_phase) }),
        context: withoutUndefined({
          summary: summary.summary === '' ? undefined : summary.summary,
          problem_type: deriveProblem(to_phase, warnings),
          ...about,
        }),
        payload: withoutUndefined({
          working: { ...rest, ...(summary.isCut && description !== undefined ? { description } : {}) },
          references: adaptDeliverable(asObject(deliverable)),
        }),
        meta: { token_count: 0, confidence: asObject(quality)['confidence'] ?? 'medium' },
      }),
    },
    warnings,
  };
}

function adaptSourceOfV1(
  producer: Json | undefined,
  phase: Json | undefined,
  session: JsonObject,
  deliverable: JsonObject,
  context: JsonObject,
  warnings: string[],
): JsonObject {
  const { session_dir: folder } = session;
  const { location } = deliverable;
  const path = typeof folder === 'string' ? folder : typeof location === 'string' ? dirname(location) : undefined;
  const task = context['task_id'];
  const workflow = typeof task === 'string' && task !== '' ? task : path?.split('/').findLast((part) => part !== '');
  if (workflow !== undefined)
    warnings.push(`workflow_id is taken from the ${task === workflow ? 'task_id' : 'path'}: ${workflow}`);
  return withoutUndefined({
    skill: producer,
    workflow_id: workflow,
    session_path: path,
    phase: phaseName(phase) ?? '',
  });
}

const phaseName = (phase: Json | undefined): string | undefined =>
  typeof phase === 'number' || typeof phase === 'string' ? `Phase ${phase}` : undefined;

/** Version 1.x had no problem type: it follows from the phase that takes over, and the reader is told. */
function deriveProblem(phase: Json | undefined, warnings: string[]): string | undefined {
  const problem = typeof phase === 'number' ? (PROBLEM_OF_PHASE[phase] ?? 'implementation') : undefined;
  if (problem !== undefined) warnings.push(`problem_type is taken from to_phase ${String(phase)}: ${problem}`);
  return problem;
}

function adaptDeliverable({ location, type }: JsonObject): JsonObject | undefined {
  if (typeof location !== 'string') return undefined;
  const description = typeof type === 'string' ? `deliverable: ${type}` : 'deliverable';
  return { files: [{ path: location, description, relevance: 'critical' }] };
}

const withoutNames = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** A 2.0 document as 3.0. What has no place of its own goes into the working context; nothing is dropped. */
function adaptFromV2(document: Json, fresh: { readonly traceId: string }): Adapted {
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
        source: adaptSourceOfV2(asObject(source), warnings),
        target: target ?? undefined,
        context: adapted.context,
        payload: { working: { ...others, ...adapted.working } },
        meta: adaptMeta(asObject(meta), asObject(source), warnings),
      }),
    }),
    warnings,
  };
}

function adaptSourceOfV2(source: JsonObject, warnings: string[]): JsonObject {
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
