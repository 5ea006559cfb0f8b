import { given } from '../../kernel/given.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { AuditDraft, Platform } from '../../kernel/ports/index.ts';
import { isHandoffDocument, renderDocument, type HandoffDocument } from '../../protocols/document/index.ts';
import type { ProtocolEnvelope } from '../../protocols/tasks/index.ts';
import { validateDocument } from '../document/index.ts';
import {
  auditSafely,
  sendGovernedHandoff,
  settleRuling,
  toOutcome,
  toOutcomeError,
  toRecord,
  type GovernOutcome,
  type Ruling,
} from '../govern/index.ts';
import { fingerprint } from './prepare-delegation.ts';

export interface Passage {
  /** Why the handoff must not happen; undefined if it may. */
  readonly refusal?: string;
  /** Present where governance had a say. */
  readonly governance?: GovernOutcome;
}

export interface PassOptions {
  readonly dryRun?: boolean;
  /** What vouches for the sender; undefined if nothing does. */
  readonly vouchedBy?: string | undefined;
  /** The very objects of the message as this process made and checked them: nothing is checked twice. */
  readonly prepared?: { readonly document: HandoffDocument; readonly isClean?: boolean; readonly ruling?: Ruling };
}

/**
 * The receiver's half of a delegation, before anything of it has an effect: the document is checked as any that
 * arrives, then governance verifies and records. There is no other way to a child task.
 */
export async function passHandoff(
  platform: Pick<
    Platform,
    'audit' | 'clock' | 'disk' | 'facts' | 'files' | 'git' | 'notifier' | 'project' | 'remark' | 'scanner' | 'tokens'
  >,
  message: ProtocolEnvelope,
  options: PassOptions = {},
): Promise<Passage> {
  const { governance } = platform.project.settings.values;
  const { document, governed } = message.payload;
  const prepared = options.prepared?.document === document ? options.prepared : undefined;
  const isKnown = document === undefined || prepared !== undefined;
  const fault = isKnown ? undefined : await findDocumentFault(platform, message, document);
  if (governance === null || governance === 'off') return fault === undefined ? {} : { refusal: fault };
  const missing = findMissing(message, governance);
  const found = fault ?? missing ?? (prepared === undefined ? findMismatch(message) : undefined);
  if (found !== undefined) return await refuse(platform, message, found, options);
  // Only where governance is advisory: neither was required, and the log says that it went ungoverned.
  if (!isJsonObject(governed)) return await noteUngoverned(platform, message, options);
  const { vouchedBy, dryRun } = options;
  // What was verified when the handoff was made holds for a sender that is vouched for. Any other is judged here, by what
  // was read and scanned then.
  const outcome =
    prepared?.ruling === undefined || vouchedBy === undefined
      ? await sendGovernedHandoff(platform, {
          document: governed,
          ...given({
            known: prepared?.ruling,
            dryRun,
            vouchedBy,
            sender: vouchedBy === undefined ? undefined : message.fromAgent,
          }),
        })
      : await settleRuling(platform, { ...prepared.ruling, vouchedBy }, options);
  if (outcome.accepted) return { governance: outcome };
  if (await wasCutShort(platform, governed, outcome)) return { governance: { ...outcome, ...RESUMED } };
  return { governance: outcome, refusal: explain(outcome) };
}

async function findDocumentFault(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'project' | 'scanner' | 'tokens'>,
  message: ProtocolEnvelope,
  document: unknown,
): Promise<string | undefined> {
  if (!isJsonObject(document)) return 'the document is not a JSON object';
  const text = isHandoffDocument(document) ? renderDocument(document) : JSON.stringify(document);
  // Its texts have passed the guard with the rest of the message.
  const report = await validateDocument(platform, Buffer.from(text), { checkFiles: false, guard: false });
  const [error] = report.errors;
  if (error !== undefined) return `the document is not valid: ${error.message} (${error.rule})`;
  return isHandoffDocument(document) ? findWrongRoute(message, document) : 'the document does not pass the schema';
}

function findWrongRoute({ fromAgent, toAgent, traceId }: ProtocolEnvelope, { handoff }: HandoffDocument) {
  const { source, target, trace_id } = handoff;
  if (source.skill !== fromAgent) return `the document is of ${source.skill}, the message of ${fromAgent}`;
  if (target.skill !== toAgent) return `the document is for ${target.skill}, the message for ${toAgent}`;
  if (traceId !== undefined && traceId.toLowerCase() !== trace_id)
    return `the document belongs to trace ${trace_id}, the message to ${traceId}`;
  return undefined;
}

function findMissing({ payload }: ProtocolEnvelope, policy: 'required' | 'advisory'): string | undefined {
  if (policy === 'advisory' && payload['governed'] === undefined) return undefined;
  if (payload['document'] === undefined) return 'no delegation happens here without a handoff document';
  if (!isJsonObject(payload['governed'])) return 'no delegation happens here without a governed handoff';
  return undefined;
}

/** A governed handoff speaks for one document, one child, one sender and one target. */
function findMismatch(message: ProtocolEnvelope): string | undefined {
  const { governed, document } = message.payload;
  if (!isJsonObject(governed) || !isHandoffDocument(document)) return undefined;
  const input = at(governed, 'context', 'request', 'input_data');
  if (at(input, 'document_sha256') !== fingerprint(document)) return 'the governed handoff is for another document';
  if (at(input, 'task') !== message.taskId) return 'the governed handoff is for another task';
  if (at(governed, 'source_agent', 'agent_id') !== message.fromAgent)
    return 'the governed handoff names another sender than the message';
  if (at(governed, 'target_agent', 'agent_id') !== message.toAgent)
    return 'the governed handoff names another target than the message';
  return undefined;
}

function at(value: unknown, ...keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) found = isJsonObject(found) ? found[key] : undefined;
  return found;
}

/** A refusal that never came to the verification is on record all the same. */
async function refuse(
  platform: Pick<Platform, 'audit'>,
  message: ProtocolEnvelope,
  reason: string,
  { dryRun }: PassOptions,
): Promise<Passage> {
  const violation = { code: 'INVALID_STRUCTURE' as const, path: '', message: reason };
  const outcome = toOutcome({ errors: [toOutcomeError(violation)], trace_id: message.traceId ?? null });
  if (dryRun === true) return { governance: outcome, refusal: reason };
  const body = { accepted: false, code: violation.code, errors: [toRecord(violation)], ...describe(message) };
  const ref = await append(platform, { kind: 'handoff.rejected', ...traceOf(message), body });
  return { governance: { ...outcome, audit_ref: ref.ref }, refusal: ref.fault ?? reason };
}

async function noteUngoverned(
  platform: Pick<Platform, 'audit'>,
  message: ProtocolEnvelope,
  { dryRun }: PassOptions,
): Promise<Passage> {
  if (dryRun === true) return {};
  const { fault } = await append(platform, {
    kind: 'handoff.ungoverned',
    ...traceOf(message),
    body: { ...describe(message) },
  });
  return fault === undefined ? {} : { refusal: fault };
}

/** For a delegation that the task plane itself refused: it is on record where delegations are governed. */
export async function recordRefusal(
  platform: Pick<Platform, 'audit' | 'project' | 'remark'>,
  message: ProtocolEnvelope,
  reason: string,
): Promise<void> {
  const { governance } = platform.project.settings.values;
  if (governance === null || governance === 'off') return;
  const { fault } = await append(platform, {
    kind: 'handoff.rejected',
    ...traceOf(message),
    body: {
      accepted: false,
      code: 'DELEGATION_REFUSED',
      errors: [{ code: 'DELEGATION_REFUSED', path: '', message: reason }],
      ...describe(message),
    },
  });
  if (fault !== undefined) platform.remark(fault);
}

async function append(
  platform: Pick<Platform, 'audit'>,
  draft: AuditDraft,
): Promise<{ ref: string | null; fault?: string }> {
  const done = await auditSafely(() => platform.audit.append([draft]));
  if (done.kind === 'unavailable') return { ref: null, fault: done.violation.message };
  return { ref: done.value[0]?.ref ?? null };
}

const describe = ({ fromAgent, toAgent, taskId, parentTaskId }: ProtocolEnvelope): JsonObject => ({
  source: fromAgent,
  target: toAgent,
  task: taskId,
  ...given({ parent_task: parentTaskId }),
});

const traceOf = ({ traceId }: ProtocolEnvelope): Pick<AuditDraft, 'traceId'> =>
  traceId === undefined ? {} : { traceId };

const RESUMED = { accepted: true, code: null, errors: [] } as const;

/**
 * The machine may have died between the entry that accepts a handoff and the child it was for. The same handoff then
 * comes again: it is no replay, as it can lead to nothing but that child.
 */
async function wasCutShort(
  platform: Pick<Platform, 'audit'>,
  governed: JsonObject,
  outcome: GovernOutcome,
): Promise<boolean> {
  const { handoff_id: handoffId } = outcome;
  if (handoffId === null || !outcome.errors.every(({ code }) => code === 'REPLAY_DETECTED')) return false;
  const wanted = at(governed, 'context', 'request', 'input_data', 'document_sha256');
  for await (const { kind, body } of platform.audit.entries({ handoffId })) {
    const known = at(body['document'], 'context', 'request', 'input_data', 'document_sha256');
    if (kind === 'handoff.accepted' && wanted !== undefined && known === wanted) return true;
  }
  return false;
}

function explain({ errors, suggested_target }: GovernOutcome): string {
  const words = errors.map(({ code, message }) => `${code}: ${message}`).join('; ');
  return suggested_target === null ? words : `${words}; hand it to ${suggested_target} instead`;
}
