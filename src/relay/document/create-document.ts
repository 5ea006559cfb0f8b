import {
  BatonError,
  createUuid,
  findIsoTime,
  parseDuration,
  renderIsoSeconds,
  type Json,
  type JsonObject,
  type TokenCounter,
} from '../../kernel/index.ts';
import {
  buildDocument,
  checkMeaning,
  checkSchema,
  fullChain,
  isHandoffDocument,
  renderDocument,
  withPayloadHash,
  withTokenCount,
  type Compression,
  type DocumentDraft,
  type DocumentIssue,
  type HandoffDocument,
} from '../../protocols/document/index.ts';
import type { Platform } from '../platform.ts';
import { compressWithOriginal, writeResult } from './compress-document.ts';
import { getDocument } from './read-document.ts';
import { createSpanId, recordEvents, senderSpan, type Span } from './record-handoff.ts';
import { prepareGuard } from './scan-document.ts';
import { chooseSessionFolder, shortId } from './session-folder.ts';
import { validateDocument, type DocumentReport } from './validate-document.ts';

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
  /** Bytes of a received document that this one continues. It is checked as a receiver does. */
  readonly after?: Uint8Array;
  readonly out?: string;
  readonly counter?: TokenCounter;
  readonly dryRun?: boolean;
}

export interface CreateOutcome {
  /** Null where it was refused or is a dry run. */
  readonly path: string | null;
  readonly document: HandoffDocument;
  readonly errors: readonly DocumentIssue[];
  /** What the guard noticed, but lets pass. */
  readonly findings: readonly DocumentIssue[];
  readonly warnings: readonly string[];
  readonly compression: Compression;
}

/** Makes a document, compresses it if it must be, writes it, and records it in the trace. */
export async function createDocument(platform: Platform, request: CreateRequest): Promise<CreateOutcome> {
  const received = request.after === undefined ? undefined : await receive(platform, request.after, request);
  const spanId = createSpanId(platform);
  const draft = await completeDraft(platform, request, received?.document, spanId);
  const built = await withTokenCount(withPayloadHash(buildDocument(draft)), request.counter ?? platform.tokens);
  assertDraft(built);
  const { compression } = await compressWithOriginal(platform, built, renderDocument(built), {
    ...request,
    sessionPath: built.handoff.source.session_path,
  });
  const { document } = compression;
  const guard = (await prepareGuard(platform, false))(built as unknown as Json);
  const errors = [...checkMeaning(document, platform.clock.now()).errors, ...guard.errors];
  if (!compression.fits || errors.length > 0 || request.dryRun === true) {
    return { path: null, document, errors, findings: guard.warnings, warnings: [], compression };
  }
  const written = await writeResult(platform, document, {
    ...request,
    sessionPath: document.handoff.source.session_path,
  });
  const traced = await recordCreation(platform, document, spanId, received);
  const warnings = [written.warning, traced].filter((warning) => warning !== undefined);
  return { path: written.path, document, errors, findings: guard.warnings, warnings, compression };
}

/** A draft that breaks the schema is the caller's mistake: it is named by its field. */
function assertDraft(document: unknown): asserts document is HandoffDocument {
  if (isHandoffDocument(document)) return;
  const [issue] = checkSchema(document);
  throw new BatonError('INPUT_INVALID', issue?.message ?? 'the document is not valid', { hint: issue?.repair });
}

async function completeDraft(
  platform: Platform,
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
    ...said
  } = request;
  const traceId = after?.handoff.trace_id ?? wanted ?? createUuid(platform.random);
  const folder = await chooseSessionFolder(platform, { named: sessionPath, inDocument: '', traceId });
  return {
    ...said,
    source: {
      skill: source.skill,
      workflow_id: source.workflowId ?? `${source.skill}-${shortId(traceId)}`,
      session_path: folder,
      phase: source.phase,
    },
    timestamp: renderIsoSeconds(nowMs),
    traceId,
    parentSpanId: spanId,
    ...(expires === undefined ? {} : { expiresAt: renderExpiry(expires, nowMs) }),
    ...(after === undefined ? {} : { after }),
  };
}

const renderExpiry = (expires: string, nowMs: number): string =>
  renderIsoSeconds(findIsoTime(expires)?.epochMs ?? nowMs + parseDuration(expires));

interface Received {
  readonly document: HandoffDocument;
  readonly span: Span;
  readonly atMs: number;
}

/** Takes over what another agent handed on: refuses what a receiver must refuse, and records the receipt. */
async function receive(platform: Platform, bytes: Uint8Array, request: CreateRequest): Promise<Received> {
  const { report, span } = await receiveDocument(platform, bytes, request.source.skill, request.dryRun === true);
  const { document } = getDocument(bytes);
  if (report.valid) return { document, span, atMs: platform.clock.now() };
  throw new BatonError('DOCUMENT_INVALID', `the received document is not valid: ${report.errors[0]?.message ?? ''}`, {
    errors: report.errors,
  });
}

export interface Receipt {
  readonly report: DocumentReport;
  readonly span: Span;
  readonly warning: string | undefined;
}

/** Validates a document as its receiver and records that it arrived. */
export async function receiveDocument(
  platform: Platform,
  bytes: Uint8Array,
  receiver: string | undefined,
  isDryRun: boolean,
  report?: DocumentReport,
): Promise<Receipt> {
  const checked = report ?? (await validateDocument(platform, bytes, { checkFiles: false }));
  const { document } = getDocument(bytes);
  const span: Span = {
    traceId: document.handoff.trace_id,
    spanId: createSpanId(platform),
    parentSpanId: senderSpan(document),
    workflow: receiver ?? document.handoff.target.skill,
    phase: document.handoff.target.expected_phase ?? '',
  };
  const details = { source: document.handoff.source.skill, token_count: checked.tokens?.count ?? null };
  const warning = isDryRun
    ? undefined
    : await recordEvents(platform, span, [
        { type: 'handoff_received', details },
        { type: 'handoff_validated', details: { ...details, validation: checked.valid ? 'passed' : 'failed' } },
        ...checked.errors.map(({ path, rule, message }) => ({
          type: 'error' as const,
          details: { path, rule, message },
        })),
      ]);
  return { report: checked, span, warning };
}

async function recordCreation(
  platform: Platform,
  document: HandoffDocument,
  spanId: string,
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
    handoff_chain: fullChain(received?.document, handoff.source.skill),
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
