import { fromTreeName, parseTree, TREE_MODE, type GitFile, type TreeEntry } from '../../../kernel/git-tree.ts';
import type { DiskEntry, GitObject, GitObjectName, GitRepo } from '../../../kernel/ports/index.ts';
import { isProtocolFile, MANIFEST_FILE } from '../../../protocols/project/index.ts';
import { isLeftOut } from './left-out.ts';

/** What git knows of the handoff folder. */
export interface GitFolder {
  /** Path below the top of the work tree. */
  readonly prefix: string;
  /** Entries of HEAD's trees from the top to the parent of the folder. */
  readonly around: readonly (readonly TreeEntry[])[];
  /** Files at HEAD, by path below the folder. */
  readonly files: ReadonlyMap<string, GitFile>;
  /** Further paths below the folder that are in the index, or on disk and not ignored. */
  readonly others: readonly string[];
  /** Paths below the top that a merge left undecided. */
  readonly unmerged: readonly string[];
  /** Git is told to keep out of the folder. */
  readonly isIgnored: boolean;
}

interface Question extends GitObjectName {
  readonly about: 'tree' | 'manifest' | 'stage';
}

/** What is to be asked of the objects of a repository: the trees down to the folder, and entries of the index. */
export function planQuestions(prefix: string, head: string | undefined, names: readonly string[]): Question[] {
  const steps = prefix.split('/');
  const trees = head === undefined ? [] : [{ revision: `${head}^{tree}` }, ...steps.map((_, depth) => treeAt(depth))];
  function treeAt(depth: number): GitObjectName {
    return { revision: head ?? '', path: steps.slice(0, depth + 1).join('/') };
  }
  // Of a path that a merge left undecided the index holds another stage than 0: ours, theirs, or both.
  const stages = [...new Set(names)].flatMap((name) =>
    [':2', ':3'].map((revision) => ({ about: 'stage' as const, revision, path: `${prefix}/${name}` })),
  );
  return [
    ...trees.map((tree) => ({ ...tree, about: 'tree' as const })),
    { about: 'manifest', revision: ':', path: `${prefix}/${MANIFEST_FILE}` },
    ...stages,
  ];
}

interface Found {
  readonly head: string | undefined;
  /** What lies in the folder on disk. */
  readonly entries: readonly DiskEntry[];
  readonly questions: readonly Question[];
  readonly answers: readonly (GitObject | undefined)[];
  /** Every entry of the index is asked for. */
  readonly index: boolean;
}

/** Git is asked again only about what is not usual: folders in the folder, files of other kinds, a first commit. */
export async function readGitFolder(repo: GitRepo, prefix: string, found: Found): Promise<GitFolder> {
  const answersTo = (about: Question['about']): (GitObject | undefined)[] =>
    found.answers.filter((_, index) => found.questions[index]?.about === about);
  const trees = answersTo('tree').map((tree) =>
    tree?.type === 'tree' ? parseTree(tree.bytes, found.head?.length ?? 40) : [],
  );
  const files = await readFiles(repo, prefix, found.head, trees.at(-1) ?? []);
  const isUsual = !found.index && found.entries.every((entry) => isClear(entry, files));
  const listed = isUsual ? undefined : await listKnown(repo, prefix);
  const unmerged = found.questions.flatMap(({ about, path = '' }, index) =>
    about === 'stage' && found.answers[index] !== undefined ? [path] : [],
  );
  const [manifest] = answersTo('manifest');
  const others = listed?.paths ?? [];
  return {
    prefix,
    around: trees.slice(0, -1),
    files,
    others,
    unmerged: [...new Set([...unmerged, ...(listed?.unmerged ?? [])])],
    isIgnored: manifest === undefined && !others.includes(MANIFEST_FILE) && (await isIgnored(repo, prefix)),
  };
}

/** Whatever git is told to ignore, what becomes of such a file is clear. */
const isClear = ({ name, kind }: DiskEntry, files: ReadonlyMap<string, GitFile>): boolean =>
  isLeftOut(name) || (kind === 'file' && (isProtocolFile(name) || files.has(name)));

async function readFiles(
  repo: GitRepo,
  prefix: string,
  head: string | undefined,
  entries: readonly TreeEntry[],
): Promise<ReadonlyMap<string, GitFile>> {
  if (head === undefined || entries.every(({ mode }) => mode !== TREE_MODE))
    return new Map(entries.map(({ name, mode, id }) => [fromTreeName(name), { mode, id }]));
  const { stdout } = await repo.run(['ls-tree', '-r', '-z', '--full-tree', head, '--', `${prefix}/`]);
  const rows = [...stdout.toString().matchAll(/(\d{6}) \w+ ([0-9a-f]+)\t([^\0]+)\0/g)];
  return new Map(rows.map(([, mode = '', id = '', path = '']) => [path.slice(prefix.length + 1), { mode, id }]));
}

/** Paths below the folder that are in the index, or on disk and not ignored; and those a merge left undecided. */
async function listKnown(
  repo: GitRepo,
  prefix: string,
): Promise<{ readonly paths: readonly string[]; readonly unmerged: readonly string[] }> {
  const what = ['-t', '--stage', '--others', '--exclude-standard'];
  const { stdout } = await repo.run(['ls-files', '-z', '--full-name', ...what, '--', `:(top,literal)${prefix}`]);
  const rows = stdout
    .toString()
    .split('\0')
    .flatMap((row) => {
      const [, stage = '0', path = ''] = /^[^?] \d{6} [0-9a-f]+ ([0-3])\t(.*)$/s.exec(row) ?? [];
      const found = row.startsWith('? ') ? row.slice(2) : path;
      return found.startsWith(`${prefix}/`) ? [{ path: found, isUnmerged: stage !== '0' }] : [];
    });
  return {
    paths: [...new Set(rows.map(({ path }) => path.slice(prefix.length + 1)))],
    unmerged: rows.filter(({ isUnmerged }) => isUnmerged).map(({ path }) => path),
  };
}

async function isIgnored(repo: GitRepo, prefix: string): Promise<boolean> {
  const { code } = await repo.run(['check-ignore', '--quiet', '--', `${prefix}/${MANIFEST_FILE}`], { okCodes: [1] });
  return code === 0;
}
