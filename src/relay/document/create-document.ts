import { given, whenGiven } from '../../kernel/given.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import { createUuid, safeName } from '../../kernel/ids.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';
import type { TokenCounter, Platform } from '../../kernel/ports/index.ts';
import { findIsoTime, parseDuration, renderIsoSeconds } from '../../kernel/time.ts';
import {
  buildDocument,
  checkMeaning,
  checkSchema,
  checkTarget,
  fullChain,
  isHandoffDocument,
  MAX_CHAIN,
  renderDocument,
  withPayloadHash,
  withTokenCount,
  type Compression,
  type DocumentDraft,
  type DocumentIssue,
  type HandoffDocument,
} from '../../protocols/document/index.ts';
import { documentTraceSource } from '../trace/index.ts';
import { compressWithOriginal, writeResult } from './compress-document.ts';
import type { DocumentInput } from './read-document.ts';
import { readSkillCards } from './discover-targets.ts';
import { createSpanId, receiveDocument, recordEvents, senderSpan, type Span } from './receive-document.ts';
import { prepareGuard } from './scan-document.ts';
import { chooseSessionFolder, renderSession, resolveSession } from './session-folder.ts';

/** What a new handoff document says. */
export interface CreateRequest extends Omit<
  DocumentDraft,
  'source' | 'timestamp' | 'traceId' | 'after' | 'expiresAt' | 'parentSpanId'
> {
  readonly source: { readonly skill: string; readonly workflowId?: string; readonly phase: string };
  /** Where this sender keeps its files; default a folder for the trace in the data dir. */
  readonly sessionPath?: string;
  readonly traceId?: string;
  /** A length of time (`3d`) or a moment. */
  readonly expires?: string;
  /** A received document that this one continues. It is checked as a receiver does. */
  readonly after?: DocumentInput;
  readonly out?: string;
  /** Refuse a target that is not one of the skills known here, if any is known. */
  readonly checkTarget?: boolean;
  readonly counter?: TokenCounter;
  readonly dryRun?: boolean;
}

/** A new handoff document, or why there is none. */
export interface CreateOutcome {
  /** Null if it was refused or is a dry run. */
  readonly path: string | null;
  readonly document: HandoffDocument;
  readonly errors: readonly DocumentIssue[];
  /** What the guard noticed, but lets pass. */
  readonly findings: readonly DocumentIssue[];
  /** The guard found nothing in the document as it is, and no list was there to let anything pass. */
  readonly isClean: boolean;
  readonly warnings: readonly string[];
  readonly compression: Compression;
}

/** Makes a document, compresses it if it must be, writes it, and records it in the trace. */
export async function createDocument(
  platform: Pick<
    Platform,
    'audit' | 'clock' | 'disk' | 'facts' | 'files' | 'project' | 'random' | 'scanner' | 'tasks' | 'tokens'
  >,
  request: CreateRequest,
): Promise<CreateOutcome> {
  const received = request.after === undefined ? undefined : await receive(platform, request.after, request);
  const spanId = createSpanId(platform);
  const draft = await completeDraft(platform, request, received?.document, spanId);
  const built = await withTokenCount(withPayloadHash(buildDocument(draft)), request.counter ?? platform.tokens);
  assertDraft(built);
  const guard = (await prepareGuard(platform, false))(built as unknown as Json);
  const target = request.checkTarget === true ? await findTargetIssue(platform, built.handoff.target.skill) : [];
  const errors = [...target, ...checkMeaning(built, platform.clock.now()).errors, ...guard.errors];
  const own = { ...request, sessionPath: resolveSession(platform.project, built.handoff.source.session_path) };
  // What is refused must leave nothing behind: then the original is only planned.
  const dryRun = request.dryRun === true || errors.length > 0;
  const text = renderDocument(built);
  const whole = await compressWithOriginal(platform, built, text, { ...own, dryRun });
  const { compression } = whole;
  const { document } = compression;
  const isClean = guard.isClean && !compression.needsOriginal;
  const outcome = { document, errors, findings: guard.warnings, isClean, compression };
  if (!compression.fits || dryRun) return { ...outcome, path: null, warnings: [] };
  const written = await writeResult(platform, document, own, whole);
  const chain = await wholeChain(platform, received?.document, document.handoff.source.skill);
  const traced = await recordCreation(platform, document, spanId, chain, received);
  const warnings = [written.warning, warnShortened(chain), traced].filter((warning) => warning !== undefined);
  return { ...outcome, path: written.path, warnings };
}

async function findTargetIssue(
  platform: Pick<Platform, 'facts' | 'files' | 'project'>,
  skill: string,
): Promise<DocumentIssue[]> {
  const { cards } = await readSkillCards(platform, {});
  const issue = checkTarget(skill, cards);
  return issue === undefined ? [] : [issue];
}

const warnShortened = (chain: readonly string[]): string | undefined =>
  chain.length > MAX_CHAIN
    ? `The chain has ${chain.length} entries: its origin and the newest ${MAX_CHAIN - 1} are kept, the trace has all.`
    : undefined;

/** A draft that breaks the schema is the caller's mistake: it is named by its field. */
function assertDraft(document: unknown): asserts document is HandoffDocument {
  if (isHandoffDocument(document)) return;
  const [issue] = checkSchema(document);
  throw new BatonError('INPUT_INVALID', issue?.message ?? 'the document is not valid', { hint: issue?.repair });
}

async function completeDraft(
  platform: Pick<Platform, 'clock' | 'facts' | 'files' | 'project' | 'random'>,
  request: CreateRequest,
  after: HandoffDocument | undefined,
  spanId: string,
): Promise<DocumentDraft> {
  const nowMs = platform.clock.now();
  const {
    source,
    sessionPath,
    traceId: wanted,
    expires,
    after: _bytes,
    out: _out,
    counter: _counter,
    dryRun: _dry,
    checkTarget: _check,
    ...said
  } = request;
  const traceId = after?.handoff.trace_id ?? wanted ?? createUuid(platform.random);
  const folder = await chooseSessionFolder(platform, {
    named: sessionPath,
    inDocument: '',
    skill: source.skill,
    traceId,
  });
  if (after !== undefined) assertOwnFolder(platform, folder, after);
  return {
    ...said,
    source: {
      skill: source.skill,
      workflow_id: source.workflowId ?? safeName(traceId, 8),
      session_path: renderSession(platform.project, folder),
      phase: source.phase,
    },
    timestamp: renderIsoSeconds(nowMs),
    traceId,
    parentSpanId: spanId,
    ...given({ expiresAt: whenGiven(expires, (text) => renderExpiry(text, nowMs)) }),
    ...given({ after }),
  };
}

/** What was received is in its sender's folder; nobody else writes there. */
function assertOwnFolder(platform: Pick<Platform, 'project'>, folder: string, { handoff }: HandoffDocument): void {
  if (folder !== resolveSession(platform.project, handoff.source.session_path)) return;
  throw new BatonError('INPUT_INVALID', `${folder} is the session path of the received document's sender`, {
    hint: 'name a folder of your own with --session-path, or leave it out',
  });
}

const renderExpiry = (expires: string, nowMs: number): string =>
  renderIsoSeconds(findIsoTime(expires)?.epochMs ?? nowMs + parseDuration(expires));

interface Received {
  readonly document: HandoffDocument;
  readonly span: Span;
  readonly atMs: number;
}

/** Takes over what another agent handed on: refuses what a receiver must refuse, and records the receipt. */
async function receive(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'project' | 'random' | 'scanner' | 'tokens'>,
  input: DocumentInput,
  request: CreateRequest,
): Promise<Received> {
  const { report, received } = await receiveDocument(platform, input, {
    receiver: request.source.skill,
    dryRun: request.dryRun === true,
  });
  if (report.valid && received !== undefined) return { ...received, atMs: platform.clock.now() };
  throw new BatonError('DOCUMENT_INVALID', `the received document is not valid: ${report.errors[0]?.message ?? ''}`, {
    errors: report.errors,
  });
}

/** Documents hold at most ten entries; the trace has those that were left out. */
async function wholeChain(
  platform: Pick<Platform, 'audit' | 'disk' | 'files' | 'project' | 'tasks'>,
  after: HandoffDocument | undefined,
  skill: string,
): Promise<readonly string[]> {
  const chain = fullChain(after, skill);
  if (after === undefined || chain.length <= MAX_CHAIN) return chain;
  const { events } = await documentTraceSource.read(platform, after.handoff.trace_id);
  const sent = events.find(
    ({ span_id, event_type }) => span_id === senderSpan(after) && event_type === 'handoff_created',
  );
  const before = sent?.details['handoff_chain'];
  return Array.isArray(before) ? [...before.filter((one) => typeof one === 'string'), skill] : chain;
}

async function recordCreation(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  document: HandoffDocument,
  spanId: string,
  chain: readonly string[],
  received: Received | undefined,
): Promise<string | undefined> {
  const { handoff } = document;
  const span: Span = {
    traceId: handoff.trace_id,
    spanId,
    parentSpanId: received?.span.spanId ?? null,
    workflow: handoff.source.skill,
    phase: handoff.source.phase,
  };
  const details: JsonObject = {
    target: handoff.target.skill,
    schema_version: handoff.version,
    token_count: handoff.meta.token_count,
    handoff_chain: chain,
  };
  const warning = await recordEvents(platform, span, [
    { type: 'handoff_created', details },
    { type: 'handoff_transmitted', details: { target: handoff.target.skill } },
  ]);
  if (received === undefined) return warning;
  const durationMs = platform.clock.now() - received.atMs;
  return (
    (await recordEvents(platform, received.span, [{ type: 'handoff_processed', details: {}, durationMs }])) ?? warning
  );
}
