import { createHash } from 'node:crypto';
import { BatonError } from '../../kernel/errors/index.ts';
import { createUlidAfter } from '../../kernel/ids.ts';
import type { TaskPiece, TaskStore, Platform } from '../../kernel/ports/index.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { VERSION } from '../../kernel/version.ts';
import { renderLine, toBytes, toLines, type ArchiveLine } from './archive-line.ts';
import { assertUnused, listLocalArtifacts, listPlainFiles } from './data-dir-files.ts';

/** What an export leaves out, and whether others may go on working. */
export interface ExportRequest {
  /** Also while a daemon or agents work: a copy that nobody continues from. */
  readonly live: boolean;
  /** Leave out files that only their owner may read. */
  readonly withoutKeys: boolean;
}

/** The whole data dir, line by line, each with its line end. The last one makes it whole. */
export async function* exportData(
  platform: Pick<Platform, 'audit' | 'clock' | 'files' | 'project' | 'random' | 'remark' | 'tasks'>,
  request: ExportRequest,
): AsyncGenerator<string> {
  const store = await platform.tasks();
  await assertSettled(platform, store, request.live);
  const hash = createHash('sha256');
  let lines = 0;
  for await (const line of readAll(platform, store, request)) {
    const text = `${renderLine(line)}\n`;
    hash.update(text);
    lines += 1;
    yield text;
  }
  yield `${renderLine({ kind: 'end', lines, sha256: hash.digest('hex') })}\n`;
}

/** Tasks before the audit log: an entry is written before what it allows, so that the log lacks nothing. */
async function* readAll(
  platform: Pick<Platform, 'audit' | 'clock' | 'files' | 'project' | 'random' | 'remark'>,
  store: TaskStore,
  request: ExportRequest,
): AsyncGenerator<ArchiveLine> {
  const now = platform.clock.now();
  const { store: address } = platform.project.settings.values;
  yield {
    kind: 'baton-export',
    version: 1,
    id: createUlidAfter(undefined, now, platform.random),
    createdAt: renderIsoTime(now),
    baton: VERSION,
    store: address === 'files' ? 'files' : 'postgres',
  };
  for await (const piece of withLocalArtifacts(platform, store)) yield* toLines(piece);
  for await (const piece of platform.audit.transfer.read()) yield { kind: 'audit', piece };
  for await (const file of listPlainFiles(platform)) {
    if (file.isPrivate && request.withoutKeys) continue;
    yield { kind: 'file', ...file };
    for await (const piece of platform.files.readPieces(`${platform.project.dataDir}/${file.path}`))
      yield* toBytes(piece);
  }
}

/** What is in a task's folder on this machine belongs to the task, even if the store is elsewhere. */
async function* withLocalArtifacts(
  platform: Pick<Platform, 'files' | 'project'>,
  store: TaskStore,
): AsyncGenerator<TaskPiece> {
  if (platform.project.settings.values.store === 'files') return yield* store.transfer.read();
  const local = await listLocalArtifacts(platform);
  let open: ReadonlyMap<string, string> = new Map();
  let id = '';
  const stored = new Set<string>();
  async function* rest(): AsyncGenerator<TaskPiece> {
    for (const [path, file] of open) {
      if (stored.has(path)) continue;
      const stat = await platform.files.stat(file);
      const content = await platform.files.readBytes(file, { maxBytes: stat?.sizeBytes ?? 0 });
      yield { kind: 'artifact', taskId: id, path, content };
    }
    open = new Map();
    stored.clear();
  }
  for await (const piece of store.transfer.read()) {
    if (piece.kind === 'artifact') stored.add(piece.path);
    else yield* rest();
    if (piece.kind === 'task') {
      id = piece.entry.task.id;
      open = local.get(id) ?? new Map();
    }
    yield piece;
  }
  yield* rest();
}

/** Anyone who works on tasks would continue with the old ones after the move; what people edited is not adopted yet. */
async function assertSettled(
  platform: Pick<Platform, 'clock' | 'project' | 'tasks'>,
  store: TaskStore,
  live: boolean,
): Promise<void> {
  const { edited, broken } = await store.inspect();
  const [problem] = [
    ...broken.map(({ path, reason }) => `${path}: ${reason}`),
    ...edited.map((id) => `${id} was edited`),
  ];
  if (problem !== undefined)
    throw new BatonError('STORE_UNSETTLED', `files of tasks are not as Baton left them: ${problem}`);
  if (!live) await assertUnused(platform);
}
