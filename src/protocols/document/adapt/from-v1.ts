/** Version 1.x of the handoff document, a specialist's handoff between phases of one project, as 3.0. */
import { dirname } from 'node:path';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import { WARNINGS } from '../words.ts';
import { adaptTime, asObject, cutWarning, renderSummary, withoutUndefined, type Adapted } from './parts.ts';

/** What kind of problem each phase of a 1.x project works on: requirements, risks, architecture, code, review, release. */
const PROBLEM_OF_PHASE = ['analytical', 'analytical', 'analytical', 'strategic', 'implementation', 'verification'];

/** A 1.x document as 3.0. What has no place of its own goes into the working context; nothing is dropped. */
export function adaptFromV1(handoff: JsonObject, fresh: { readonly traceId: string }): Adapted {
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
        source: adaptSource(
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

function adaptSource(
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
