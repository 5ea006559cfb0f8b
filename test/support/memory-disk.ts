import { basename, dirname, resolve } from 'node:path';
import type { Disk, DiskFile, DiskStat, OpenFlags } from '../../src/kernel/ports/index.ts';

/**
 * A disk in memory that behaves as a POSIX file system does where Baton depends on it: hard links share content, an
 * unlinked file lives on in its open handles, rename replaces, `wx` and `link` refuse what exists. No symlinks and
 * no permissions. Every change gets a later time than the one before, so that no change can go unnoticed.
 */
export function createMemoryDisk(): Disk {
  return new MemoryDisk();
}

/** An error as the system would give it. */
export function systemError(errno: string, what = ''): Error {
  return Object.assign(new Error(`${errno}: ${what}`), { code: errno });
}

interface FileNode {
  readonly kind: 'file';
  readonly inode: number;
  data: Buffer;
  mode: number;
  modifiedMs: number;
  links: number;
}

interface FolderNode {
  readonly kind: 'folder';
  readonly inode: number;
  readonly entries: Map<string, MemoryNode>;
}

type MemoryNode = FileNode | FolderNode;

class MemoryDisk implements Disk {
  #nextInode = 2;
  #timeMs = 1_000_000_000_000;
  readonly #root: FolderNode = { kind: 'folder', inode: 1, entries: new Map() };

  // Every method is async, so that callers meet the same interleavings as with a real disk.
  async open(path: string, flags: OpenFlags, mode = 0o644): Promise<DiskFile> {
    let node = this.#find(path);
    if (node?.kind === 'folder') throw systemError('EISDIR', path);
    if (node !== undefined && flags === 'wx') throw systemError('EEXIST', path);
    if (node === undefined) {
      if (flags === 'r' || flags === 'r+') throw systemError('ENOENT', path);
      const inode = this.#nextInode++;
      node = { kind: 'file', inode, data: Buffer.alloc(0), mode, modifiedMs: this.#tick(), links: 1 };
      this.#folderOf(path).entries.set(basename(path), node);
    }
    const file = new MemoryFile(node, flags, () => this.#tick());
    if (flags === 'w') await file.truncate(0);
    return file;
  }

  async readFile(path: string): Promise<Buffer> {
    return Buffer.from(this.#getFile(path).data);
  }

  readNow(path: string): Buffer | undefined {
    const node = this.#find(path);
    if (node?.kind === 'folder') throw systemError('EISDIR', path);
    return node === undefined ? undefined : Buffer.from(node.data);
  }

  async readdir(path: string): Promise<{ name: string; kind: 'file' | 'folder' }[]> {
    return [...this.#getFolder(path).entries].map(([name, { kind }]) => ({ name, kind }));
  }

  async stat(path: string): Promise<DiskStat | undefined> {
    return this.lstatNow(path);
  }

  lstatNow(path: string): DiskStat | undefined {
    const node = this.#find(path);
    return node && statOf(node);
  }

  lstat(path: string): Promise<DiskStat | undefined> {
    return this.stat(path);
  }

  async realpath(path: string): Promise<string> {
    if (this.#find(path) === undefined) throw systemError('ENOENT', path);
    return resolve(path);
  }

  async mkdir(path: string): Promise<void> {
    let at = this.#root;
    for (const part of partsOf(path)) {
      const next = at.entries.get(part) ?? { kind: 'folder', inode: this.#nextInode++, entries: new Map() };
      if (next.kind === 'file') throw systemError('EEXIST', path);
      at.entries.set(part, next);
      at = next;
    }
  }

  async rename(from: string, to: string): Promise<void> {
    const node = this.#get(from);
    const target = this.#find(to);
    if (target === node) return;
    if (target?.kind === 'folder' && node.kind === 'file') throw systemError('EISDIR', to);
    if (target?.kind === 'file' && node.kind === 'folder') throw systemError('ENOTDIR', to);
    if (target?.kind === 'folder' && target.entries.size > 0) throw systemError('ENOTEMPTY', to);
    const folder = this.#folderOf(to);
    this.#folderOf(from).entries.delete(basename(from));
    if (target?.kind === 'file') target.links -= 1;
    folder.entries.set(basename(to), node);
  }

  async link(from: string, to: string): Promise<void> {
    const node = this.#getFile(from);
    if (this.#find(to) !== undefined) throw systemError('EEXIST', to);
    node.links += 1;
    this.#folderOf(to).entries.set(basename(to), node);
  }

  async unlink(path: string): Promise<void> {
    this.#getFile(path).links -= 1;
    this.#folderOf(path).entries.delete(basename(path));
  }

  async rmdir(path: string): Promise<void> {
    if (this.#getFolder(path).entries.size > 0) throw systemError('ENOTEMPTY', path);
    this.#folderOf(path).entries.delete(basename(path));
  }

  async syncFolder(path: string): Promise<void> {
    this.#getFolder(path);
  }

  #tick(): number {
    return (this.#timeMs += 1);
  }

  #find(path: string): MemoryNode | undefined {
    let at: MemoryNode | undefined = this.#root;
    for (const part of partsOf(path)) {
      if (at === undefined) return undefined;
      if (at.kind === 'file') throw systemError('ENOTDIR', path);
      at = at.entries.get(part);
    }
    return at;
  }

  #get(path: string): MemoryNode {
    const node = this.#find(path);
    if (node === undefined) throw systemError('ENOENT', path);
    return node;
  }

  #getFile(path: string): FileNode {
    const node = this.#get(path);
    if (node.kind === 'folder') throw systemError('EISDIR', path);
    return node;
  }

  #getFolder(path: string): FolderNode {
    const node = this.#get(path);
    if (node.kind === 'file') throw systemError('ENOTDIR', path);
    return node;
  }

  #folderOf(path: string): FolderNode {
    return this.#getFolder(dirname(resolve(path)));
  }
}

class MemoryFile implements DiskFile {
  readonly #node: FileNode;
  readonly #flags: OpenFlags;
  readonly #tick: () => number;
  #position = 0;

  constructor(node: FileNode, flags: OpenFlags, tick: () => number) {
    this.#node = node;
    this.#flags = flags;
    this.#tick = tick;
  }

  async read(buffer: Uint8Array, position: number): Promise<number> {
    return this.#node.data.copy(buffer, 0, position);
  }

  async write(data: Uint8Array, position?: number): Promise<void> {
    if (this.#flags === 'r') throw systemError('EBADF');
    const at = this.#flags === 'a' ? this.#node.data.length : (position ?? this.#position);
    this.#resize(Math.max(this.#node.data.length, at + data.byteLength));
    this.#node.data.set(data, at);
    if (position === undefined) this.#position = at + data.byteLength;
  }

  async stat(): Promise<DiskStat> {
    return statOf(this.#node);
  }

  async chmod(mode: number): Promise<void> {
    this.#node.mode = mode;
  }

  async truncate(sizeBytes: number): Promise<void> {
    if (this.#flags === 'r') throw systemError('EBADF');
    this.#resize(sizeBytes);
  }

  async datasync(): Promise<void> {}
  async sync(): Promise<void> {}
  async close(): Promise<void> {}

  #resize(sizeBytes: number): void {
    const resized = Buffer.alloc(sizeBytes);
    this.#node.data.copy(resized);
    this.#node.data = resized;
    this.#node.modifiedMs = this.#tick();
  }
}

const partsOf = (path: string): string[] => resolve(path).split('/').filter(Boolean);

const statOf = (node: MemoryNode): DiskStat => ({
  kind: node.kind,
  inode: node.inode,
  sizeBytes: node.kind === 'file' ? node.data.length : 0,
  modifiedMs: node.kind === 'file' ? node.modifiedMs : 0,
  changedMs: node.kind === 'file' ? node.modifiedMs : 0,
  mode: node.kind === 'file' ? node.mode : 0o755,
  links: node.kind === 'file' ? node.links : 1,
});
