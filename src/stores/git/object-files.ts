import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { parseTree, renderTree, SUBMODULE_MODE, toTreeName, type PlannedTree } from '../../kernel/git-tree.ts';
import type { GitObject, GitObjectName } from '../../kernel/ports/index.ts';
import { findStaged } from './index-file.ts';
import type { RepoPlace } from './locate-repo.ts';

/** More than this, compressed or not, is left to git. */
const MAX_BYTES = 64 * 1024 * 1024;

/** `absent` is an answer: there is no such object. Undefined: git has to be asked. */
type Answer = GitObject | 'absent' | undefined;

const COMMIT_OR_TREE = /^([0-9a-f]{40})(\^\{tree\})?$/;
const ID_LENGTH = 40;
const STAGED = /^:([0-3]?)$/;

/**
 * Objects that lie in files of their own, which is where git puts what is new: read and written without starting git, 0.2 ms
 * instead of 4. Whatever is in a pack, or not in its usual place, is git's to answer.
 */
export class ObjectFiles {
  readonly #place: RepoPlace;
  readonly #known = new Map<string, GitObject | undefined>();

  constructor(place: RepoPlace) {
    this.#place = place;
  }

  /** One answer for each name. */
  find(wanted: readonly GitObjectName[]): Answer[] {
    this.#known.clear();
    const paths = wanted.flatMap(({ revision, path }) => (STAGED.test(revision) && path !== undefined ? [path] : []));
    const staged = paths.length === 0 ? undefined : this.#readIndex(paths);
    return wanted.map(({ revision, path }) => {
      if (path?.includes('\0') === true) return undefined;
      const stage = path === undefined ? undefined : STAGED.exec(revision)?.[1];
      if (stage === undefined) return this.#findCommitted(revision, path);
      const id = staged?.get(`${stage || '0'} ${path}`);
      return id === undefined ? staged && 'absent' : this.#read(id);
    });
  }

  #readIndex(paths: readonly string[]): ReadonlyMap<string, string> | undefined {
    const bytes = readPlain(join(this.#place.gitFolder, 'index'));
    return bytes === undefined ? undefined : findStaged(bytes, paths);
  }

  #findCommitted(revision: string, path: string | undefined): Answer {
    const [, id = '', peel] = COMMIT_OR_TREE.exec(revision) ?? [];
    if (path === undefined && peel === undefined) return this.#read(id);
    const tree = this.#readTree(id);
    return path === undefined || tree === undefined ? tree : this.#walk(tree, path.split('/'));
  }

  /** Of a commit, or the very tree. */
  #readTree(id: string): GitObject | undefined {
    const found = this.#read(id);
    if (found?.type !== 'commit') return found?.type === 'tree' ? found : undefined;
    const tree = this.#read(/^tree ([0-9a-f]+)\n/.exec(found.bytes.toString('latin1', 0, 80))?.[1] ?? '');
    return tree?.type === 'tree' ? tree : undefined;
  }

  #walk(tree: GitObject, [step = '', ...rest]: readonly string[]): Answer {
    // To git these mean a place relative to where it runs, or none.
    if (step === '' || step === '.' || step === '..') return undefined;
    const name = toTreeName(step);
    const entry = parseTree(tree.bytes, ID_LENGTH).find((each) => each.name === name);
    if (entry === undefined) return 'absent';
    const found = entry.mode === SUBMODULE_MODE ? undefined : this.#read(entry.id);
    if (found === undefined || rest.length === 0) return found;
    return found.type === 'tree' ? this.#walk(found, rest) : 'absent';
  }

  #read(id: string): GitObject | undefined {
    if (!this.#known.has(id)) this.#known.set(id, readObject(this.#pathOf(id), id));
    return this.#known.get(id);
  }

  #pathOf(id: string): string {
    return join(this.#place.commonFolder, 'objects', id.slice(0, 2), id.slice(2));
  }

  /** False: git has to do it. */
  write(trees: readonly PlannedTree[]): boolean {
    try {
      for (const tree of trees) writeObject(this.#pathOf(tree.id), renderTree(tree.entries));
      return true;
    } catch {
      return false;
    }
  }
}

/** Undefined unless it is whole, and the object with this id. */
function readObject(path: string, id: string): GitObject | undefined {
  const packed = readPlain(path);
  if (packed === undefined) return undefined;
  try {
    const whole = inflateSync(packed, { maxOutputLength: MAX_BYTES });
    if (createHash('sha1').update(whole).digest('hex') !== id) return undefined;
    const end = whole.indexOf(0);
    const [type = ''] = whole.toString('latin1', 0, end).split(' ');
    return { type, bytes: whole.subarray(end + 1) };
  } catch {
    return undefined;
  }
}

/** Undefined for anything but a readable regular file: a pipe in its place would keep every reader waiting. */
function readPlain(path: string): Buffer | undefined {
  try {
    const facts = lstatSync(path);
    return facts.isFile() && facts.size <= MAX_BYTES ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** As git does it: an object that is there is marked as used, so that nobody prunes it, and a draft has a name that git clears away. */
function writeObject(path: string, whole: Buffer): void {
  const folder = dirname(path);
  const nowSeconds = Date.now() / 1000;
  if (existsSync(path)) return utimesSync(path, nowSeconds, nowSeconds);
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  const draft = join(folder, `tmp_obj_${process.pid}_${process.hrtime.bigint().toString(36)}`);
  try {
    // `flush`: on the disk before it has its name. All of it is written, or this fails.
    writeFileSync(draft, deflateSync(whole, { level: 1 }), { flag: 'wx', mode: 0o444, flush: true });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Without settings under which objects need more than their bytes or have longer ids, and without objects that stand for others. */
export function hasPlainObjects({ commonFolder }: RepoPlace): boolean {
  const config = readPlain(join(commonFolder, 'config'))?.toString('latin1');
  const packedRefs = join(commonFolder, 'packed-refs');
  return (
    config !== undefined &&
    !/sharedrepository|objectformat|fsync|\[\s*include/i.test(config) &&
    !existsSync(join(commonFolder, 'refs', 'replace')) &&
    (!existsSync(packedRefs) || readPlain(packedRefs)?.includes(' refs/replace/') === false)
  );
}
