import { join, relative, sep } from 'node:path';
import type { Files } from '../../kernel/ports/index.ts';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { ForeignSource, ImportSourceName, SourceFile, SourcePlace } from './foreign-task.ts';
import { joinDuplicates } from './join-duplicates.ts';
import { SOURCES } from './sources/index.ts';

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 100_000;

/** Everything that the tool has at this path: its project, its data folder, or its one file. */
export async function readSource(files: Files, from: ImportSourceName, path: string): Promise<ForeignSource> {
  const reader = SOURCES[from];
  const found = await findFiles(files, reader.places, path);
  if (found.length === 0) {
    throw new BatonError('IMPORT_SOURCE_EMPTY', `there is no data of ${from} at ${path}`, {
      path,
      hint: `name the folder that holds ${reader.expects}, or the file itself`,
    });
  }
  if (found.every(({ text }) => text === undefined))
    throw new BatonError('FILE_NOT_TEXT', `${join(path, found[0]?.path ?? '')} is not text in UTF-8`, { path });
  return joinDuplicates(reader.parse(found));
}

async function findFiles(files: Files, places: readonly SourcePlace[], path: string): Promise<SourceFile[]> {
  const stat = await files.stat(path);
  if (stat === undefined) throw new BatonError('FILE_NOT_FOUND', `there is no ${path}`, { path });
  if (stat.kind === 'file') return [{ path: path.split(sep).at(-1) ?? path, text: await findText(files, path) }];
  for (const { folder, files: pattern, depth } of places) {
    const root = join(path, folder);
    const names = await listBelow(files, root, root, depth);
    const counted = names.filter((name) => pattern.test(name)).sort();
    if (counted.length === 0) continue;
    const read: SourceFile[] = [];
    for (const name of counted) read.push({ path: name, text: await findText(files, join(root, name)) });
    return read;
  }
  return [];
}

/** Symlinks are not followed: they could lead anywhere on this machine. */
async function listBelow(files: Files, root: string, folder: string, depth: number): Promise<string[]> {
  const names: string[] = [];
  if ((await files.stat(folder))?.kind !== 'folder') return names;
  for (const { name, kind } of await files.list(folder)) {
    const path = join(folder, name);
    if (kind === 'file') names.push(relative(root, path).split(sep).join('/'));
    else if (kind === 'folder' && depth > 0 && name !== 'node_modules' && name !== '.git')
      names.push(...(await listBelow(files, root, path, depth - 1)));
    if (names.length > MAX_FILES)
      throw new BatonError('INPUT_TOO_LARGE', `more than ${MAX_FILES} files are in ${root}`, { path: root });
  }
  return names;
}

/** Undefined if it is not text; a file that is too large stops the import. */
async function findText(files: Files, path: string): Promise<string | undefined> {
  try {
    return await files.readText(path, { maxBytes: MAX_FILE_BYTES });
  } catch (error) {
    if (isBatonError(error, 'FILE_NOT_TEXT')) return undefined;
    throw error;
  }
}
