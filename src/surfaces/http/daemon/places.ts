import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, parseJson } from '../../../kernel/json.ts';
import type { Files, Platform } from '../../../kernel/ports/index.ts';
import { DAEMON_LOCK } from '../../../relay/tasks/index.ts';
import type { Asset } from '../server.ts';

type Parts = Pick<Platform, 'files' | 'project' | 'random' | 'timers'>;

const TOKEN_BYTES = 32;
const OWNER_ONLY = 0o600;

const placeOf = ({ project }: Pick<Parts, 'project'>, name: string): string => join(project.dataDir, 'serve', name);

/** The folder of what only this machine needs; git is told to leave it alone. */
export async function prepareFolder(parts: Parts): Promise<void> {
  await parts.files.createFolder(placeOf(parts, ''));
  const ignore = placeOf(parts, '.gitignore');
  if ((await parts.files.stat(ignore)) === undefined) await parts.files.writeAtomic(ignore, '*\n');
}

/** The token of this data dir, made on first use. With a file of the user's own, that one is read and never written. */
export async function readToken(parts: Parts, file?: string): Promise<string> {
  const path = file ?? placeOf(parts, 'token');
  if (file === undefined) await setAsideForeign(parts, 'token', (text) => knowsToken(parts, path, text));
  const found = await parts.files.findText(path, { maxBytes: 4_096 });
  if (found !== undefined) return checkToken(path, found.trim());
  if (file !== undefined) throw new BatonError('FILE_NOT_FOUND', `there is no token file ${file}`, { path: file });
  const token = Buffer.from(parts.random.bytes(TOKEN_BYTES)).toString('base64url');
  await parts.project.authority.seals.remember(TOKEN, token);
  try {
    await parts.files.writeAtomic(path, `${token}\n`, { mode: OWNER_ONLY, exclusive: true });
    return token;
  } catch (error) {
    // Another process was quicker: its token is the one.
    if (!isBatonError(error, 'FILE_EXISTS')) throw error;
    return checkToken(path, (await parts.files.readText(path, { maxBytes: 4_096 })).trim());
  }
}

const TOKEN = 'serve token';

/** The author of a commit knows a token in it. One that others may read, or that is a symlink, is nobody's secret either. */
async function knowsToken({ files, project: { authority } }: Parts, path: string, text: string): Promise<boolean> {
  const there = await files.stat(path);
  const isPrivate = there?.kind === 'file' && (process.platform === 'win32' || (there.mode & 0o077) === 0);
  if (!isPrivate || (await authority.seals.isTracked(path))) return false;
  return (await authority.seals.knows(TOKEN, text.trim())) ?? true;
}

/** Runtime state that this installation did not make is moved aside and named; what it says is never used. */
async function setAsideForeign(parts: Parts, name: string, isOurs: (text: string) => Promise<boolean>): Promise<void> {
  const path = placeOf(parts, name);
  const there = await parts.files.stat(path);
  if (there === undefined) return;
  const text = there.kind === 'file' && there.sizeBytes <= 4_096 ? await parts.files.findText(path) : undefined;
  if (text !== undefined && (await isOurs(text))) return;
  try {
    await parts.files.move(path, `${path}.set-aside`);
  } catch (error) {
    // Another process was quicker.
    if (!isBatonError(error, 'FILE_NOT_FOUND')) throw error;
  }
  parts.project.authority.note(`serve/${name} was not made by this installation: set aside as ${path}.set-aside`);
}

function checkToken(path: string, token: string): string {
  if (/^[\x21-\x7E]{16,512}$/.test(token)) return token;
  throw new BatonError('INPUT_INVALID', `${path} holds no usable token`, {
    path,
    hint: 'it must be one line of 16 to 512 letters, digits or signs; remove the file to get a new one',
  });
}

/** Where a running daemon can be reached. */
interface DaemonAddress {
  readonly url: string;
  readonly pid: number;
}

export async function writeAddress(parts: Parts, address: DaemonAddress): Promise<void> {
  const mark = await parts.project.authority.seals.seal(ADDRESS, describeAddress(parts, address));
  const record = mark === undefined ? address : { ...address, mark };
  await parts.files.writeAtomic(placeOf(parts, 'address.json'), `${JSON.stringify(record)}\n`, { mode: OWNER_ONLY });
}

const ADDRESS = 'serve address';

const describeAddress = ({ project }: Parts, { url, pid }: DaemonAddress): string =>
  JSON.stringify([project.dataDir, url, pid]);

export const removeAddress = (parts: Parts): Promise<void> => parts.files.remove(placeOf(parts, 'address.json'));

/** Long enough for a daemon that has its lock to say where it listens. */
const START_LIMIT_MS = 5_000;
const LOOK_MS = 25;

/** Undefined if no daemon runs on this data dir. One that is just starting is waited for. */
export async function findDaemon(parts: Parts): Promise<DaemonAddress | undefined> {
  for (let waitedMs = 0; waitedMs < START_LIMIT_MS; waitedMs += LOOK_MS) {
    if ((await parts.project.locks.inspect(DAEMON_LOCK)) === undefined) return undefined;
    const address = await readAddress(parts);
    if (address !== undefined) return address;
    await parts.timers.sleep(LOOK_MS);
  }
  return undefined;
}

async function readAddress(parts: Parts): Promise<DaemonAddress | undefined> {
  await setAsideForeign(parts, 'address.json', (text) => isOwnAddress(parts, text));
  const text = await parts.files.findText(placeOf(parts, 'address.json'), { maxBytes: 4_096 });
  return text === undefined ? undefined : parseAddress(text)?.address;
}

async function isOwnAddress(parts: Parts, text: string): Promise<boolean> {
  const parsed = parseAddress(text);
  const { seals } = parts.project.authority;
  if (parsed === undefined || (await seals.isTracked(placeOf(parts, 'address.json')))) return false;
  if ((await seals.seal(ADDRESS, '')) === undefined) return true;
  return await seals.isOurs(ADDRESS, describeAddress(parts, parsed.address), parsed.mark);
}

function parseAddress(text: string): { readonly address: DaemonAddress; readonly mark: string } | undefined {
  try {
    const value = parseJson(text);
    if (!isJsonObject(value)) return undefined;
    const { url, pid, mark } = value;
    if (typeof url !== 'string' || typeof pid !== 'number') return undefined;
    return { address: { url, pid }, mark: typeof mark === 'string' ? mark : '' };
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return undefined;
  }
}

/** A page only its owner can read, that leads to the board: a token on a command line could be read by everybody. */
export async function writeDoor(parts: Parts, address: string): Promise<string> {
  const path = placeOf(parts, 'board.html');
  const page = `<!doctype html><meta charset="utf-8"><title>Baton</title><meta http-equiv="refresh" content="0;url=${address}">\n`;
  await parts.files.remove(path);
  await parts.files.writeAtomic(path, page, { mode: OWNER_ONLY });
  return path;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Every file of the board, by its address. Empty if the board was not built. */
export async function readAssets(files: Files, folder: string): Promise<ReadonlyMap<string, Asset>> {
  const assets = new Map<string, Asset>();
  for (const place of ['', 'assets']) {
    for (const { name, kind } of await files.list(join(folder, place))) {
      const type = TYPES[extname(name)];
      if (kind !== 'file' || type === undefined) continue;
      const bytes = await files.readBytes(join(folder, place, name));
      const gzip = gzipSync(bytes);
      const address = name === 'index.html' ? '/' : `/${place === '' ? '' : `${place}/`}${name}`;
      assets.set(address, {
        type,
        bytes,
        ...(gzip.length < bytes.length ? { gzip } : {}),
        isImmutable: place === 'assets',
      });
    }
  }
  return assets;
}

/** The built board of the package this module belongs to; the same from the bundle, the library and the sources. */
export async function findBoardFolder(files: Files, from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = join(folder, '..')) {
    const board = join(folder, 'dist', 'board');
    if ((await files.stat(join(board, 'index.html'))) !== undefined) return board;
    if (join(folder, '..') === folder) return undefined;
  }
}
