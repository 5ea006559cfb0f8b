import type { BatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { AuditDraft } from '../../kernel/ports/index.ts';
import {
  isUnreadable,
  parseDocument,
  takeDocument,
  type DocumentLimits,
  type Evidence,
  type Origin,
  type Violation,
} from '../../protocols/governance/index.ts';
import { assertNoOtherLog } from '../audit/index.ts';
import { auditSafely } from './audit-safely.ts';
import { agentIdAt, openCase, type CaseFile } from './case-file.ts';
import { findOrigin } from './origin.ts';
import { toOutcome, toOutcomeError, toRecord, type GovernOutcome, type GovernPlatform } from './outcome.ts';
import { addPrompts, readEvidence } from './read-evidence.ts';
import { findRegistry, type RegistryOptions, type RegistryPlace } from './registry-place.ts';

export interface GatherRequest {
  /** The document as it came from outside. */
  readonly bytes?: Uint8Array;
  /** Or as an object of this process, such as `newGovernedHandoff` makes it. */
  readonly document?: object;
  readonly registry?: RegistryOptions;
  /** The registry with both agents' prompts, if the caller has just read it to write the document. */
  readonly known?: { readonly place: RegistryPlace; readonly evidence: Evidence };
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
