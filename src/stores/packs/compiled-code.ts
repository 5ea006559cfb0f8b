import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Script } from 'node:vm';

/** Code that ran since is added this often. */
const REFRESH_MS = 3_600_000;
/** Folders for so many builds and versions of Node are kept, those that were written to last. */
const KEPT_FOLDERS = 8;
const LINE_FEED = 10;

interface Header {
  /** Of all that follows the header. */
  readonly crc: number;
  /** The length of each pack's part. */
  readonly parts: Readonly<Record<string, number>>;
}

/** The part of Node with it takes a millisecond to load, which asking for the version does not need. */
const crc32 = (bytes: Uint8Array): number => process.getBuiltinModule('node:zlib').crc32(bytes);

const isHeader = (value: unknown): value is Header =>
  typeof value === 'object' && value !== null && 'crc' in value && 'parts' in value;

/**
 * What V8 compiled for one command, in one file: a line of JSON, then a part for each pack.
 * Compiled code is code. It is only taken from a folder and a file of this user that nobody else can write to, and a
 * project has no say in its place.
 */
export class CompiledCode {
  readonly #file: string;
  readonly #parts = new Map<string, Buffer>();
  readonly #scripts = new Map<string, Script>();
  #writtenMs = 0;

  /** Without a file nothing is kept. */
  constructor(file: string | undefined) {
    this.#file = file ?? '';
    if (file === undefined) return;
    try {
      this.#read();
    } catch {
      // None yet, or none that can be trusted: V8 compiles.
    }
  }

  find(pack: string): Buffer | undefined {
    return this.#parts.get(pack);
  }

  add(pack: string, script: Script): void {
    this.#scripts.set(pack, script);
  }

  /** Keeps what this process compiled, if there is something new to keep. A failure costs only the next start. */
  save(nowMs: number): void {
    if (this.#file === '') return;
    const isKnown = ([pack, script]: [string, Script]): boolean =>
      this.#parts.has(pack) && script.cachedDataRejected !== true;
    if (nowMs - this.#writtenMs < REFRESH_MS && [...this.#scripts].every(isKnown)) return;
    for (const [pack, script] of this.#scripts) this.#parts.set(pack, script.createCachedData());
    try {
      this.#write();
    } catch {
      // A folder that cannot be written to, a full disk: the next call compiles again.
    }
  }

  #read(): void {
    if (!isTrusted(dirname(this.#file))) return;
    const handle = openSync(this.#file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const facts = fstatSync(handle);
      if (!facts.isFile() || !isPrivate(facts)) return;
      const bytes = Buffer.allocUnsafeSlow(facts.size);
      if (readSync(handle, bytes) !== facts.size) return;
      this.#split(bytes);
      this.#writtenMs = facts.mtimeMs;
    } finally {
      closeSync(handle);
    }
  }

  #split(bytes: Buffer): void {
    const end = bytes.indexOf(LINE_FEED);
    const header: unknown = JSON.parse(bytes.toString('latin1', 0, end));
    const code = bytes.subarray(end + 1);
    // V8 believes what it is given and falls over a wrong byte.
    if (!isHeader(header) || crc32(code) !== header.crc) return;
    let at = 0;
    for (const [pack, length] of Object.entries(header.parts)) {
      this.#parts.set(pack, code.subarray(at, at + length));
      at += length;
    }
  }

  #write(): void {
    const folder = dirname(this.#file);
    if (createFolder(folder)) removeOld(dirname(folder));
    if (!isTrusted(folder)) return;
    const code = Buffer.concat([...this.#parts.values()]);
    const parts = Object.fromEntries([...this.#parts].map(([pack, { length }]) => [pack, length]));
    const header: Header = { crc: crc32(code), parts };
    const draft = `${this.#file}.${process.pid}.new`;
    const handle = openSync(draft, 'wx', 0o600);
    try {
      for (const piece of [Buffer.from(`${JSON.stringify(header)}\n`), code]) writeSync(handle, piece);
      fsyncSync(handle);
      renameSync(draft, this.#file);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    } finally {
      closeSync(handle);
    }
  }
}

/** By these a folder is a project: what lies in one may have come with it. */
const PROJECT_MARKS = ['.git', '.ai', 'baton.config.json'] as const;

function isTrusted(folder: string): boolean {
  if (!isPrivate(lstatSync(folder))) return false;
  for (let at = realpathSync.native(folder); ; at = dirname(at)) {
    if (PROJECT_MARKS.some((mark) => existsSync(join(at, mark)))) return false;
    if (dirname(at) === at) return true;
  }
}

const WRITABLE_BY_OTHERS = 0o022;

/** Of this user, and writable by nobody else. Windows has no such bits; a profile's folders are private there. */
const isPrivate = ({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean =>
  process.platform === 'win32' || (uid === process.geteuid?.() && (mode & WRITABLE_BY_OTHERS) === 0);

/** True if it was not there. Each level is tried once: Node's own recursion never ends in a file system like /proc. */
function createFolder(folder: string): boolean {
  if (existsSync(folder)) return false;
  if (dirname(folder) !== folder) createFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
  return true;
}

/** Removes the oldest of the folders beside this one: there is one for each build and version of Node. */
function removeOld(all: string): void {
  const folders = readdirSync(all).map((name) => ({ path: join(all, name), ms: lstatSync(join(all, name)).mtimeMs }));
  for (const { path } of folders.toSorted((a, b) => b.ms - a.ms).slice(KEPT_FOLDERS))
    rmSync(path, { recursive: true, force: true });
}
