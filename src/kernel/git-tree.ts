import { createHash } from 'node:crypto';

/** A line of a tree object. Names are held as Latin-1, one character per byte: git does not say how they are encoded. */
export interface TreeEntry {
  readonly mode: string;
  readonly id: string;
  readonly name: string;
}

/** A file as a commit holds it. */
export interface GitFile {
  readonly mode: string;
  readonly id: string;
}

/** A tree to be written, with the id it will have. */
export interface PlannedTree {
  readonly id: string;
  readonly entries: readonly TreeEntry[];
}

export const TREE_MODE = '40000';
export const SUBMODULE_MODE = '160000';

/** As Latin-1 of its UTF-8 bytes, which is how entries are named. */
export const toTreeName = (name: string): string => Buffer.from(name, 'utf8').toString('latin1');
export const fromTreeName = (name: string): string => Buffer.from(name, 'latin1').toString('utf8');

/** `idLength` in hexadecimal digits: 40 or 64. */
export function parseTree(bytes: Buffer, idLength: number): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    const next = end + 1 + idLength / 2;
    entries.push({
      mode: bytes.toString('latin1', at, space),
      name: bytes.toString('latin1', space + 1, end),
      id: bytes.toString('hex', end + 1, next),
    });
    at = next;
  }
  return entries;
}

/**
 * The trees that hold `files` in the folder `path` and everything else as it was, children before parents, the root
 * last. `around` are the entries of each folder on the way from the root to the parent of `path`.
 */
export function planTrees(
  around: readonly (readonly TreeEntry[])[],
  path: readonly string[],
  files: ReadonlyMap<string, GitFile>,
): PlannedTree[] {
  const trees = planFolder(files);
  for (const [depth, step] of [...path.entries()].toReversed()) {
    const name = toTreeName(step);
    const others = (around[depth] ?? []).filter((entry) => entry.name !== name);
    const child = trees.at(-1);
    const isEmpty = child === undefined || child.entries.length === 0;
    trees.push(planTree(isEmpty ? others : [...others, { mode: TREE_MODE, id: child.id, name }]));
  }
  return trees;
}

/** The trees of a folder and of the folders in it; the folder itself is last. */
function planFolder(files: ReadonlyMap<string, GitFile>): PlannedTree[] {
  const own: TreeEntry[] = [];
  const below = new Map<string, Map<string, GitFile>>();
  for (const [path, file] of files) {
    const slash = path.indexOf('/');
    if (slash === -1) own.push({ ...file, name: toTreeName(path) });
    else {
      const name = path.slice(0, slash);
      below.set(name, (below.get(name) ?? new Map<string, GitFile>()).set(path.slice(slash + 1), file));
    }
  }
  const trees: PlannedTree[] = [];
  for (const [name, inner] of below) {
    trees.push(...planFolder(inner));
    own.push({ mode: TREE_MODE, id: trees.at(-1)?.id ?? '', name: toTreeName(name) });
  }
  return [...trees, planTree(own)];
}

function planTree(unsorted: readonly TreeEntry[]): PlannedTree {
  const entries = unsorted.toSorted((a, b) => (sortName(a) < sortName(b) ? -1 : 1));
  const idLength = entries[0]?.id.length ?? 40;
  const hash = createHash(idLength === 40 ? 'sha1' : 'sha256');
  return { id: hash.update(renderTree(entries)).digest('hex'), entries };
}

/** The object itself, with what git writes above each: its type and length. */
export function renderTree(entries: readonly TreeEntry[]): Buffer {
  const lines = entries.flatMap(({ mode, id, name }) => [
    Buffer.from(`${mode} ${name}\0`, 'latin1'),
    Buffer.from(id, 'hex'),
  ]);
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  return Buffer.concat([Buffer.from(`tree ${length}\0`), ...lines]);
}

/** Git sorts a folder as if its name ended in a slash. */
const sortName = ({ mode, name }: TreeEntry): string => (mode === TREE_MODE ? `${name}/` : name);

/** What `git mktree --batch -z` reads: one tree after the other, an empty record between them. */
export const renderTrees = (trees: readonly PlannedTree[]): Buffer =>
  Buffer.from(
    trees.map(({ entries }) => entries.map((entry) => `${renderEntry(entry)}\0`).join('')).join('\0'),
    'latin1',
  );

const renderEntry = ({ mode, id, name }: TreeEntry): string => {
  const type = mode === TREE_MODE ? 'tree' : mode === SUBMODULE_MODE ? 'commit' : 'blob';
  return `${mode.padStart(6, '0')} ${type} ${id}\t${name}`;
};
