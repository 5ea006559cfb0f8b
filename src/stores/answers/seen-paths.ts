import { statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { look, placeOf, stampOf, type KeptAnswer } from './answer-file.ts';

/** The coarsest clock of a file system in use: what changed within it may change again and look the same. */
const YOUNG_MS = 2_000n;

/** File systems of this machine, by the number Linux gives them. Others may tell of a change some seconds late. */
const LOCAL = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x2fc12fc1, // ZFS
  0xf2f52010, // F2FS
  0xca451a4e, // bcachefs
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
]);

interface Entry {
  readonly stamp: string;
  readonly place: string;
  readonly isYoung: boolean;
  isWhole: boolean;
}

/** Paths, and what was there before they were read. */
export class SeenPaths {
  /** Undefined: nothing was there. */
  readonly #entries = new Map<string, Entry | undefined>();
  /** A path on each device. */
  readonly #devices = new Map<bigint, string>();

  /** False if what is there now does not tell whether it will have changed. */
  see(path: string): boolean {
    const entry = this.#walk(resolve(path));
    if (typeof entry !== 'object') return entry !== 'unclear';
    entry.isWhole = true;
    return !entry.isYoung;
  }

  /** Only that it is this folder. */
  enter(folder: string): boolean {
    return this.#walk(resolve(folder)) !== 'unclear';
  }

  isLocal(): boolean {
    return [...this.#devices.values()].every((path) => LOCAL.has(statfsSync(path).type));
  }

  list(): Pick<KeptAnswer, 'whole' | 'folders' | 'absent'> {
    const whole: [string, string][] = [];
    const folders: [string, string][] = [];
    const absent: string[] = [];
    for (const [path, entry] of this.#entries) {
      if (entry === undefined) absent.push(path);
      else if (entry.isWhole) whole.push([path, entry.stamp]);
      else folders.push([path, entry.place]);
    }
    return { whole, folders, absent };
  }

  /** Each folder on the way, and what the path leads to; undefined if it leads nowhere. */
  #walk(path: string): Entry | 'unclear' | undefined {
    const parent = dirname(path);
    const above = parent === path ? undefined : this.#walk(parent);
    if (parent !== path && typeof above !== 'object') return above;
    return this.#entries.has(path) ? this.#entries.get(path) : this.#look(path);
  }

  /** Unclear is a symlink: what it leads to depends on more than is taken down here. */
  #look(path: string): Entry | 'unclear' | undefined {
    try {
      const found = look(path);
      if (found?.isSymbolicLink() === true) return 'unclear';
      if (found === undefined) return this.#keep(path, undefined);
      this.#devices.set(found.dev, path);
      const changedMs = found.mtimeMs > found.ctimeMs ? found.mtimeMs : found.ctimeMs;
      const isYoung = changedMs + YOUNG_MS >= BigInt(Date.now());
      return this.#keep(path, { stamp: stampOf(found), place: placeOf(found), isYoung, isWhole: false });
    } catch {
      return 'unclear';
    }
  }

  #keep(path: string, entry: Entry | undefined): Entry | undefined {
    this.#entries.set(path, entry);
    return entry;
  }
}
