/** What hooks remember of a host's session between calls: small files in the data folder, one folder per session. */
import { join } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { distinctName } from '../../kernel/ids.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../kernel/json.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { hideDataDir } from '../settings/index.ts';

type Place = Pick<Platform, 'files' | 'project'>;

const MAX_MARK_BYTES = 64 * 1024;

/** Sessions that are remembered; a hook of an older one works without its marks. */
const KEPT_SESSIONS = 200;
/** Sweeping is done for so many at once, not at every start. */
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
  await hideDataDir(place);
  await place.files.createFolder(join(path, '..'));
  await place.files.writeAtomic(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** True for the first caller only, even if others ask at the same moment. */
export async function takeOnce(place: Place, sessionId: string, name: string): Promise<boolean> {
  const path = markPath(place, sessionId, `${name}.json`);
  try {
    await hideDataDir(place);
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
