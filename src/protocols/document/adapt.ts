/** Between version 2.0 of the handoff document and 3.0. */
import { BatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { cutText } from '../../kernel/text.ts';
import { convertTime } from './convert.ts';
import { findAt } from './pointer.ts';
import type { HandoffDocument } from './types.ts';
import { chainOf } from './view.ts';
import { WARNINGS } from './words.ts';

export interface Adapted {
  /** Still to be checked: what 2.0 did not ask for may be missing. */
  readonly document: Json;
  readonly warnings: readonly string[];
}

const SUMMARY_LIMIT = 500;

/** A 2.0 document as 3.0. What has no place of its own goes into the working context; nothing is dropped. */
export function adaptFromV2(document: Json, fresh: { readonly traceId: string }): Adapted {
  const version = findAt(document, '/handoff/version');
  if (typeof version !== 'string' || !/^2\.\d/.test(version)) throw noAdapter(version);
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

const noAdapter = (version: unknown): BatonError =>
  new BatonError(
    'DOCUMENT_INVALID',
    `there is no adapter from version ${JSON.stringify(version) ?? 'unknown'} to 3.0`,
    {
      hint: 'adapters exist from 2.0 to 3.0 and, with --to 2.0, back',
    },
  );

const adaptTime = (value: Json | undefined): Json | undefined =>
  typeof value === 'string' ? (convertTime(value) ?? value) : value;

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
  const whole = name === undefined ? undefined : String(context[name]).trim();
  const isCut = whole !== undefined && cutText(whole, SUMMARY_LIMIT) !== whole;
  if (isCut) warnings.push(`${name} is longer than ${SUMMARY_LIMIT} characters; the whole is in payload.working`);
  return {
    context: withoutUndefined({
      summary: whole === undefined ? undefined : cutText(whole, SUMMARY_LIMIT, '...'),
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

function objectAt(document: Json, path: string): JsonObject {
  const value = findAt(document, path);
  return isJsonObject(value) ? value : {};
}

const asObject = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

const withoutUndefined = (members: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined));
