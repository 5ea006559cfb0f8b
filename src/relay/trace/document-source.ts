import { resolve } from 'node:path';
import { isUuid, isUuidV4 } from '../../kernel/ids.ts';
import { findAt, MAX_DOCUMENT_BYTES, parseDocumentText } from '../../protocols/document/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { traceFile } from './append-trace.ts';
import { parseTraceLine, type SourceReading, type TraceEvent, type TraceSource } from './event.ts';

const MAX_TRACE_BYTES = 256 * 1024 * 1024;

/** The log that handoff documents leave. Knows a trace by its id, by its 32 digits, or by a document of it. */
export const documentTraceSource: TraceSource = {
  name: 'handoff documents',
  async findTraceId(platform, id) {
    if (isUuid(id)) return id.toLowerCase();
    const dashed = id.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return isUuidV4(dashed) ? dashed : await findTraceOfFile(platform, id);
  },
  async read(platform, traceId) {
    const text = await platform.files.findText(traceFile(platform.project.dataDir, traceId), {
      maxBytes: MAX_TRACE_BYTES,
    });
    return text === undefined ? { events: [], skipped: 0 } : readLines(text, traceId);
  },
};

async function findTraceOfFile(
  { files, project: { folder } }: Pick<Platform, 'files' | 'project'>,
  id: string,
): Promise<string | undefined> {
  const path = resolve(folder, id);
  if ((await files.stat(path))?.kind !== 'file') return undefined;
  const parsed = parseDocumentText(await files.readText(path, { maxBytes: MAX_DOCUMENT_BYTES }));
  const traceId = parsed.kind === 'parsed' ? findAt(parsed.value, '/handoff/trace_id') : undefined;
  return typeof traceId === 'string' ? traceId : undefined;
}

/** A line that a crash cut off, or that is something else, is counted and skipped. */
function readLines(text: string, traceId: string): SourceReading {
  const events: TraceEvent[] = [];
  let skipped = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const event = parseTraceLine(line);
    if (event === undefined) skipped += 1;
    else if (event.trace_id.toLowerCase() === traceId) events.push(event);
  }
  return { events, skipped };
}
