import type { DiskEntry, DiskStat } from './disk.ts';

/** Files as the use cases see them: whole values in, whole values out, every failure a BatonError with a code. */
export interface Files {
  /** Fails with FILE_NOT_FOUND, FILE_IS_DIRECTORY, FILE_NOT_READABLE or INPUT_TOO_LARGE. */
  readBytes(path: string, limit?: ReadLimit): Promise<Buffer>;
  /** The same piece by piece, for content too large to hold; fails as readBytes does, at the first piece. */
  readPieces(path: string): AsyncIterable<Buffer>;
  /** UTF-8 only (FILE_NOT_TEXT otherwise); a byte order mark is kept, so that writing back loses nothing. */
  readText(path: string, limit?: ReadLimit): Promise<string>;
  /** Undefined if there is no such file; other failures as readText. */
  findText(path: string, limit?: ReadLimit): Promise<string | undefined>;
  /**
   * The old content or the new one is there after a crash at any moment; durable when it resolves. A symlink at
   * `path` is replaced, never written through: to write where it leads, pass what `resolveInside` returned.
   */
  writeAtomic(path: string, content: string | Uint8Array, options?: WriteOptions): Promise<void>;
  /**
   * A new file that is written piece by piece, for content too large to hold. Its name is taken at once (FILE_EXISTS
   * if it is not free); until `finish` resolves, what it holds may be incomplete.
   */
  createNew(path: string, options?: Pick<WriteOptions, 'mode'>): Promise<NewFile>;
  /** Names in a folder, sorted by code unit, without half-written temporary files; empty if there is no folder. */
  list(path: string): Promise<DiskEntry[]>;
  /** Without following symlinks; undefined if nothing is there. */
  stat(path: string): Promise<DiskStat | undefined>;
  createFolder(path: string): Promise<void>;
  /** One that only this user can enter; FILE_NOT_WRITABLE if a symlink, a file or another user's folder has the name. */
  createPrivateFolder(path: string): Promise<void>;
  /** Durable; to a name in the same file system. */
  move(from: string, to: string): Promise<void>;
  /** A file, a symlink (not where it leads) or an empty folder; no error if it does not exist. */
  remove(path: string): Promise<void>;
  /** The real path of `path` if it is inside `root` with symlinks followed; else FILE_OUTSIDE_ROOT. It need not exist. */
  resolveInside(root: string, path: string): Promise<string>;
}

export interface NewFile {
  write(piece: Uint8Array): Promise<void>;
  /** Makes content and name durable. */
  finish(): Promise<void>;
  /** Closes and removes it. */
  discard(): Promise<void>;
}

export interface ReadLimit {
  readonly maxBytes: number;
}

export interface WriteOptions {
  /** Fails with FILE_EXISTS if something is there. */
  readonly exclusive?: boolean;
  /** Permission bits of a new file; an existing file keeps its own. */
  readonly mode?: number;
}

/** Standard input (0) and output (1) as files that are asked at once. */
export interface StandardFiles {
  /** True for a file, a pipe, a socket or the null device: no terminal, and a write may wait for its reader. */
  isPlain(file: 0 | 1): boolean;
  /** How many bytes were taken; undefined if none can be taken right now. */
  write(file: 1, bytes: Uint8Array): number | undefined;
  /** How many bytes came, 0 at the end; undefined if none are there right now. */
  read(file: 0, buffer: Uint8Array): number | undefined;
}
