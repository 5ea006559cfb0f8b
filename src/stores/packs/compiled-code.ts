import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Script } from 'node:vm';
import { createFolder, isPrivate, isTrusted } from './private-place.ts';

/** Code that ran since is added this often. */
const REFRESH_MS = 3_600_000;
/** Folders for so many builds and versions of Node are kept, those that were written to last. */
const KEPT_FOLDERS = 8;
/** More than the header of any file: a line of JSON with a name and a number for each pack. */
const HEADER_BYTES = 4_096;
const PIECE_BYTES = 131_072;

/** The length of each pack's part, in the order of the file. */
interface Header {
  readonly parts: Readonly<Record<string, number>>;
}

/** Where the two copies of a part begin. */
interface Place {
  readonly at: number;
  readonly length: number;
}

const isHeader = (value: unknown): value is Header => typeof value === 'object' && value !== null && 'parts' in value;

/**
 * What V8 compiled for one command, in one file: a line of JSON, then a part for each pack, which is read when the pack is
 * opened. V8 believes what it is given and falls over a wrong byte, so each part is there twice and the copies are
 * compared: that takes a tenth of a millisecond, and the part of Node with checksums takes several to load.
 * Compiled code is code. It is only taken from a folder and a file of this user that nobody else can write to, and a
 * project has no say in its place.
 */
export class CompiledCode {
  readonly #file: string;
  readonly #places = new Map<string, Place>();
  readonly #scripts = new Map<string, Script>();
  #writtenMs = 0;

  /** Without a file nothing is kept. */
  constructor(file: string | undefined) {
    this.#file = file ?? '';
    if (file === undefined) return;
    try {
      this.#open();
    } catch {
      // None yet, or none that can be trusted: V8 compiles.
      this.#places.clear();
    }
  }

  find(pack: string): Buffer | undefined {
    const place = this.#places.get(pack);
    const code = place === undefined ? undefined : this.#read(place);
    if (code === undefined) this.#places.delete(pack);
    return code;
  }

  add(pack: string, script: Script): void {
    this.#scripts.set(pack, script);
  }

  /** Keeps what this process compiled, if there is something new to keep. A failure costs only the next start. */
  save(nowMs: number): void {
    if (this.#file === '') return;
    const isKnown = ([pack, script]: [string, Script]): boolean =>
      this.#places.has(pack) && script.cachedDataRejected !== true;
    if (nowMs - this.#writtenMs < REFRESH_MS && [...this.#scripts].every(isKnown)) return;
    try {
      this.#write(this.#collect());
    } catch {
      // A folder that cannot be written to, a full disk: the next call compiles again.
    }
  }

  #open(): void {
    if (!isTrusted(dirname(this.#file))) return;
    this.#withFile((handle, facts) => {
      const bytes = Buffer.allocUnsafe(HEADER_BYTES);
      const head = bytes.toString('latin1', 0, readSync(handle, bytes, 0, HEADER_BYTES, 0));
      const end = head.indexOf('\n');
      const header: unknown = JSON.parse(head.slice(0, end));
      if (!isHeader(header)) return;
      let at = end + 1;
      for (const [pack, length] of Object.entries(header.parts)) {
        this.#places.set(pack, { at, length });
        at += 2 * length;
      }
      if (at !== facts.size) this.#places.clear();
      this.#writtenMs = facts.mtimeMs;
    });
  }

  /** The file is not held open: a server lives for long, and Windows replaces no file that is open. */
  #withFile<Result>(use: (handle: number, facts: Stats) => Result): Result | undefined {
    const handle = openSync(this.#file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const facts = fstatSync(handle);
      return facts.isFile() && isPrivate(facts) ? use(handle, facts) : undefined;
    } finally {
      closeSync(handle);
    }
  }

  /** A part, if the file is still the one whose header was read. */
  #read(place: Place): Buffer | undefined {
    try {
      return this.#withFile((handle, { mtimeMs }) =>
        mtimeMs === this.#writtenMs ? readTwice(handle, place) : undefined,
      );
    } catch {
      return undefined;
    }
  }

  /** What was compiled now, and of packs that were not opened what is there. */
  #collect(): ReadonlyMap<string, Buffer> {
    const parts = new Map<string, Buffer>();
    for (const [pack, place] of this.#places) {
      const code = this.#scripts.has(pack) ? undefined : this.#read(place);
      if (code !== undefined) parts.set(pack, code);
    }
    for (const [pack, script] of this.#scripts) parts.set(pack, script.createCachedData());
    return parts;
  }

  #write(parts: ReadonlyMap<string, Buffer>): void {
    const folder = dirname(this.#file);
    if (createFolder(folder)) removeOld(dirname(folder));
    if (!isTrusted(folder)) return;
    const header: Header = { parts: Object.fromEntries([...parts].map(([pack, { length }]) => [pack, length])) };
    const draft = `${this.#file}.${process.pid}.new`;
    const handle = openSync(draft, 'wx', 0o600);
    try {
      writeSync(handle, `${JSON.stringify(header)}\n`);
      for (const code of parts.values()) for (const copy of [code, code]) writeSync(handle, copy);
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

/** A part, if both copies are the same. */
function readTwice(handle: number, { at, length }: Place): Buffer | undefined {
  const code = Buffer.allocUnsafeSlow(length);
  if (readSync(handle, code, 0, length, at) !== length) return undefined;
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, length));
  for (let done = 0; done < length; done += piece.length) {
    const size = Math.min(piece.length, length - done);
    if (readSync(handle, piece, 0, size, at + length + done) !== size) return undefined;
    if (piece.compare(code, done, done + size, 0, size) !== 0) return undefined;
  }
  return code;
}

/** Removes the oldest of the folders beside this one: there is one for each build and version of Node. */
function removeOld(all: string): void {
  const folders = readdirSync(all).map((name) => ({ path: join(all, name), ms: lstatSync(join(all, name)).mtimeMs }));
  for (const { path } of folders.toSorted((a, b) => b.ms - a.ms).slice(KEPT_FOLDERS))
    rmSync(path, { recursive: true, force: true });
}
