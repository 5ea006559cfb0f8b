import type { BatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { AuditDraft, AuditEntry, AuditLog } from '../../kernel/ports/index.ts';
import {
  findAgent,
  isUnreadable,
  parseDocument,
  takeDocument,
  type DocumentLimits,
  type Evidence,
  type Origin,
  type Violation,
} from '../../protocols/governance/index.ts';
import { assertNoOtherLog } from '../audit/index.ts';
import {
  agentIdAt,
  auditSafely,
  openCase,
  toOutcome,
  toOutcomeError,
  toRecord,
  type CaseFile,
  type GovernOutcome,
  type GovernPlatform,
} from './case-file.ts';
import { addPrompts, findRegistry, readEvidence, type RegistryOptions, type RegistryPlace } from './registry-place.ts';

export interface GatherRequest {
  /** The document as it came from outside. */
  readonly bytes?: Uint8Array;
  /** Or as an object of this process, such as `newGovernedHandoff` makes it. */
  readonly document?: object;
  readonly registry?: RegistryOptions;
  /** The registry with both agents' prompts, if the caller has just read it to write the document; and that, if scanned. */
  readonly known?: { readonly place: RegistryPlace; readonly evidence: Evidence; readonly file?: CaseFile };
  readonly limits?: DocumentLimits;
  /** Verifies and says what would happen; records nothing, runs nothing. */
  readonly dryRun?: boolean;
}

/** Everything a verification rests on, read once. */
export interface Gathered {
  readonly kind: 'gathered';
  readonly file: CaseFile;
  readonly place: RegistryPlace;
  readonly evidence: Evidence;
  readonly origin: Origin | undefined;
  readonly source: string | undefined;
  readonly target: string | undefined;
}

export type Refused = { readonly kind: 'refused'; readonly outcome: GovernOutcome };

export async function gatherHandoff(platform: GovernPlatform, request: GatherRequest): Promise<Gathered | Refused> {
  const opened = await openDocument(platform, request);
  if (opened.kind === 'refused') return opened;
  const { file } = opened;
  const place = request.known?.place ?? (await findRegistry(platform, request.registry));
  const source = agentIdAt(file.document, 'source_agent');
  const target = agentIdAt(file.document, 'target_agent');
  const named = [source, target].filter((id) => id !== undefined);
  const read = await auditSafely(() => readCase(platform, place, file, named, request.known?.evidence));
  if (read.kind === 'unavailable') return { kind: 'refused', outcome: refuseUnrecorded(file, [read.violation]) };
  return { kind: 'gathered', file, place, source, target, ...read.value };
}

export const refuseUnrecorded = (file: CaseFile, errors: readonly Violation[]): GovernOutcome =>
  toOutcome({
    errors: errors.map(toOutcomeError),
    handoff_id: file.handoffId ?? null,
    trace_id: file.traceId ?? null,
  });

type Opened = { readonly kind: 'open'; readonly file: CaseFile } | Refused;

/** What cannot be read is recorded by its hash and size. */
async function openDocument(platform: GovernPlatform, request: GatherRequest): Promise<Opened> {
  if (request.known?.file !== undefined) return { kind: 'open', file: request.known.file };
  try {
    return { kind: 'open', file: await openCase(platform, toDocument(request)) };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return { kind: 'refused', outcome: await refuseUnreadable(platform, request, error) };
  }
}

const toDocument = (request: GatherRequest): JsonObject =>
  request.bytes === undefined
    ? takeDocument(request.document ?? [], request.limits)
    : parseDocument(request.bytes, request.limits);

async function refuseUnreadable(
  platform: GovernPlatform,
  request: GatherRequest,
  error: BatonError,
): Promise<GovernOutcome> {
  const bytes = request.bytes ?? Buffer.from(JSON.stringify(request.document ?? null), 'utf8');
  const violation: Violation = { code: 'INVALID_STRUCTURE', path: '', message: error.message };
  const input = { sha256: sha256Hex(bytes), size_bytes: bytes.byteLength };
  const body = { accepted: false, input, errors: [toRecord(violation)] };
  const draft: AuditDraft = { kind: 'handoff.rejected', body };
  const outcome = toOutcome({ errors: [toOutcomeError(violation)] });
  if (request.dryRun === true) return outcome;
  const done = await auditSafely(() => platform.audit.append([draft]));
  if (done.kind === 'unavailable') return toOutcome({ errors: [toOutcomeError(done.violation)] });
  return { ...outcome, audit_ref: done.value[0]?.ref ?? null };
}

/** The manifest tells who an orchestrator is, and the log where its route began: that agent's prompt is read too. */
async function readCase(
  platform: GovernPlatform,
  place: RegistryPlace,
  file: CaseFile,
  named: readonly string[],
  known: Evidence | undefined,
): Promise<{ evidence: Evidence; origin: Origin | undefined }> {
  await assertNoOtherLog(platform);
  const evidence = known ?? (await readEvidence(platform.files, place, named));
  const origin = await findOrigin(platform.audit, evidence, file.document);
  if (origin?.kind !== 'agent' || named.includes(origin.agentId)) return { evidence, origin };
  return { evidence: await addPrompts(platform.files, place, evidence, [origin.agentId]), origin };
}

/** An accepted handoff as the log has it. */
export interface AcceptedRoute {
  readonly handoffId: string;
  readonly traceId: string | undefined;
  readonly source: string;
  readonly target: string;
  /** Where the route began, if it leads through an orchestrator. */
  readonly origin: string;
}

export async function findAccepted(audit: AuditLog, handoffId: string): Promise<AcceptedRoute | undefined> {
  for await (const entry of audit.entries({ handoffId: handoffId.toLowerCase() })) {
    const route = toRoute(entry);
    if (route !== undefined) return route;
  }
  return undefined;
}

/**
 * Who began what an orchestrator now passes on: it names the handoff it got. Leaving that out is right only for work that
 * begins with the orchestrator itself, so no handoff to it may be open on the same trace or task.
 */
async function findOrigin(audit: AuditLog, evidence: Evidence, document: JsonObject): Promise<Origin | undefined> {
  const source = document['source_agent'];
  const sourceId = isJsonObject(source) ? source['agent_id'] : undefined;
  if (typeof sourceId !== 'string' || findAgent(evidence, sourceId)?.type !== 'orchestrator') return undefined;
  const parent = document['parent_handoff_id'];
  if (typeof parent === 'string') {
    const route = await findAccepted(audit, parent);
    if (route === undefined) return { kind: 'unknown', reason: 'the parent handoff was never accepted' };
    if (route.target !== sourceId)
      return { kind: 'unknown', reason: `the parent handoff was not given to ${sourceId}` };
    if (await isOfAnotherTrace(audit, route, sourceId, document))
      return { kind: 'unknown', reason: 'the parent handoff is not of this trace_id' };
    return { kind: 'agent', agentId: route.origin };
  }
  const open = await findOpen(audit, sourceId, document);
  if (open === undefined) return undefined;
  const reason = `${sourceId} has the open handoff ${open.handoffId} of ${open.source}: name it in parent_handoff_id, or answer it first`;
  return { kind: 'unknown', reason };
}

/** Naming a handoff of another trace would shed the origin of this one. */
async function isOfAnotherTrace(
  audit: AuditLog,
  parent: AcceptedRoute,
  orchestrator: string,
  document: JsonObject,
): Promise<boolean> {
  const traceId = document['trace_id'];
  if (typeof traceId !== 'string' || parent.traceId === traceId) return false;
  return parent.traceId !== undefined || (await findOpen(audit, orchestrator, document)) !== undefined;
}

/** A handoff to this orchestrator that has no answer yet, on the same trace or task. */
async function findOpen(
  audit: AuditLog,
  orchestrator: string,
  document: JsonObject,
): Promise<AcceptedRoute | undefined> {
  const traceId = document['trace_id'];
  const tasks = tasksOf(document);
  const open = new Map<string, AcceptedRoute>();
  for await (const entry of audit.entries({ target: orchestrator })) {
    const route = toRoute(entry);
    if (route?.target !== orchestrator) continue;
    // Without a trace nothing tells them apart: every open handoff may be what is passed on.
    const isSameTrace = typeof traceId !== 'string' || route.traceId === traceId;
    if (isSameTrace || tasksOf(entry.body['document']).some((task) => tasks.includes(task)))
      open.set(route.handoffId, route);
  }
  for (const route of open.values()) if (!(await isAnswered(audit, route.handoffId))) return route;
  return undefined;
}

async function isAnswered(audit: AuditLog, handoffId: string): Promise<boolean> {
  for await (const { kind } of audit.entries({ handoffId })) if (kind === 'response.accepted') return true;
  return false;
}

/** The task a handoff is about, as a delegation states it. */
function tasksOf(document: unknown): string[] {
  const context = isJsonObject(document) ? document['context'] : undefined;
  const request = isJsonObject(context) ? context['request'] : undefined;
  const input = isJsonObject(request) ? request['input_data'] : undefined;
  if (!isJsonObject(input)) return [];
  return [input['task'], input['parent_task']].filter((task) => typeof task === 'string');
}

function toRoute({ kind, body, handoffId, traceId }: AuditEntry): AcceptedRoute | undefined {
  if (kind !== 'handoff.accepted' || handoffId === undefined) return undefined;
  const { source, target, origin } = body;
  if (typeof source !== 'string' || typeof target !== 'string') return undefined;
  return { handoffId, traceId, source, target, origin: typeof origin === 'string' ? origin : source };
}
