import { join, relative, sep } from 'node:path';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { Files } from '../../kernel/ports/index.ts';
import type {
  ForeignSource,
  ForeignTask,
  ImportSourceName,
  ReportRow,
  SourceFile,
  SourcePlace,
} from './foreign-task.ts';
import { SOURCES } from './sources/index.ts';

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 100_000;

/** Everything that the tool has at this path: its project, its data folder, or its one file. */
export async function readSource(files: Files, from: ImportSourceName, path: string): Promise<ForeignSource> {
  const reader = SOURCES[from];
  const { found, links } = await findFiles(files, reader.places, path);
  if (found.length === 0) {
    throw new BatonError('IMPORT_SOURCE_EMPTY', `there is no data of ${from} at ${path}`, {
      path,
      hint:
        links[0] === undefined
          ? `name the folder that holds ${reader.expects}, or the file itself`
          : `${links[0]} is a symlink, which is not followed: name the place it leads to`,
    });
  }
  if (found.every(({ text }) => text === undefined))
    throw new BatonError('FILE_NOT_TEXT', `${join(path, found[0]?.path ?? '')} is not text in UTF-8`, { path });
  const source = reader.parse(found);
  return joinDuplicates({ ...source, rows: [...source.rows, ...links.map(toLinkRow)] });
}

const toLinkRow = (item: string): ReportRow => ({
  kind: 'dropped',
  item,
  detail: 'a symlink, which is not followed: it could lead anywhere on this machine',
});

interface Search {
  readonly found: readonly SourceFile[];
  /** Symlinks that were met, relative to the path. */
  readonly links: readonly string[];
}

async function findFiles(files: Files, places: readonly SourcePlace[], named: string): Promise<Search> {
  if ((await files.stat(named)) === undefined)
    throw new BatonError('FILE_NOT_FOUND', `there is no ${named}`, { path: named });
  // The path itself is what the person typed: it may be a symlink.
  const path = await files.resolveInside(named, named);
  if ((await files.stat(path))?.kind === 'file')
    return { found: [{ path: named.split(sep).at(-1) ?? named, text: await findText(files, path) }], links: [] };
  const links: string[] = [];
  for (const place of places) {
    const root = join(path, place.folder);
    if (!(await isFolderInside(files, path, place.folder, links))) continue;
    const { names, links: met } = await listBelow(files, root, place);
    links.push(...met.map((link) => relative(path, join(root, link)).split(sep).join('/')));
    const counted = names.filter((name) => place.files.test(name)).sort();
    if (counted.length === 0) continue;
    const found: SourceFile[] = [];
    for (const name of counted) {
      const isOnly = counted.length === 1;
      found.push({ path: name, text: await findText(files, join(root, name), isOnly) });
    }
    return { found, links: links.sort() };
  }
  return { found: [], links };
}

/** No part of the way there may be a symlink. */
async function isFolderInside(files: Files, path: string, folder: string, links: string[]): Promise<boolean> {
  let at = '';
  for (const part of folder.split('/').filter((name) => name !== '')) {
    at = at === '' ? part : `${at}/${part}`;
    const kind = (await files.stat(join(path, at)))?.kind;
    if (kind === 'symlink' && !links.includes(at)) links.push(at);
    if (kind !== 'folder') return false;
  }
  return true;
}

interface Listing {
  readonly names: string[];
  readonly links: string[];
}

/** Names below a folder, relative to it, and the symlinks that could have been some of them. */
async function listBelow(files: Files, root: string, place: SourcePlace): Promise<Listing> {
  const listing: Listing = { names: [], links: [] };
  const waiting = [{ folder: root, depth: place.depth }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { name, kind } of await files.list(next.folder)) {
      const path = join(next.folder, name);
      const relativePath = relative(root, path).split(sep).join('/');
      if (kind === 'file') listing.names.push(relativePath);
      else if (kind === 'symlink' && (next.depth > 0 || place.files.test(relativePath)))
        listing.links.push(relativePath);
      else if (kind === 'folder' && next.depth > 0 && name !== 'node_modules' && name !== '.git')
        waiting.push({ folder: path, depth: next.depth - 1 });
      if (listing.names.length > MAX_FILES)
        throw new BatonError('INPUT_TOO_LARGE', `more than ${MAX_FILES} files are in ${root}`, { path: root });
    }
  }
  return listing;
}

/** Undefined if it cannot be read as text, or is too large to be one of many; the only file must not be too large. */
async function findText(files: Files, path: string, isOnly = true): Promise<string | undefined> {
  try {
    return await files.readText(path, { maxBytes: MAX_FILE_BYTES });
  } catch (error) {
    if (isBatonError(error, 'FILE_NOT_TEXT')) return undefined;
    if (!isOnly && isBatonError(error, 'INPUT_TOO_LARGE')) return undefined;
    throw error;
  }
}

/**
 * One task per id. Two records of the same item (same title or same creation) are versions: the newer one counts.
 * Different items under one id, as merges bring them, are all taken; the later ones get a number after their id.
 */
function joinDuplicates({ tasks, found, rows }: ForeignSource): ForeignSource {
  const kept = new Map<string, ForeignTask>();
  const added: ReportRow[] = [];
  for (const task of tasks) addTask(kept, task, added);
  return { tasks: [...kept.values()], found, rows: [...rows, ...added] };
}

function addTask(kept: Map<string, ForeignTask>, task: ForeignTask, rows: ReportRow[]): void {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? task.id : `${task.id}~${number}`;
    const other = kept.get(id);
    if (other === undefined) {
      if (number > 1)
        rows.push({
          kind: 'changed',
          item: task.id,
          field: 'id',
          detail: `another item has this id; it is ${id} here`,
        });
      kept.set(id, { ...task, id });
      return;
    }
    if (isSameItem(other, task)) {
      const isNewer = (task.updatedAt ?? '') >= (other.updatedAt ?? '');
      rows.push({ kind: 'skipped', item: task.id, detail: 'it occurs twice; the newer record counts' });
      if (isNewer) kept.set(id, { ...task, id });
      return;
    }
  }
}

const isSameItem = (a: ForeignTask, b: ForeignTask): boolean =>
  a.title === b.title || (a.createdAt !== undefined && a.createdAt === b.createdAt);
