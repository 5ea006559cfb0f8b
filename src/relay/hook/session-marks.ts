/** What hooks remember of a host's session between calls: small files in the data folder, one folder per session. */
import { join, sep } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { distinctName } from '../../kernel/ids.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../kernel/json.ts';
import type { Platform } from '../../kernel/ports/index.ts';

type Place = Pick<Platform, 'files' | 'project'>;

const MAX_MARK_BYTES = 64 * 1024;

/** Sessions that are remembered; a hook of an older one works without its marks. */
const KEPT_SESSIONS = 200;
/** Old ones are removed in batches of this size, not at every start. */
const SWEPT_AT_ONCE = 20;

const marksFolder = ({ project: { dataDir } }: Pick<Platform, 'project'>): string => join(dataDir, 'hooks');

const markPath = (place: Place, sessionId: string, name: string): string =>
  join(marksFolder(place), distinctName(sessionId === '' ? 'session' : sessionId), name);

/** Undefined if there is none, or none that can be read: a hook works without it. */
export async function findMark(place: Place, sessionId: string, name: string): Promise<JsonObject | undefined> {
  try {
    const text = await place.files.findText(markPath(place, sessionId, `${name}.json`), { maxBytes: MAX_MARK_BYTES });
    const value = text === undefined ? undefined : parseJson(text);
    return value !== undefined && isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

export async function writeMark(place: Place, sessionId: string, name: string, value: JsonObject): Promise<void> {
  const path = markPath(place, sessionId, `${name}.json`);
  await place.files.createFolder(join(path, '..'));
  await place.files.writeAtomic(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** True for the first caller only, even if others ask at the same moment. */
export async function takeOnce(place: Place, sessionId: string, name: string): Promise<boolean> {
  const path = markPath(place, sessionId, `${name}.json`);
  try {
    await place.files.createFolder(join(path, '..'));
    await place.files.writeAtomic(path, '{}\n', { exclusive: true });
    return true;
  } catch (error) {
    if (isBatonError(error, 'FILE_EXISTS')) return false;
    throw error;
  }
}

/** Forgets the sessions that were longest without a hook. Nothing depends on it: what fails is tried another time. */
export async function sweepMarks(platform: Pick<Platform, 'disk' | 'files' | 'project'>): Promise<void> {
  const { disk, files } = platform;
  try {
    const sessions = (await files.list(marksFolder(platform))).filter(({ kind }) => kind === 'folder');
    if (sessions.length < KEPT_SESSIONS + SWEPT_AT_ONCE) return;
    const folders = await Promise.all(
      sessions.map(async ({ name }) => {
        const path = join(marksFolder(platform), name);
        return { path, modifiedMs: (await files.stat(path))?.modifiedMs ?? 0 };
      }),
    );
    folders.sort((a, b) => a.modifiedMs - b.modifiedMs);
    for (const { path } of folders.slice(0, SWEPT_AT_ONCE)) {
      for (const { name } of await disk.readdir(path)) await disk.unlink(join(path, name));
      await disk.rmdir(path);
    }
  } catch {
    // Another process sweeps at the same moment, or the folder cannot be written.
  }
}

/** The state of the work: two equal ones mean that nothing was done in between. */
export interface WorkState {
  readonly head: string;
  /** Changed and new files outside the handoff and data folders. */
  readonly changed: readonly string[];
  /** Over names, sizes and times of those files: an edit of a file that was changed already counts. */
  readonly fingerprint: string;
  readonly manifest: string;
}

const MANIFEST = join('.ai', 'handoff', 'MANIFEST.json');

export async function readWorkState(platform: Pick<Platform, 'files' | 'project'>): Promise<WorkState> {
  const { files, project } = platform;
  const manifest = sha256Hex((await files.findText(join(project.root, MANIFEST))) ?? '');
  const repo = await project.findRepo();
  if (repo?.top === undefined) return { head: '', changed: [], fingerprint: '', manifest };
  const top = repo.top;
  const changed = await readChangedFiles(platform, undefined);
  const stats = await Promise.all(changed.map((path) => files.stat(join(top, path))));
  const facts = changed.map((path, index) => [path, stats[index]?.sizeBytes ?? -1, stats[index]?.modifiedMs ?? 0]);
  return { head: (await repo.head()) ?? '', changed, fingerprint: sha256Hex(JSON.stringify(facts)), manifest };
}

/** Files outside the handoff and data folders that are new, changed, or were committed since `baseCommit`; sorted. */
export async function readChangedFiles(
  { project }: Pick<Platform, 'project'>,
  baseCommit: string | undefined,
): Promise<readonly string[]> {
  const repo = await project.findRepo();
  if (repo?.top === undefined) return [];
  const top = repo.top;
  const status = await repo.run(['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all']);
  const open = splitNul(status.stdout).map((row) => row.slice(3));
  // The commit may be gone after a rebase: then only what is not committed is known.
  const committed =
    baseCommit === undefined || !/^[0-9a-f]{7,64}$/.test(baseCommit)
      ? []
      : splitNul((await repo.run(['diff', '--name-only', '-z', baseCommit, 'HEAD', '--'], { okCodes: [128] })).stdout);
  return [...new Set([...open, ...committed])]
    .filter((path) => !path.includes('.ai/handoff/') && !join(top, path).startsWith(`${project.dataDir}${sep}`))
    .sort();
}

const splitNul = (bytes: Buffer): string[] =>
  bytes
    .toString('utf8')
    .split('\0')
    .filter((row) => row !== '');
