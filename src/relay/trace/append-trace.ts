import { dirname, join, resolve } from 'node:path';
import { isUuid, isUuidV4, safeName } from '../../kernel/ids.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { findAt, MAX_DOCUMENT_BYTES, parseDocumentText } from '../../protocols/document/index.ts';
import {
  parseTraceLine,
  renderTraceLine,
  type SourceReading,
  type TraceEvent,
  type TraceSource,
} from './find-full-id.ts';

type TraceParts = Pick<Platform, 'disk' | 'files' | 'project'>;

/** One file per trace, so that reading one never reads the others. */
const traceFile = (dataDir: string, traceId: string): string =>
  join(dataDir, 'trace', `${isUuid(traceId) ? traceId.toLowerCase() : safeName(traceId)}.jsonl`);

/**
 * Appends events of one trace, in one write, so that lines of several processes do not mix. Not flushed to the disk:
 * a trace tells what happened, nothing depends on it.
 */
export async function appendTrace(platform: TraceParts, events: readonly TraceEvent[]): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const path = traceFile(platform.project.dataDir, first.trace_id);
  await platform.files.createFolder(dirname(path));
  const file = await platform.disk.open(path, 'a');
  try {
    const { sizeBytes } = await file.stat();
    const lines = events.map(renderTraceLine).join('');
    await file.write(Buffer.from((await endsTorn(platform, path, sizeBytes)) ? `\n${lines}` : lines));
  } finally {
    await file.close();
  }
}

const NEWLINE = 0x0a;

/** A line that was cut off by a crash must not swallow the next one. */
async function endsTorn({ disk }: TraceParts, path: string, sizeBytes: number): Promise<boolean> {
  if (sizeBytes === 0) return false;
  const file = await disk.open(path, 'r');
  try {
    const last = new Uint8Array(1);
    return (await file.read(last, sizeBytes - 1)) === 1 && last[0] !== NEWLINE;
  } finally {
    await file.close();
  }
}

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
