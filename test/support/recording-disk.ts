import { dirname, join, resolve } from 'node:path';
import type { Disk, DiskFile, DiskStat, OpenFlags } from '../../src/kernel/ports/index.ts';
import { systemError } from './memory-disk.ts';

/**
 * A disk that writes down every change made through it, in order, and can fail or stop at any one of them.
 *
 *     const disk = await recordDisk(createMemoryDisk());       // or nodeDisk and a real folder as `root`
 *     await codeUnderTest(disk);
 *     disk.operations                                           // what it did, for assertions on the order
 *     for (const state of powerLossStates(disk)) …              // every state a power loss can leave: power-loss.ts
 *
 *     disk.fault = failAt(3, 'ENOSPC');                         // the operation with index 3 fails, others do not
 *     disk.fault = stopAt(3);                                   // the process is dead from operation 3 on
 *     disk.fault = (operation) => (operation.kind === 'sync' ? { errno: 'EIO' } : undefined);
 *
 * Only what passes through this object is seen: other processes must not write to a real folder meanwhile, and
 * symlinks are not followed in the record. Hard links that exist before the recording count as separate files.
 */
export interface RecordingDisk extends Disk {
  readonly operations: readonly DiskOperation[];
  /** What was there before: the recording begins with all of it durable. */
  readonly before: Snapshot;
  /** Asked before each operation; index counts from 0 and leaves out marks. */
  fault: FaultPlan | undefined;
  /** Notes in the record that something has been promised by now, such as a commit that was acknowledged. */
  mark(label: string): void;
}

/** `file` numbers a file's content, whatever names it has. Reads are not recorded. */
export type DiskOperation =
  | { readonly kind: 'create'; readonly path: string; readonly file: number; readonly mode: number | undefined }
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly file: number;
      readonly position: number;
      readonly data: Buffer;
    }
  | { readonly kind: 'truncate'; readonly path: string; readonly file: number; readonly sizeBytes: number }
  | { readonly kind: 'chmod'; readonly path: string; readonly file: number; readonly mode: number }
  | { readonly kind: 'sync'; readonly path: string; readonly file: number }
  | { readonly kind: 'mkdir'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'link'; readonly path: string; readonly to: string }
  | { readonly kind: 'unlink'; readonly path: string }
  | { readonly kind: 'rmdir'; readonly path: string }
  | { readonly kind: 'sync-folder'; readonly path: string }
  | { readonly kind: 'mark'; readonly label: string };

/**
 * With `errno` the operation fails; without, the process dies: this and every later operation, even a read, fails
 * with `DiskStopped`. A write first gets `afterBytes` of its bytes to the file.
 */
export interface Fault {
  readonly errno?: string;
  readonly afterBytes?: number;
}

export type FaultPlan = (operation: DiskOperation, index: number) => Fault | undefined;

export const failAt =
  (index: number, errno: string, afterBytes = 0): FaultPlan =>
  (_, at) =>
    at === index ? { errno, afterBytes } : undefined;

export const stopAt =
  (index: number, afterBytes = 0): FaultPlan =>
  (_, at) =>
    at === index ? { afterBytes } : undefined;

export class DiskStopped extends Error {
  override readonly name = 'DiskStopped';
}

export interface Snapshot {
  readonly folders: readonly string[];
  readonly files: readonly { readonly path: string; readonly file: number; readonly data: Buffer }[];
}

export async function recordDisk(inner: Disk, root = '/'): Promise<RecordingDisk> {
  return new Recorder(inner, await takeSnapshot(inner, root));
}

async function takeSnapshot(disk: Disk, root: string): Promise<Snapshot> {
  const folders: string[] = [];
  const files: { path: string; file: number; data: Buffer }[] = [];
  const visit = async (folder: string): Promise<void> => {
    folders.push(folder);
    for (const { name, kind } of await disk.readdir(folder)) {
      const path = join(folder, name);
      if (kind === 'folder') await visit(path);
      else if (kind === 'file') files.push({ path, file: files.length, data: await disk.readFile(path) });
    }
  };
  await visit(resolve(root));
  return { folders, files };
}

class Recorder implements RecordingDisk {
  readonly operations: DiskOperation[] = [];
  readonly before: Snapshot;
  fault: FaultPlan | undefined;
  readonly #inner: Disk;
  /** Which content stands behind which name now. */
  readonly #names: Map<string, number>;
  #nextFile: number;
  #index = 0;
  #isStopped = false;

  constructor(inner: Disk, before: Snapshot) {
    this.#inner = inner;
    this.before = before;
    this.#names = new Map(before.files.map(({ path, file }) => [path, file]));
    this.#nextFile = before.files.length;
  }

  mark(label: string): void {
    this.operations.push({ kind: 'mark', label });
  }

  async open(path: string, flags: OpenFlags, mode?: number): Promise<DiskFile> {
    const name = resolve(path);
    // Another process may have taken the file away since.
    if (this.#names.has(name) && (await this.#inner.lstat(path)) === undefined) this.#names.delete(name);
    const there = this.#names.get(name);
    if (flags === 'r' || there !== undefined) {
      const handle = await this.#read(() => this.#inner.open(path, flags === 'w' ? 'r+' : flags, mode));
      const recorded = new RecordedFile(this, handle, name, there ?? -1, flags);
      if (flags === 'w') await recorded.truncate(0);
      return recorded;
    }
    if (flags === 'r+') return await this.#read(() => this.#inner.open(path, flags));
    const file = this.#nextFile++;
    const handle = await this.act({ kind: 'create', path: name, file, mode }, () =>
      this.#inner.open(path, flags, mode),
    );
    this.#names.set(name, file);
    return new RecordedFile(this, handle, name, file, flags);
  }

  readFile(path: string): Promise<Buffer> {
    return this.#read(() => this.#inner.readFile(path));
  }

  readNow(path: string): Buffer | undefined {
    this.assertRunning();
    return this.#inner.readNow(path);
  }

  readdir(path: string): ReturnType<Disk['readdir']> {
    return this.#read(() => this.#inner.readdir(path));
  }

  stat(path: string): Promise<DiskStat | undefined> {
    return this.#read(() => this.#inner.stat(path));
  }

  lstat(path: string): Promise<DiskStat | undefined> {
    return this.#read(() => this.#inner.lstat(path));
  }

  lstatNow(path: string): DiskStat | undefined {
    this.assertRunning();
    return this.#inner.lstatNow(path);
  }

  realpath(path: string): Promise<string> {
    return this.#read(() => this.#inner.realpath(path));
  }

  async mkdir(path: string): Promise<void> {
    const missing: string[] = [];
    for (let at = resolve(path); (await this.stat(at)) === undefined; at = dirname(at)) missing.unshift(at);
    for (const folder of missing) await this.act({ kind: 'mkdir', path: folder }, () => this.#inner.mkdir(folder));
  }

  async rename(from: string, to: string): Promise<void> {
    const [source, target] = [resolve(from), resolve(to)];
    await this.act({ kind: 'rename', path: source, to: target }, () => this.#inner.rename(from, to));
    const moved = Array.from(this.#names).filter(([name]) => name === source || name.startsWith(`${source}/`));
    for (const [name] of moved) this.#names.delete(name);
    for (const [name, file] of moved) this.#names.set(target + name.slice(source.length), file);
  }

  async link(from: string, to: string): Promise<void> {
    const [source, target] = [resolve(from), resolve(to)];
    await this.act({ kind: 'link', path: source, to: target }, () => this.#inner.link(from, to));
    this.#names.set(target, this.#names.get(source) ?? -1);
  }

  async unlink(path: string): Promise<void> {
    await this.act({ kind: 'unlink', path: resolve(path) }, () => this.#inner.unlink(path));
    this.#names.delete(resolve(path));
  }

  async rmdir(path: string): Promise<void> {
    await this.act({ kind: 'rmdir', path: resolve(path) }, () => this.#inner.rmdir(path));
  }

  async syncFolder(path: string): Promise<void> {
    await this.act({ kind: 'sync-folder', path: resolve(path) }, () => this.#inner.syncFolder(path));
  }

  /** An operation is in the record only if it succeeded, wholly or (a write) in part. */
  async act<T>(
    operation: DiskOperation,
    run: () => Promise<T>,
    runPart?: (bytes: number) => Promise<void>,
  ): Promise<T> {
    this.assertRunning();
    const fault = this.fault?.(operation, this.#index++);
    if (fault === undefined) {
      const result = await run();
      this.operations.push(operation);
      return result;
    }
    if (fault.errno === undefined) this.#isStopped = true;
    if ((fault.afterBytes ?? 0) > 0) await runPart?.(fault.afterBytes ?? 0);
    if (fault.errno !== undefined) throw systemError(fault.errno, `made to fail at ${operation.kind}`);
    throw new DiskStopped('the process is made to stop here');
  }

  assertRunning(): void {
    if (this.#isStopped) throw new DiskStopped('the process has stopped');
  }

  async #read<T>(run: () => Promise<T>): Promise<T> {
    this.assertRunning();
    return await run();
  }
}

class RecordedFile implements DiskFile {
  readonly #recorder: Recorder;
  readonly #handle: DiskFile;
  readonly #path: string;
  readonly #file: number;
  readonly #appends: boolean;
  #position = 0;

  constructor(recorder: Recorder, handle: DiskFile, path: string, file: number, flags: OpenFlags) {
    this.#recorder = recorder;
    this.#handle = handle;
    this.#path = path;
    this.#file = file;
    this.#appends = flags === 'a';
  }

  async read(buffer: Uint8Array, position: number): Promise<number> {
    this.#recorder.assertRunning();
    return await this.#handle.read(buffer, position);
  }

  async write(data: Uint8Array, position?: number): Promise<void> {
    const at = this.#appends ? (await this.stat()).sizeBytes : (position ?? this.#position);
    const operation = this.#about({ kind: 'write' as const, position: at, data: Buffer.from(data) });
    const put = (bytes: Uint8Array): Promise<void> => this.#handle.write(bytes, this.#appends ? undefined : at);
    await this.#recorder.act(
      operation,
      () => put(data),
      async (count) => {
        const part = Buffer.from(data.subarray(0, count));
        await put(part);
        this.#recorder.operations.push({ ...operation, data: part });
      },
    );
    if (position === undefined) this.#position = at + data.byteLength;
  }

  async stat(): Promise<DiskStat> {
    this.#recorder.assertRunning();
    return await this.#handle.stat();
  }

  async chmod(mode: number): Promise<void> {
    await this.#recorder.act(this.#about({ kind: 'chmod', mode }), () => this.#handle.chmod(mode));
  }

  async truncate(sizeBytes: number): Promise<void> {
    await this.#recorder.act(this.#about({ kind: 'truncate', sizeBytes }), () => this.#handle.truncate(sizeBytes));
  }

  async datasync(): Promise<void> {
    await this.#recorder.act(this.#about({ kind: 'sync' }), () => this.#handle.datasync());
  }

  async sync(): Promise<void> {
    await this.#recorder.act(this.#about({ kind: 'sync' }), () => this.#handle.sync());
  }

  /** Also after the stop: a test must not leak handles. */
  close(): Promise<void> {
    return this.#handle.close();
  }

  #about<Rest>(rest: Rest): Rest & { path: string; file: number } {
    return { path: this.#path, file: this.#file, ...rest };
  }
}
