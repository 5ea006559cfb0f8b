import { MAX_DOCUMENT_BYTES, tooLarge } from '../../protocols/document/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { splitByteLines } from './split-byte-lines.ts';
import { refusedReport, validateDocuments, type DocumentReport, type ValidateRequest } from './validate-document.ts';

export interface LineReport extends DocumentReport {
  /** Counts from 1; empty lines are counted, but have no report. */
  readonly line: number;
}

/** Enough that the tokenizer is asked seldom, little enough that memory stays flat. */
const BATCH_LINES = 64;
const BATCH_BYTES = 4 * 1024 * 1024;

/** Validates a stream of documents, one per line, in memory that does not grow with the stream. */
export async function* validateLines(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'project' | 'scanner' | 'tokens'>,
  pieces: AsyncIterable<Uint8Array>,
  request: ValidateRequest,
): AsyncGenerator<LineReport> {
  let batch: { line: number; bytes: Uint8Array }[] = [];
  let size = 0;
  const finish = async (): Promise<LineReport[]> => {
    const reports = await validateDocuments(
      platform,
      batch.map(({ bytes }) => bytes),
      request,
    );
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
