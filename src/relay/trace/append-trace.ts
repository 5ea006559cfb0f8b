import { dirname, join } from 'node:path';
import { isUuid, safeName } from '../../kernel/ids.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { renderTraceLine, type TraceEvent } from './event.ts';

type TraceParts = Pick<Platform, 'disk' | 'files' | 'project'>;

/** One file per trace, so that reading one never reads the others. */
export const traceFile = (dataDir: string, traceId: string): string =>
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
