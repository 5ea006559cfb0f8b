/**
 * The raw file operations Baton performs, one system call each. Everything that changes the disk passes here,
 * so that tests can record the order of writes, drop unsynced ones, and fail or stop at any single one.
 */
export interface Disk {
  open(path: string, flags: OpenFlags, mode?: number): Promise<DiskFile>;
  readFile(path: string): Promise<Buffer>;
  /**
   * At once, without letting anything else run: for decisions under a lock. Undefined if nothing is there; fails
   * (ELOOP) rather than follow a symlink.
   */
  readNow(path: string): Buffer | undefined;
  readdir(path: string): Promise<DiskEntry[]>;
  /** Follows symlinks; undefined if nothing is there. */
  stat(path: string): Promise<DiskStat | undefined>;
  /** Does not follow symlinks; undefined if nothing is there. */
  lstat(path: string): Promise<DiskStat | undefined>;
  /** The same at once: of many files, each by a thread of a small pool would take ten times as long. */
  lstatNow(path: string): DiskStat | undefined;
  realpath(path: string): Promise<string>;
  /** Creates parents too; no error if it exists. */
  mkdir(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Fails with EEXIST if `to` exists: the one call that publishes content and claims a name at once. */
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  rmdir(path: string): Promise<void>;
  /** Makes renames, links and unlinks in this folder durable. A no-op on platforms that cannot. */
  syncFolder(path: string): Promise<void>;
}

/** r read; w create or truncate; wx create, must be new; a append, create; r+ read and write in place. */
export type OpenFlags = 'r' | 'w' | 'wx' | 'a' | 'r+';

export interface DiskFile {
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Writes all bytes; at the end of the file if opened with `a` or without a position. */
  write(data: Uint8Array, position?: number): Promise<void>;
  /** Of the open file itself, whatever its name means by now. */
  stat(): Promise<DiskStat>;
  /** Exactly these permission bits: the process's umask has no say. */
  chmod(mode: number): Promise<void>;
  truncate(sizeBytes: number): Promise<void>;
  /** Content and size durable; other metadata may lag. */
  datasync(): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface DiskEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

export interface DiskStat {
  readonly kind: EntryKind;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** When content or attributes last changed. Only the system sets it. */
  readonly changedMs: number;
  readonly inode: number;
  readonly mode: number;
  /** How many names it has. */
  readonly links: number;
  /** The owner; absent if the platform has none. */
  readonly uid?: number;
}

export type EntryKind = 'file' | 'folder' | 'symlink' | 'other';
