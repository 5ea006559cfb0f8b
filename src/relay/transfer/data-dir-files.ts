import { join } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { DAEMON_LOCK } from '../tasks/index.ts';

type FilePlatform = Pick<Platform, 'files' | 'project'>;

/** Of this machine and of this moment: locks, the daemon's address and token, marks of hosts' sessions. */
const LOCAL = new Set(['locks', 'serve', 'hooks', 'daemon.log', 'import-complete.json']);
/** What the stores give out themselves, each in its own way. */
const STORED = new Set(['tasks', 'events', 'journal', 'artifacts', 'audit']);
const RUN_PARTS = new Set(['run.json', 'run_heartbeat.json', 'run_result.json', 'attempts']);

/** True for a path in the data dir that goes over as a file. */
export function isPlainFile(path: string): boolean {
  const [first = '', , third = ''] = path.split('/');
  if (LOCAL.has(first) || STORED.has(first)) return false;
  if (first === 'runs' && RUN_PARTS.has(third)) return false;
  return !/\.lock(?:\.|\/|$)/.test(path);
}

export interface PlainFile {
  readonly path: string;
  readonly isPrivate: boolean;
}

/** Files that go over as they are, in the order of their paths. Symlinks are left behind, and said so. */
export async function* listPlainFiles(platform: FilePlatform & Pick<Platform, 'remark'>): AsyncGenerator<PlainFile> {
  for await (const { path, kind } of walk(platform, '')) {
    if (!isPlainFile(path)) continue;
    if (kind !== 'file') {
      platform.remark(`${path} is not a regular file and is left out`);
      continue;
    }
    const stat = await platform.files.stat(join(platform.project.dataDir, path));
    if (stat !== undefined) yield { path, isPrivate: (stat.mode & 0o077) === 0 };
  }
}

export async function hasPlainFiles(platform: FilePlatform & Pick<Platform, 'remark'>): Promise<boolean> {
  // Made by the first command in the folder, whatever it was.
  for await (const { path } of listPlainFiles(platform)) if (!path.endsWith('.gitignore')) return true;
  return false;
}

/** Files that agents left in folders of tasks on this machine, by task. Over a database they are in no row. */
export async function listLocalArtifacts(
  platform: FilePlatform,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const found = new Map<string, Map<string, string>>();
  for await (const { path, kind } of walk(platform, 'tasks')) {
    const [, , id, ...rest] = path.split('/');
    if (kind !== 'file' || id === undefined || rest.length === 0) continue;
    const files = found.get(id) ?? new Map<string, string>();
    found.set(id, files.set(rest.join('/'), join(platform.project.dataDir, path)));
  }
  return found;
}

async function* walk(
  platform: FilePlatform,
  folder: string,
): AsyncGenerator<{ readonly path: string; readonly kind: string }> {
  for (const { name, kind } of await platform.files.list(join(platform.project.dataDir, folder))) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (kind === 'folder') {
      if (folder !== '' || !LOCAL.has(name)) yield* walk(platform, path);
    } else yield { path, kind };
  }
}

/** A folder with all that is in it, also what a process that was killed had begun to write. */
export async function removeTree(disk: Platform['disk'], path: string): Promise<void> {
  const there = await disk.lstat(path);
  if (there === undefined) return;
  if (there.kind !== 'folder') return await disk.unlink(path);
  for (const { name } of await disk.readdir(path)) await removeTree(disk, join(path, name));
  await disk.rmdir(path);
}

/** Anyone who works on tasks, on any machine, would continue with the old ones after a move. */
export async function assertUnused(platform: Pick<Platform, 'clock' | 'project' | 'tasks'>): Promise<void> {
  await assertNoDaemon(platform);
  const store = await platform.tasks();
  const leader = await store.fleet?.findLeader();
  if (leader !== undefined)
    throw new BatonError('STORE_IN_USE', `a daemon works on the same database, connected from ${leader}`, {
      from: leader,
    });
  const now = platform.clock.now();
  const { running } = await store.survey({ now, perRoute: 1 });
  const leased = running.find(({ entry }) => Date.parse(entry.task.lease?.expiresAt ?? '') > now)?.entry.task;
  if (leased === undefined) return;
  const { id, lease } = leased;
  throw new BatonError('STORE_IN_USE', `${lease?.agent} works on ${id} until ${lease?.expiresAt}`, { id });
}

/** On this data dir. */
export async function assertNoDaemon(platform: Pick<Platform, 'project'>): Promise<void> {
  const daemon = await platform.project.locks.inspect(DAEMON_LOCK);
  if (daemon === undefined) return;
  const { pid, host } = daemon;
  throw new BatonError('STORE_IN_USE', `a daemon works on ${platform.project.dataDir} (process ${pid} on ${host})`, {
    pid,
    host,
  });
}
