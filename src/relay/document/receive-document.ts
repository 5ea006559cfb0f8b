/** What handoffs leave in the trace. A trace that cannot be written never stops the work. */

import { given } from '../../kernel/given.ts';
import { createRandomHex, createUuid } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { FAILURES, isHandoffDocument, withTraceId, type HandoffDocument } from '../../protocols/document/index.ts';
import { appendTrace, type HandoffEvent, type TraceEvent } from '../trace/index.ts';
import { decodeDocument, type DocumentInput } from './read-document.ts';
import { validateDocument, type DocumentReport, type ValidateRequest } from './validate-document.ts';

/** Who receives a document, and how it is checked. */
export interface ReceiveRequest {
  /** Who receives it; default the target it names. */
  readonly receiver?: string;
  /** How to check it. */
  readonly checks?: ValidateRequest;
  readonly dryRun?: boolean;
}

/** What the receiver of a document learns. */
export interface Receipt {
  readonly report: DocumentReport;
  /** The document and the span its receiver works under; absent if it is no document. */
  readonly received?: { readonly document: HandoffDocument; readonly span: Span };
  /** To be shown if the trace could not be written. */
  readonly warning?: string;
}

/** Validates a document as its receiver and records in the trace that it arrived, and what was found. */
export async function receiveDocument(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'project' | 'random' | 'scanner' | 'tokens'>,
  input: DocumentInput,
  request: ReceiveRequest = {},
): Promise<Receipt> {
  const legacyTraceId = createUuid(platform.random);
  const report = await validateDocument(platform, input, {
    ...(request.checks ?? { checkFiles: false }),
    legacyTraceId,
  });
  const read = decodeDocument(input);
  if (read.kind === 'refused') return { report };
  const document = withTraceId(read.value, legacyTraceId);
  if (!isHandoffDocument(document)) return { report };
  const span = receiverSpan(platform, document, request.receiver);
  const warning = request.dryRun === true ? undefined : await recordReceipt(platform, document, span, report);
  return { report, received: { document, span }, ...given({ warning }) };
}

const receiverSpan = (
  platform: Pick<Platform, 'random'>,
  document: HandoffDocument,
  receiver: string | undefined,
): Span => ({
  traceId: document.handoff.trace_id,
  spanId: createSpanId(platform),
  parentSpanId: senderSpan(document),
  workflow: receiver ?? document.handoff.target.skill,
  phase: document.handoff.target.expected_phase ?? '',
});

function recordReceipt(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  { handoff }: HandoffDocument,
  span: Span,
  { valid, errors, tokens }: DocumentReport,
): Promise<string | undefined> {
  const details = { source: handoff.source.skill, token_count: tokens?.count ?? null };
  return recordEvents(platform, span, [
    { type: 'handoff_received', details },
    { type: 'handoff_validated', details: { ...details, validation: valid ? 'passed' : 'failed' } },
    ...errors.map(({ path, rule, message }) => ({ type: 'error' as const, details: { path, rule, message } })),
  ]);
}

export const createSpanId = (platform: Pick<Platform, 'random'>): string => createRandomHex(platform.random, 8);

interface SpanEvent {
  readonly type: HandoffEvent;
  readonly details: JsonObject;
  readonly durationMs?: number;
}

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly workflow: string;
  readonly phase: string;
}

/** Returns the warning to show if the trace could not be written. */
export async function recordEvents(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  span: Span,
  events: readonly SpanEvent[],
): Promise<string | undefined> {
  const timestamp = renderIsoTime(platform.clock.now());
  const lines = events.map(({ type, details, durationMs }): TraceEvent => ({
    trace_id: span.traceId,
    span_id: span.spanId,
    parent_span_id: span.parentSpanId,
    timestamp,
    event_type: type,
    workflow: span.workflow,
    phase: span.phase,
    details,
    duration_ms: durationMs ?? null,
  }));
  try {
    await appendTrace(platform, lines);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `${FAILURES.traceWrite.failure}: ${reason}. ${FAILURES.traceWrite.recovery}.`;
  }
}

export const senderSpan = ({ handoff }: HandoffDocument): string | null => handoff.tracing?.parent_span_id ?? null;
