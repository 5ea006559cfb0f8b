import { basename, dirname, join } from 'node:path';
import type { Disk } from '../../src/kernel/ports/index.ts';
import { createMemoryDisk } from './memory-disk.ts';
import type { DiskOperation, RecordingDisk } from './recording-disk.ts';

/**
 * Every state in which a power loss can leave the disk, for every prefix of a recording.
 *
 * The model is what POSIX promises and no more. Content reaches the disk for certain when its file is synced; a name
 * (created, linked, renamed, removed) when its folder is synced. What was not synced may be there or not, each
 * independently of the other: a name may stand without its content. A rename is one step. Of unsynced content any
 * part may be there; a part that is not, within the new size, reads as NUL bytes. A file that was renamed keeps
 * what was synced.
 *
 * The variants per prefix are the corners (all or nothing of names × all, nothing, half, zeros of content) and
 * `samples` random mixtures, in which each name, each file and each block of a file is decided on its own.
 */
export interface PowerLossState {
  /** For the message of a failing test. */
  readonly name: string;
  /** How many operations were made. */
  readonly operationCount: number;
  /** Marks made so far: what was promised before the power went. */
  readonly marks: readonly string[];
  /** A new disk in memory in this state. */
  toDisk(): Promise<Disk>;
}

export interface PowerLossOptions {
  /** Random mixtures per prefix. Default 4. */
  readonly samples?: number;
  /** What the device writes as one piece. Default 512; smaller ones make short test data fall apart. */
  readonly blockBytes?: number;
  readonly seed?: number;
}

function* powerLossStates(
  recording: Pick<RecordingDisk, 'operations' | 'before'>,
  options: PowerLossOptions = {},
): Generator<PowerLossState> {
  const { samples = 4, blockBytes = 512, seed = 1 } = options;
  const dice = createDice(seed);
  const model = new DurabilityModel(recording.before);
  const marks: string[] = [];
  for (let count = 0; count <= recording.operations.length; count++) {
    const last = recording.operations[count - 1];
    if (last !== undefined) model.apply(last);
    if (last?.kind === 'mark') marks.push(last.label);
    for (const [variant, loss] of lossVariants(dice, samples, blockBytes)) {
      const image = model.lose(loss);
      yield {
        name: `after ${count} operations (last: ${describe(last)}), ${variant}`,
        operationCount: count,
        marks: [...marks],
        toDisk: () => writeImage(image),
      };
    }
  }
}

/** Decides, for one power loss, what of the unsynced is there. */
interface Loss {
  keepsName(): boolean;
  content(file: UnsyncedFile): Buffer;
}

type Dice = () => number;

/** A small generator of its own: the same seed must give the same states on every machine. */
function createDice(seed: number): Dice {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function* lossVariants(dice: Dice, samples: number, blockBytes: number): Generator<[string, Loss]> {
  const contents = {
    'no unsynced content': (file: UnsyncedFile) => file.durable,
    'all content': (file: UnsyncedFile) => file.now,
    'content half written': (file: UnsyncedFile) => file.withLastWriteCut(0.5),
    'content as zeros': (file: UnsyncedFile) => file.withHoles(blockBytes, () => true),
  };
  for (const [name, content] of Object.entries(contents)) {
    yield [`no unsynced names, ${name}`, { keepsName: () => false, content }];
    yield [`all names, ${name}`, { keepsName: () => true, content }];
  }
  const pick = (file: UnsyncedFile): Buffer => {
    const chance = dice();
    if (chance < 0.2) return file.durable;
    if (chance < 0.3) return file.now;
    if (chance < 0.5) return file.withLastWriteCut(dice());
    return file.withHoles(blockBytes, () => dice() < 0.5);
  };
  for (let sample = 0; sample < samples; sample++) {
    yield [`mixture ${sample}`, { keepsName: () => dice() < 0.5, content: pick }];
  }
}

type ContentChange = Extract<DiskOperation, { kind: 'write' | 'truncate' }>;

class UnsyncedFile {
  durable: Buffer;
  readonly #changes: ContentChange[] = [];

  constructor(durable: Buffer) {
    this.durable = durable;
  }

  get now(): Buffer {
    return this.#changes.reduce(change, this.durable);
  }

  add(operation: ContentChange): void {
    this.#changes.push(operation);
  }

  sync(): void {
    this.durable = this.now;
    this.#changes.length = 0;
  }

  withLastWriteCut(share: number): Buffer {
    const last = this.#changes.at(-1);
    if (last?.kind !== 'write') return this.durable;
    const data = last.data.subarray(0, Math.floor(last.data.length * share));
    return [...this.#changes.slice(0, -1), { ...last, data }].reduce(change, this.durable);
  }

  /** The size has reached the disk; of the written blocks those that are lost read as zeros. */
  withHoles(blockBytes: number, isLost: (block: number) => boolean): Buffer {
    const content = Buffer.from(this.now);
    const lost = new Map<number, boolean>();
    for (const written of this.#changes) {
      if (written.kind !== 'write') continue;
      const end = Math.min(written.position + written.data.length, content.length);
      for (let at = written.position; at < end; at++) {
        const block = Math.floor(at / blockBytes);
        if (!lost.has(block)) lost.set(block, isLost(block));
        if (lost.get(block) === true) content[at] = 0;
      }
    }
    return content;
  }
}

function change(content: Buffer, operation: ContentChange): Buffer {
  const size =
    operation.kind === 'truncate'
      ? operation.sizeBytes
      : Math.max(content.length, operation.position + operation.data.length);
  const changed = Buffer.alloc(size);
  content.copy(changed);
  if (operation.kind === 'write') operation.data.copy(changed, operation.position);
  return changed;
}

/** A folder's id is a string, a file's a number. */
type NodeId = string | number;
type Tree = Map<string, Map<string, NodeId>>;

interface NameChange {
  readonly folder: string;
  readonly name: string;
  /** Undefined: the name is removed. */
  readonly node: NodeId | undefined;
}

/** The file system twice: as the programs see it, and as it would be found after a power loss. */
class DurabilityModel {
  readonly #files = new Map<number, UnsyncedFile>();
  readonly #now: Tree = new Map([['/', new Map()]]);
  readonly #durable: Tree = new Map([['/', new Map()]]);
  /** Names not synced yet. Each is one step that happens or does not. */
  #pending: (readonly NameChange[])[] = [];
  #folderCount = 0;

  constructor(before: RecordingDisk['before']) {
    for (const path of before.folders) this.#makeFolders(path);
    for (const { path, file, data } of before.files) {
      this.#files.set(file, new UnsyncedFile(data));
      this.#change([this.#at(path, file)]);
    }
    for (const step of this.#pending) applyNames(this.#durable, step);
    this.#pending = [];
  }

  apply(operation: DiskOperation): void {
    switch (operation.kind) {
      case 'create':
        this.#files.set(operation.file, new UnsyncedFile(Buffer.alloc(0)));
        return this.#change([this.#at(operation.path, operation.file)]);
      case 'write':
      case 'truncate':
        return this.#getFile(operation.file).add(operation);
      case 'sync':
        return this.#getFile(operation.file).sync();
      case 'mkdir':
        return this.#makeFolders(operation.path);
      case 'link':
        return this.#change([this.#at(operation.to, this.#find(operation.path))]);
      case 'rename':
        return this.#change([this.#at(operation.to, this.#find(operation.path)), this.#at(operation.path, undefined)]);
      case 'unlink':
      case 'rmdir':
        return this.#change([this.#at(operation.path, undefined)]);
      case 'sync-folder':
        return this.#syncFolder(String(this.#find(operation.path)));
      default:
        // Marks change nothing, and permissions are not part of the model.
        return undefined;
    }
  }

  lose(loss: Loss): Image {
    const tree: Tree = new Map([...this.#durable].map(([id, names]) => [id, new Map(names)]));
    for (const step of this.#pending) if (loss.keepsName()) applyNames(tree, step);
    const contents = new Map([...this.#files].map(([id, file]) => [id, loss.content(file)]));
    return { tree, contents };
  }

  /** A step that touches the folder becomes durable, and with it those before it that share a folder with it. */
  #syncFolder(folder: string): void {
    const synced = new Set([folder]);
    const isSynced = (step: readonly NameChange[]): boolean => step.some((name) => synced.has(name.folder));
    for (const step of this.#pending.toReversed()) if (isSynced(step)) for (const name of step) synced.add(name.folder);
    for (const step of this.#pending) if (isSynced(step)) applyNames(this.#durable, step);
    this.#pending = this.#pending.filter((step) => !isSynced(step));
  }

  #makeFolders(path: string): void {
    if (path === '/' || this.#find(path) !== undefined) return;
    this.#makeFolders(dirname(path));
    this.#change([this.#at(path, `folder ${++this.#folderCount}`)]);
  }

  #change(step: readonly NameChange[]): void {
    applyNames(this.#now, step);
    this.#pending.push(step);
  }

  #at(path: string, node: NodeId | undefined): NameChange {
    return { folder: String(this.#find(dirname(path))), name: basename(path), node };
  }

  #find(path: string): NodeId | undefined {
    if (path === '/') return '/';
    return this.#now.get(String(this.#find(dirname(path))))?.get(basename(path));
  }

  #getFile(file: number): UnsyncedFile {
    const found = this.#files.get(file);
    if (found === undefined) throw new Error(`the recording knows no file ${file}`);
    return found;
  }
}

function applyNames(tree: Tree, step: readonly NameChange[]): void {
  // Removals first: a file renamed onto itself stays.
  for (const { folder, name, node } of [...step].sort(
    (a, b) => Number(b.node === undefined) - Number(a.node === undefined),
  )) {
    const names = tree.get(folder) ?? new Map<string, NodeId>();
    tree.set(folder, names);
    if (node === undefined) names.delete(name);
    else names.set(name, node);
  }
}

interface Image {
  readonly tree: Tree;
  readonly contents: ReadonlyMap<number, Buffer>;
}

async function writeImage({ tree, contents }: Image): Promise<Disk> {
  const disk = createMemoryDisk();
  const firstNames = new Map<number, string>();
  const visit = async (id: string, path: string): Promise<void> => {
    await disk.mkdir(path);
    for (const [name, node] of tree.get(id) ?? []) {
      const at = join(path, name);
      if (typeof node === 'string') await visit(node, at);
      else await writeFileOnce(disk, at, firstNames.get(node), contents.get(node) ?? Buffer.alloc(0));
      if (typeof node === 'number' && !firstNames.has(node)) firstNames.set(node, at);
    }
  };
  await visit('/', '/');
  return disk;
}

async function writeFileOnce(disk: Disk, path: string, linkTo: string | undefined, data: Buffer): Promise<void> {
  if (linkTo !== undefined) return await disk.link(linkTo, path);
  const file = await disk.open(path, 'wx');
  await file.write(data);
  await file.close();
}

function describe(operation: DiskOperation | undefined): string {
  if (operation === undefined) return 'none';
  return operation.kind === 'mark' ? `mark ${operation.label}` : `${operation.kind} ${operation.path}`;
}

/** The names of the states in which a promise is broken: a test expects none. */
export async function findBrokenStates(
  recording: Pick<RecordingDisk, 'operations' | 'before'>,
  holds: (disk: Disk, state: PowerLossState) => Promise<boolean>,
  options: PowerLossOptions = {},
): Promise<string[]> {
  const broken: string[] = [];
  for (const state of powerLossStates(recording, options)) {
    if (!(await holds(await state.toDisk(), state))) broken.push(state.name);
  }
  return broken;
}
