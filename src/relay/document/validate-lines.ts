import type { Platform } from '../../kernel/ports/index.ts';
import { MAX_DOCUMENT_BYTES, tooLarge } from '../../protocols/document/index.ts';
import { receiveDocument } from './receive-document.ts';
import { refusedReport, validateDocuments, type DocumentReport, type ValidateRequest } from './validate-document.ts';

/** The report about one line of a JSON Lines file. */
export interface LineReport extends DocumentReport {
  /** Counts from 1; empty lines are counted, but have no report. */
  readonly line: number;
}

/** Enough that the tokenizer is asked seldom, little enough that memory stays flat. */
const BATCH_LINES = 64;
const BATCH_BYTES = 4 * 1024 * 1024;

/** How each document is received, with a trace id of its own if it has none. */
export interface ReceiptOptions {
  readonly dryRun: boolean;
  /** Called if the trace cannot be written. */
  warn(warning: string): void;
}

/** Validates a stream of documents, one per line, in memory that does not grow with the stream. */
export async function* validateLines(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'project' | 'random' | 'scanner' | 'tokens'>,
  pieces: AsyncIterable<Uint8Array>,
  request: ValidateRequest,
  receipt?: ReceiptOptions,
): AsyncGenerator<LineReport> {
  let batch: { line: number; bytes: Uint8Array }[] = [];
  let size = 0;
  const finish = async (): Promise<LineReport[]> => {
    const documents = batch.map(({ bytes }) => bytes);
    const reports =
      receipt === undefined
        ? await validateDocuments(platform, documents, request)
        : await receiveAll(platform, documents, request, receipt);
    const lines = batch.map(({ line }) => line);
    [batch, size] = [[], 0];
    return reports.map((report, index) => ({ line: lines[index] ?? 0, ...report }));
  };
  for await (const { line, bytes } of splitByteLines(pieces, MAX_DOCUMENT_BYTES)) {
    if (bytes === 'too-long') {
      yield* await finish();
      yield { line, ...refusedReport([tooLarge(`more than ${MAX_DOCUMENT_BYTES} bytes in one line`)]) };
      continue;
    }
    batch.push({ line, bytes });
    size += bytes.length;
    if (batch.length >= BATCH_LINES || size >= BATCH_BYTES) yield* await finish();
  }
  yield* await finish();
}

async function receiveAll(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'project' | 'random' | 'scanner' | 'tokens'>,
  documents: readonly Uint8Array[],
  checks: ValidateRequest,
  { dryRun, warn }: ReceiptOptions,
): Promise<DocumentReport[]> {
  const reports: DocumentReport[] = [];
  for (const document of documents) {
    const { report, warning } = await receiveDocument(platform, document, { checks, dryRun });
    if (warning !== undefined) warn(warning);
    reports.push(report);
  }
  return reports;
}

export interface ByteLine {
  readonly line: number;
  readonly bytes: Uint8Array | 'too-long';
}

const LF = 0x0a;
const CR = 0x0d;

/** Lines of a stream of bytes; what is longer than the limit is skipped to its end and named. Empty lines are left out. */
export async function* splitByteLines(pieces: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<ByteLine> {
  let held: Uint8Array[] = [];
  let size = 0;
  let line = 1;
  const take = (): ByteLine | undefined => {
    const bytes = size > maxBytes ? 'too-long' : trimEnd(Buffer.concat(held));
    [held, size] = [[], 0];
    return bytes.length === 0 ? undefined : { line, bytes };
  };
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(LF); end !== -1; end = piece.indexOf(LF, start)) {
      hold(piece.subarray(start, end));
      const found = take();
      if (found !== undefined) yield found;
      line += 1;
      start = end + 1;
    }
    hold(piece.subarray(start));
  }
  const last = take();
  if (last !== undefined) yield last;

  function hold(part: Uint8Array): void {
    size += part.length;
    if (size <= maxBytes) held.push(part);
    else held = [];
  }
}

const trimEnd = (bytes: Buffer): Buffer => (bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes);
