import { createHash } from 'node:crypto';
import { BatonError } from '../../kernel/errors/index.ts';
import { createUlidAfter } from '../../kernel/ids.ts';
import type { Platform, PrunedTask, Retention } from '../../kernel/ports/index.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { VERSION } from '../../kernel/version.ts';
import { renderLine, toLines, type ArchiveLine } from './archive-line.ts';

export interface PruneRequest {
  readonly olderThanMs: number;
  /** The file that gets what goes; it must be new. */
  readonly archive: string;
  readonly dryRun: boolean;
}

export interface PruneReport {
  readonly before: string;
  /** Null with --dry-run, or if there was nothing to archive. */
  readonly archive: string | null;
  readonly bytes: number;
  readonly tasks: number;
  readonly artifacts: number;
  readonly events: number;
  readonly months: readonly string[];
  /** Tasks that were changed, or came to be needed, while the archive was written: they stay. */
  readonly stayed: number;
}

type PrunePlatform = Pick<Platform, 'clock' | 'files' | 'project' | 'random' | 'tasks'>;

const WRITE_CHARS = 256 * 1024;

/** Finished work that is older goes into an archive, which is whole and on disk before anything is removed. */
export async function pruneData(platform: PrunePlatform, request: PruneRequest): Promise<PruneReport> {
  const { retention } = await platform.tasks();
  if (retention === undefined)
    throw new BatonError('PRUNE_UNSUPPORTED', 'the tasks are in files, which Baton does not prune');
  const beforeMs = platform.clock.now() - request.olderThanMs;
  const { months } = await retention.plan(beforeMs);
  const found = await writeArchive(platform, retention, { ...request, beforeMs });
  const before = renderIsoTime(beforeMs);
  const isNothing = found.tasks.length === 0 && found.events === 0;
  const counted = { before, bytes: found.bytes, artifacts: found.artifacts };
  if (request.dryRun || isNothing)
    return { ...counted, archive: null, tasks: found.tasks.length, events: found.events, months, stayed: 0 };
  const pruned = await retention.remove(beforeMs, found.tasks);
  return {
    ...counted,
    archive: request.archive,
    tasks: pruned.tasks,
    events: pruned.events,
    months: pruned.months,
    stayed: found.tasks.length - pruned.tasks,
  };
}

interface Archived {
  readonly tasks: readonly PrunedTask[];
  readonly events: number;
  readonly artifacts: number;
  readonly bytes: number;
}

async function writeArchive(
  platform: PrunePlatform,
  retention: Retention,
  { archive, beforeMs, dryRun }: PruneRequest & { readonly beforeMs: number },
): Promise<Archived> {
  const file = dryRun ? undefined : await platform.files.createNew(archive, { mode: 0o600 });
  const tasks: PrunedTask[] = [];
  let [events, artifacts, bytes, lines, waiting] = [0, 0, 0, 0, ''];
  const hash = createHash('sha256');
  const flush = async (): Promise<void> => {
    const piece = Buffer.from(waiting, 'utf8');
    waiting = '';
    bytes += piece.length;
    await file?.write(piece);
  };
  const add = async (line: ArchiveLine): Promise<void> => {
    const text = `${renderLine(line)}\n`;
    hash.update(text);
    lines += 1;
    waiting += text;
    if (waiting.length >= WRITE_CHARS) await flush();
  };
  try {
    await add(createHeader(platform));
    for await (const piece of retention.read(beforeMs)) {
      if (piece.kind === 'task') tasks.push({ id: piece.entry.task.id, rev: piece.entry.task.rev });
      if (piece.kind === 'event') events += 1;
      if (piece.kind === 'artifact') artifacts += 1;
      for (const line of toLines(piece)) await add(line);
    }
    waiting += `${renderLine({ kind: 'end', lines, sha256: hash.digest('hex') })}\n`;
    await flush();
    if (tasks.length + events === 0) await file?.discard();
    else await file?.finish();
  } catch (error) {
    await file?.discard();
    throw error;
  }
  return { tasks, events, artifacts, bytes };
}

function createHeader({ clock, random }: Pick<Platform, 'clock' | 'random'>): ArchiveLine {
  const now = clock.now();
  return {
    kind: 'baton-export',
    version: 1,
    id: createUlidAfter(undefined, now, random),
    createdAt: renderIsoTime(now),
    baton: VERSION,
    store: 'postgres',
  };
}
