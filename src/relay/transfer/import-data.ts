import { dirname, join } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import { createRandomHex } from '../../kernel/ids.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import type { HeldLock, StagedTasks, TaskPiece, Platform } from '../../kernel/ports/index.ts';
import { renderCompactTime } from '../../kernel/time.ts';
import { assertNoDaemon, assertUnused, hasPlainFiles, removeTree } from './data-dir-files.ts';
import { ArchiveReader, assertSame, Tally } from './read-archive.ts';

/** What an import reads, and what it may replace. */
export interface ImportRequest {
  readonly archive: AsyncIterable<Uint8Array>;
  /** What is there goes: files are kept beside the data dir, rows of a database are not. */
  readonly replace: boolean;
  readonly dryRun: boolean;
  onProgress?(pieces: number): void;
}

/** What an import brought in. */
export interface ImportResult {
  readonly tasks: number;
  readonly artifacts: number;
  readonly events: number;
  readonly audit: number;
  readonly files: number;
  /** Where the data dir that was there before is now; null if there was none. */
  readonly kept: string | null;
  /** True if an interrupted import was finished. */
  readonly resumed: boolean;
}

/**
 * Takes a whole archive in beside the data dir, reads it back, and puts it in its place. Until then nothing has
 * changed; if it is interrupted at the very end, the same import finishes it.
 */
export async function importData(
  platform: Pick<Platform, 'audit' | 'clock' | 'disk' | 'files' | 'project' | 'random' | 'remark' | 'reopen' | 'tasks'>,
  request: ImportRequest,
): Promise<ImportResult> {
  await assertNoDaemon(platform);
  const reader = new ArchiveReader(request.archive);
  const { id } = await reader.readHeader();
  if (request.dryRun) {
    const counts = await readThrough(reader, request);
    await assertFree(platform, request.replace);
    return { ...counts, kept: null, resumed: false };
  }
  const staged = await platform.reopen({ settings: { dataDir: `${platform.project.dataDir}.import` } });
  try {
    const lock = await staged.project.locks.acquire('import', { owner: 'baton import' });
    const resumed = await isWaiting(staged, id);
    const taking = resumed ? readThrough(reader, request) : importAfresh(platform, staged, reader, id, request);
    let counts: Counts;
    try {
      counts = await taking;
    } finally {
      await giveUp(staged, lock);
    }
    return { ...counts, kept: await publish(platform, staged), resumed };
  } finally {
    await closeStores(staged);
    await staged.close();
    await reader.close();
  }
}

type Counts = Omit<ImportResult, 'kept' | 'resumed'>;

const markOf = (id: string): string => `import ${id}`;

async function importAfresh(
  platform: Pick<Platform, 'audit' | 'clock' | 'files' | 'project' | 'remark' | 'tasks'>,
  staged: Pick<Platform, 'audit' | 'disk' | 'files' | 'project' | 'tasks'>,
  reader: ArchiveReader,
  id: string,
  request: ImportRequest,
): Promise<Counts> {
  await assertFree(platform, request.replace);
  // What an import that was killed has left.
  await clear(staged);
  const { tasks, counts } = await takeIn(staged, reader, id, request);
  await staged.files.writeAtomic(completeFile(staged), `${JSON.stringify({ id })}\n`);
  // From here on the same import finishes it, whatever happens.
  await tasks.keep();
  return counts;
}

/** Everything into the data dir that waits, held against the archive. */
async function takeIn(
  staged: Pick<Platform, 'audit' | 'disk' | 'files' | 'project' | 'tasks'>,
  reader: ArchiveReader,
  id: string,
  request: ImportRequest,
): Promise<{ readonly tasks: StagedTasks; readonly counts: Counts }> {
  const tally = new Tally();
  const { transfer } = await staged.tasks();
  let tasks: StagedTasks | undefined;
  try {
    tasks = await transfer.stage(counted(reader.readTasks(), tally, request), {
      mark: markOf(id),
      replace: request.replace,
    });
    const audit = await takeAudit(staged, reader);
    const files = await takeFiles(staged, reader);
    await reader.readEnd();
    await assertSame(tasks, tally);
    const { tasks: taskCount, artifacts, events } = tally.counts;
    return { tasks, counts: { tasks: taskCount, artifacts, events, audit, files } };
  } catch (error) {
    await tasks?.discard();
    await clear(staged);
    throw error;
  }
}

/** Lets others try; what is not complete leaves no trace. */
async function giveUp(
  { files, disk, project }: Pick<Platform, 'disk' | 'files' | 'project'>,
  lock: HeldLock,
): Promise<void> {
  await lock.release();
  if ((await files.stat(completeFile({ project }))) === undefined) await removeTree(disk, project.dataDir);
}

/** All but the lock, which this process holds. */
async function clear({ disk, project: { dataDir } }: Pick<Platform, 'disk' | 'project'>): Promise<void> {
  if ((await disk.lstat(dataDir)) === undefined) return;
  for (const { name } of await disk.readdir(dataDir)) if (name !== 'locks') await removeTree(disk, join(dataDir, name));
}

async function* counted(
  pieces: AsyncIterable<TaskPiece>,
  tally: Tally,
  request: ImportRequest,
): AsyncGenerator<TaskPiece> {
  let count = 0;
  for await (const piece of pieces) {
    tally.add(piece);
    request.onProgress?.((count += 1));
    yield piece;
  }
}

async function takeAudit(staged: Pick<Platform, 'audit'>, reader: ArchiveReader): Promise<number> {
  let count = 0;
  async function* entries(): ReturnType<ArchiveReader['readAudit']> {
    for await (const piece of reader.readAudit()) {
      if (piece.kind === 'entry') count += 1;
      yield piece;
    }
  }
  await staged.audit.transfer.write(entries());
  const { problems } = await staged.audit.verify();
  // Keys come after the entries, if they come at all: what is missing of them says nothing about the log.
  const damage = problems.find(({ file }) => file !== 'keys');
  if (damage !== undefined)
    throw new BatonError('ARCHIVE_INVALID', `the audit log in the archive is not valid: ${damage.reason}`);
  return count;
}

/** A key is small; everything else is written as it comes. */
const MAX_PRIVATE_BYTES = 1024 * 1024;

async function takeFiles(
  { files, project: { dataDir } }: Pick<Platform, 'files' | 'project'>,
  reader: ArchiveReader,
): Promise<number> {
  let count = 0;
  for await (const { path, isPrivate, content } of reader.readFiles()) {
    count += 1;
    const target = join(dataDir, path);
    await files.createFolder(dirname(target));
    // A store makes some of its own, such as the list of what git shall ignore; the archive's are the ones wanted.
    await files.remove(target);
    if (isPrivate) {
      const bytes = await readSmall(content, path);
      await files.writeAtomic(target, bytes, { exclusive: true, mode: 0o600 });
      continue;
    }
    const file = await files.createNew(target);
    try {
      for await (const piece of content) await file.write(piece);
    } finally {
      await file.finish();
    }
  }
  return count;
}

async function readSmall(content: AsyncIterable<Buffer>, path: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of content) {
    pieces.push(piece);
    if (pieces.reduce((size, { length }) => size + length, 0) > MAX_PRIVATE_BYTES)
      throw new BatonError('ARCHIVE_INVALID', `${path} is larger than a key can be`);
  }
  return Buffer.concat(pieces);
}

/** For its counts, and to know that it is whole. */
async function readThrough(reader: ArchiveReader, request: ImportRequest): Promise<Counts> {
  const tally = new Tally();
  for await (const _ of counted(reader.readTasks(), tally, request));
  let [audit, files] = [0, 0];
  for await (const piece of reader.readAudit()) if (piece.kind === 'entry') audit += 1;
  for await (const _ of reader.readFiles()) files += 1;
  await reader.readEnd();
  const { tasks, artifacts, events } = tally.counts;
  return { tasks, artifacts, events, audit, files };
}

/** Nothing is lost with what is there, and nobody is at work on it. */
async function assertFree(
  platform: Pick<Platform, 'audit' | 'clock' | 'files' | 'project' | 'remark' | 'tasks'>,
  replace: boolean,
): Promise<void> {
  if (!replace) await assertEmpty(platform);
  await assertUnused(platform);
}

async function assertEmpty(
  platform: Pick<Platform, 'audit' | 'files' | 'project' | 'remark' | 'tasks'>,
): Promise<void> {
  const { transfer } = await platform.tasks();
  const there = [
    ...((await transfer.isEmpty()) ? [] : ['tasks']),
    ...((await platform.audit.transfer.isEmpty()) ? [] : ['an audit log']),
    ...((await hasPlainFiles(platform)) ? ['files'] : []),
  ];
  if (there.length > 0)
    throw new BatonError(
      'STORE_NOT_EMPTY',
      `there are ${there.join(', ')} already, in ${platform.project.dataDir} or its store`,
    );
}

const completeFile = ({ project: { dataDir } }: Pick<Platform, 'project'>): string =>
  join(dataDir, 'import-complete.json');

/** True if everything was imported and only the final move is missing. */
async function isWaiting(staged: Pick<Platform, 'files' | 'project' | 'tasks'>, id: string): Promise<boolean> {
  const text = await staged.files.findText(completeFile(staged), { maxBytes: 4_096 });
  if (text === undefined) return false;
  const value = parseJson(text);
  return isJsonObject(value) && value['id'] === id && (await (await staged.tasks()).transfer.wasKept(markOf(id)));
}

/** The staged data dir replaces the existing one, which is kept if it was not empty. */
async function publish(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'random' | 'remark'>,
  staged: Pick<Platform, 'audit' | 'project' | 'tasks'>,
): Promise<string | null> {
  const {
    files,
    project: { dataDir },
  } = platform;
  // Nothing of it may be open when it moves.
  await closeStores(staged);
  const isReplaced = (await files.stat(dataDir)) !== undefined;
  const isWorthKeeping = isReplaced && !(await isOnlyLocal(platform));
  const before = `${dataDir}.before-${renderCompactTime(platform.clock.now())}-${createRandomHex(platform.random, 2)}`;
  if (isReplaced) await files.move(dataDir, before);
  await files.move(staged.project.dataDir, dataDir);
  await files.remove(completeFile(platform));
  if (isReplaced && !isWorthKeeping) await removeTree(platform.disk, before);
  return isWorthKeeping ? before : null;
}

async function closeStores(staged: Pick<Platform, 'audit' | 'tasks'>): Promise<void> {
  await (await staged.tasks()).close();
  await staged.audit.close();
}

async function isOnlyLocal(platform: Pick<Platform, 'files' | 'project' | 'remark'>): Promise<boolean> {
  if (await hasPlainFiles(platform)) return false;
  for (const name of ['tasks', 'events', 'audit', 'artifacts'])
    if ((await platform.files.list(join(platform.project.dataDir, name))).length > 0) return false;
  return true;
}
