import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { sha256Tagged } from '../../kernel/hash.ts';
import { safeName } from '../../kernel/ids.ts';
import {
  MAX_DOCUMENT_BYTES,
  renderFileName,
  renderSessionFileName,
  WARNINGS,
  type HandoffDocument,
  type OriginalFile,
} from '../../protocols/document/index.ts';
import type { Files, Platform, Project } from '../../kernel/ports/index.ts';

type Parts = Pick<Platform, 'facts' | 'files' | 'project'>;

/** Names that two processes may want at the same moment end here; beyond it something else is wrong. */
const MAX_COPIES = 1_000;

export interface FolderWish {
  /** Named by the caller: used as it is. */
  readonly named?: string | undefined;
  /** Named inside a document. */
  readonly inDocument: string;
  /** Whose files they are: each sender of a trace has a folder of its own. */
  readonly skill: string;
  readonly traceId: string;
}

/**
 * Where files of a handoff may be written. The session path inside a document is its sender's: it is used only if
 * it is inside this project; otherwise the data dir has a place of its own for each sender of a trace.
 */
export async function chooseSessionFolder(
  { files, project }: Parts,
  { named, inDocument, skill, traceId }: FolderWish,
): Promise<string> {
  const { folder, root, dataDir } = project;
  if (named !== undefined) return resolve(folder, named);
  const own = join(dataDir, 'sessions', sessionName(skill, traceId));
  if (inDocument === '') return own;
  try {
    return await files.resolveInside(root, resolveSession(project, inDocument));
  } catch (error) {
    if (isBatonError(error)) return own;
    throw error;
  }
}

/** A session path as a document has it: relative ones begin at the root of the project, wherever in it a reader is. */
export const resolveSession = ({ root }: Pick<Project, 'root'>, sessionPath: string): string =>
  resolve(root, sessionPath);

/** The shortest form of a folder that every reader in this project resolves to it: it costs tokens in each document. */
export function renderSession({ root }: Pick<Project, 'root'>, folder: string): string {
  return folder !== root && isInside(root, folder) ? relative(root, folder).split(sep).join('/') : folder;
}

function isInside(root: string, path: string): boolean {
  const inside = relative(root, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

/** Enough to tell sessions apart by eye; it is part of every document, in which each character costs. */
const sessionName = (skill: string, traceId: string): string => `${safeName(skill, 40)}-${safeName(traceId, 6)}`;

export interface WrittenFile {
  readonly path: string;
  /** Present if the file is not in the requested place. */
  readonly warning?: string;
}

/** Writes a text to the place a caller named; never over what is there. */
export async function writeTo({ files, project: { folder } }: Parts, out: string, text: string): Promise<WrittenFile> {
  const path = resolve(folder, out);
  await files.writeAtomic(path, text, { exclusive: true });
  return { path };
}

/** Writes a document under a name of its own; to the temporary folder if the session folder cannot be written. */
export async function writeDocument(
  platform: Parts,
  folder: string,
  { handoff }: HandoffDocument,
  text: string,
  nowMs: number,
): Promise<WrittenFile> {
  const name = (copy: number): string => renderFileName(handoff.source.skill, handoff.target.skill, nowMs, copy);
  try {
    await platform.files.createFolder(join(folder, 'handoffs'));
    return { path: await writeNew(platform, join(folder, 'handoffs'), name, text) };
  } catch (error) {
    if (!hasFallback(error)) throw error;
    const fallback = await createFallback(platform);
    return { path: await writeNew(platform, fallback, name, text), warning: WARNINGS.fallbackLocation };
  }
}

/** An impossible place is the caller's mistake; one that refuses writing has a fallback. */
export const hasFallback = (error: unknown): boolean => isBatonError(error) && !isImpossible(error);

/** A private folder of the user in the temporary folder, for files that cannot be written to their session folder. */
export async function createFallback({ facts, files }: Pick<Platform, 'facts' | 'files'>): Promise<string> {
  const folder = join(facts.tempFolder, `baton-handoffs-${safeName(facts.user, 40)}`);
  await files.createPrivateFolder(folder);
  return folder;
}

/** The parents are there, and still the system says that there is no such folder: as below /proc. */
const isImpossible = ({ cause }: Error): boolean => cause instanceof Error && Reflect.get(cause, 'code') === 'ENOENT';

/** The first free name; never over a file that is there, also when two processes write in the same second. */
async function writeNew(
  { files }: Parts,
  folder: string,
  nameOf: (copy: number) => string,
  text: string,
): Promise<string> {
  for (let copy = 1; copy <= MAX_COPIES; copy += 1) {
    const path = join(folder, nameOf(copy));
    try {
      await files.writeAtomic(path, text, { exclusive: true });
      return path;
    } catch (error) {
      if (!isBatonError(error, 'FILE_EXISTS')) throw error;
    }
  }
  throw new BatonError('FILE_EXISTS', `no free name for ${nameOf(1)} in ${folder}`, { folder });
}

/** False for what cannot be read, too: a folder or a pipe in its place is not ours. */
async function holds(files: Pick<Files, 'readText'>, file: string, text: string): Promise<boolean> {
  try {
    return (await files.readText(file, { maxBytes: MAX_DOCUMENT_BYTES })) === text;
  } catch (error) {
    if (isBatonError(error)) return false;
    throw error;
  }
}

/** Relative to the session path if a reader of this project on another machine finds it so. */
function renderFrom({ root }: Pick<Project, 'root'>, base: string, file: string): string {
  const isPortable = isInside(base, file) || (isInside(root, base) && isInside(root, file));
  return isPortable ? relative(base, file).split(sep).join('/') : file;
}

export interface PlannedOriginal extends OriginalFile {
  readonly file: string;
  readonly text: string;
  /** It is already there, from an earlier run. */
  readonly isWritten: boolean;
}

/** The first name for the original that is free, or already holds it. */
export async function planOriginal(
  { files, project }: Parts,
  sessionFolder: string,
  document: { readonly sessionPath: string; readonly text: string },
  fromCopy = 1,
): Promise<PlannedOriginal & { readonly copy: number }> {
  for (let copy = fromCopy; copy <= MAX_COPIES; copy += 1) {
    const file = join(sessionFolder, 'handoffs', renderSessionFileName(copy));
    const isTaken = (await files.stat(file)) !== undefined;
    if (isTaken && !(await holds(files, file, document.text))) continue;
    const path = renderFrom(project, resolveSession(project, document.sessionPath), file);
    const checksum = sha256Tagged(document.text);
    return { path, file, checksum, text: document.text, isWritten: isTaken, copy };
  }
  throw new BatonError('FILE_EXISTS', `no free name for the session context in ${sessionFolder}`, { sessionFolder });
}
