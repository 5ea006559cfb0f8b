import { join } from 'node:path';
import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import type { DiskEntry, Platform } from '../../../kernel/ports/index.ts';
import {
  AIIGNORE_FILE,
  HANDOFF_FOLDER,
  isIndexed,
  LOCK_FILE,
  MANIFEST_FILE,
  type Manifest,
} from '../../../protocols/project/index.ts';
import { MAX_LOCK_BYTES } from '../../../protocols/project/session/index.ts';
import {
  MAX_MANIFEST_BYTES,
  parseManifest,
  repairManifest,
  type RepairedManifest,
} from '../../../protocols/project/manifest/index.ts';
import { believeLock } from './believe-lock.ts';
import { HandoffTexts, readHandoffFile, recognizeFile, type HandoffFile } from './handoff-file.ts';
import type { KnownFiles } from './known-files.ts';
import { findPending, type Pending } from './pending-plan.ts';

/** The folder as it counts: where a step was decided but not yet carried out, as it will be. */
export interface Handoff {
  readonly folder: string;
  /** Indexed files, by name. */
  readonly files: ReadonlyMap<string, HandoffFile>;
  readonly aiignore: string | undefined;
  readonly manifestText: string | undefined;
  readonly manifest: Manifest | undefined;
  /** Why there is a manifest text but no manifest. */
  readonly manifestFault: BatonError | undefined;
  /** What can be read of a manifest that is not as it should be. It vouches for nothing. */
  readonly repaired: RepairedManifest | undefined;
  readonly lockText: string | undefined;
  readonly lockTimeMs: number;
  readonly pending: Pending | undefined;
}

/** Undefined where there is no `.ai/handoff`. Fails with FILE_OUTSIDE_ROOT where a symlink leads out of the project. */
export async function findFolder({
  files,
  project: { root },
}: Pick<Platform, 'files' | 'project'>): Promise<string | undefined> {
  const wanted = join(root, ...HANDOFF_FOLDER.split('/'));
  if ((await files.stat(wanted)) === undefined) return undefined;
  const folder = await files.resolveInside(root, wanted);
  if ((await files.stat(folder))?.kind === 'folder') return folder;
  throw new BatonError('FILE_EXISTS', `${wanted} is not a folder`, { path: wanted, hint: 'move it away' });
}

export async function getFolder(platform: Pick<Platform, 'files' | 'project'>): Promise<string> {
  const folder = await findFolder(platform);
  if (folder !== undefined) return folder;
  throw new BatonError('PROJECT_NOT_FOUND', `${platform.project.root} has no ${HANDOFF_FOLDER} folder`, {
    root: platform.project.root,
  });
}

export async function findHandoff(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
): Promise<Handoff | undefined> {
  const folder = await findFolder(platform);
  return folder === undefined ? undefined : readFolder(platform, folder);
}

/** With known files, those that are still as they were known are not read before their text is asked for. */
export const getHandoff = async (
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  known?: KnownFiles,
): Promise<Handoff> => readFolder(platform, await getFolder(platform), known);

const READ_ATTEMPTS = 5;

/** Readers take no lock. A folder whose files were moved meanwhile is read again: half of a step is no state. */
async function readFolder(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  folder: string,
  known?: KnownFiles,
): Promise<Handoff> {
  const changedMs = async (): Promise<number | undefined> => (await platform.files.stat(folder))?.modifiedMs;
  for (let attempt = 1; ; attempt++) {
    const before = await changedMs();
    try {
      const handoff = await readOnce(platform, folder, known);
      if (attempt === READ_ATTEMPTS || (await changedMs()) === before) return handoff;
    } catch (error) {
      if (attempt === READ_ATTEMPTS || !isBatonError(error, 'FILE_NOT_FOUND')) throw error;
    }
  }
}

async function readOnce(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  folder: string,
  known?: KnownFiles,
): Promise<Handoff> {
  const pending = await findPending(platform, folder);
  const entries = await platform.files.list(folder);
  const places = new Map<string, Place>();
  for (const { name, kind } of entries.filter(isReadable)) {
    places.set(name.normalize('NFC'), { path: join(folder, name), isLink: kind === 'symlink' });
  }
  for (const { name, staged } of pending?.writes ?? []) {
    if ((await platform.files.stat(staged)) !== undefined) places.set(name, { path: staged, isLink: false });
  }
  for (const name of pending?.removes ?? []) places.delete(name);
  const indexed = [...places].filter(([name]) => isIndexed(name));
  const read = await Promise.all(
    indexed.map(async ([name, place]) => {
      const path = await inside(platform, place);
      return known === undefined
        ? readHandoffFile(platform, name, path)
        : recognizeFile(platform, name, path, known.get(name));
    }),
  );
  const [aiignore, manifestText, lock] = await Promise.all([
    readOptional(platform, places.get(AIIGNORE_FILE), MAX_MANIFEST_BYTES),
    readManifestText(platform, places.get(MANIFEST_FILE)),
    readLock(platform, places.get(LOCK_FILE)),
  ]);
  return {
    folder,
    files: new Map(read.map((file) => [file.name, file])),
    aiignore,
    ...parseFound(manifestText),
    ...lock,
    pending,
  };
}

/** A lock that came with the repository holds nothing. */
async function readLock(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  place: Place | undefined,
): Promise<Pick<Handoff, 'lockText' | 'lockTimeMs'>> {
  const found = await readLockText(platform, place);
  if (found === undefined || place === undefined) return { lockText: undefined, lockTimeMs: 0 };
  const stat = await platform.files.stat(place.path);
  const lockText = await believeLock(platform, found, { path: place.path, stat });
  return { lockText, lockTimeMs: stat?.modifiedMs ?? 0 };
}

/** Only a symlink can lead out of the folder; asking for every file would cost more than reading it. */
interface Place {
  readonly path: string;
  readonly isLink: boolean;
}

const isReadable = ({ name, kind }: DiskEntry): boolean =>
  (kind === 'file' || kind === 'symlink') &&
  (isIndexed(name) || name === AIIGNORE_FILE || name === MANIFEST_FILE || name === LOCK_FILE);

const inside = async (platform: Pick<Platform, 'files' | 'project'>, { path, isLink }: Place): Promise<string> =>
  isLink ? platform.files.resolveInside(platform.project.root, path) : path;

async function readOptional(
  platform: Pick<Platform, 'files' | 'project'>,
  place: Place | undefined,
  maxBytes: number,
): Promise<string | undefined> {
  return place === undefined ? undefined : platform.files.findText(await inside(platform, place), { maxBytes });
}

/** A manifest that cannot even be read is a fault of the manifest, so that reading can go on without it. */
async function readManifestText(
  platform: Pick<Platform, 'files' | 'project'>,
  place: Place | undefined,
): Promise<string | BatonError | undefined> {
  try {
    return await readOptional(platform, place, MAX_MANIFEST_BYTES);
  } catch (error) {
    if (!isBatonError(error, 'INPUT_TOO_LARGE') && !isBatonError(error, 'FILE_NOT_TEXT')) throw error;
    return new BatonError('MANIFEST_INVALID', `${MANIFEST_FILE}: ${error.message}`, { file: MANIFEST_FILE }, error);
  }
}

/** Whatever stands in its place, the lock is there. */
async function readLockText(
  platform: Pick<Platform, 'files' | 'project'>,
  place: Place | undefined,
): Promise<string | undefined> {
  try {
    return await readOptional(platform, place, MAX_LOCK_BYTES);
  } catch (error) {
    if (!isBatonError(error, 'INPUT_TOO_LARGE') && !isBatonError(error, 'FILE_NOT_TEXT')) throw error;
    return '';
  }
}

function parseFound(
  text: string | BatonError | undefined,
): Pick<Handoff, 'manifestText' | 'manifest' | 'manifestFault' | 'repaired'> {
  if (text === undefined)
    return { manifestText: undefined, manifest: undefined, manifestFault: undefined, repaired: undefined };
  if (typeof text !== 'string')
    return { manifestText: '', manifest: undefined, manifestFault: text, repaired: UNREADABLE };
  try {
    return { manifestText: text, manifest: parseManifest(text), manifestFault: undefined, repaired: undefined };
  } catch (error) {
    if (!isBatonError(error, 'MANIFEST_INVALID')) throw error;
    return { manifestText: text, manifest: undefined, manifestFault: error, repaired: repairManifest(text) };
  }
}

const UNREADABLE: RepairedManifest = { manifest: undefined, lost: ['it could not be read'] };

/** A session that begins or ends with nothing would hand over that everything was deleted. */
export function assertFiles({ files, folder }: Handoff): void {
  if (files.size > 0) return;
  throw new BatonError('PROJECT_NOT_FOUND', `all files of ${folder} are missing`, {
    hint: 'bring them back with baton restore FILE, or set the project up again with baton init',
  });
}

export const listBroken = (handoff: Handoff): string[] =>
  [...handoff.files.values()].filter(({ isText }) => !isText).map(({ name }) => name);

/** Text of a file; undefined where it is not there. Fails with HANDOFF_FILE_CORRUPT where it is not text. */
export function findFileText(handoff: Handoff, name: string): string | undefined {
  const file = handoff.files.get(name);
  if (file === undefined) return undefined;
  if (file.text !== undefined) return file.text;
  throw new BatonError('HANDOFF_FILE_CORRUPT', `${name} is not UTF-8 text`, { file: name });
}

/** All texts, for the manifest and for checks; files that are not text are left out. */
export const readTexts = (handoff: Handoff): ReadonlyMap<string, string> => new HandoffTexts(handoff.files.values());

/** The manifest as it stands. Fails where there is none, or none that can be used. */
export async function readManifest(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
): Promise<Manifest> {
  const { manifest, manifestFault, folder } = await getHandoff(platform);
  if (manifest !== undefined) return manifest;
  throw manifestFault ?? new BatonError('FILE_NOT_FOUND', `there is no ${MANIFEST_FILE} in ${folder}`);
}
