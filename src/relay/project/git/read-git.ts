import { join, relative } from 'node:path';
import { fromTreeName, parseTree, TREE_MODE, type GitFile, type TreeEntry } from '../../../kernel/git-tree.ts';
import type { DiskEntry, GitObject, GitObjectName, GitRepo, Platform } from '../../../kernel/ports/index.ts';
import { isProtocolFile, LOCK_FILE, MANIFEST_FILE } from '../../../protocols/project/index.ts';

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
function planQuestions(prefix: string, head: string | undefined, names: readonly string[]): Question[] {
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
async function readGitFolder(repo: GitRepo, prefix: string, found: Found): Promise<GitFolder> {
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

/** The folder's path below the top of the work tree, with `/`. */
export const folderIn = (repo: Pick<GitRepo, 'top'>, folder: string): string =>
  relative(repo.top ?? '', folder)
    .split('\\')
    .join('/');

/** Holds the parts of a step that was decided and may be carried out in part. */
export const PENDING_FOLDER = '.pending';

/** The lock and half-done steps are nobody's content. By path below the folder. */
export const isLeftOut = (name: string): boolean =>
  name === LOCK_FILE ||
  name === PENDING_FOLDER ||
  name.startsWith(`${PENDING_FOLDER}/`) ||
  /^\.baton-[^/]*\.tmp$/.test(name);

/** What a command knows of git: asked once, before anything is decided. */
interface GitSnapshot {
  /** Undefined outside a repository and in a bare one. */
  readonly repo: GitRepo | undefined;
  /** Undefined before the first commit. */
  readonly head: string | undefined;
  /** Undefined if no branch is checked out. */
  readonly branch: string | undefined;
  /** Files of the folder as HEAD has them, by name; of those that were asked for. */
  readonly committed: ReadonlyMap<string, string>;
}

/** The same for a command that looks at everything below the folder, or commits it. */
export interface FolderSnapshot extends GitSnapshot {
  /** Undefined without a repository that has a work tree. */
  readonly folder: GitFolder | undefined;
}

/** HEAD, branch, and these files of the folder at HEAD, over one git process; over none if no file is asked for. */
export async function readGit(
  { project }: Pick<Platform, 'project'>,
  folder: string,
  names: readonly string[],
): Promise<GitSnapshot> {
  const repo = await project.findRepo();
  const [head, branch] = await Promise.all([repo?.head(), repo?.branch()]);
  if (repo?.top === undefined) return { repo: undefined, head, branch, committed: new Map() };
  const path = folderIn(repo, folder);
  const contents =
    head === undefined ? [] : await repo.showAll(names.map((name) => ({ revision: head, path: `${path}/${name}` })));
  return { repo, head, branch, committed: toTexts(names, contents) };
}

/**
 * With what HEAD, the index and the ignore rules say of the folder: one git process in a usual project. With `index`
 * every entry of the index below the folder is among the `others`.
 */
export async function readGitSnapshot(
  platform: Pick<Platform, 'files' | 'project'>,
  folder: string,
  { names = [], index = false }: { readonly names?: readonly string[]; readonly index?: boolean } = {},
): Promise<FolderSnapshot> {
  const repo = await platform.project.findRepo();
  const [head, branch] = await Promise.all([repo?.head(), repo?.branch()]);
  if (repo?.top === undefined) return { repo: undefined, head, branch, committed: new Map(), folder: undefined };
  const path = folderIn(repo, folder);
  const entries = await platform.files.list(folder);
  const questions = planQuestions(path, head, [...names, ...entries.map(({ name }) => name)]);
  const wanted = head === undefined ? [] : names.map((name) => ({ name, revision: head, path: `${path}/${name}` }));
  const answers = await repo.readAll([...wanted, ...questions]);
  const contents = answers.slice(0, wanted.length).map((found) => (found?.type === 'blob' ? found.bytes : undefined));
  return {
    repo,
    head,
    branch,
    committed: toTexts(names, contents),
    folder: await readGitFolder(repo, path, {
      head,
      entries,
      questions,
      answers: answers.slice(wanted.length),
      index,
    }),
  };
}

const toTexts = (names: readonly string[], contents: readonly (Buffer | undefined)[]): ReadonlyMap<string, string> =>
  new Map(
    contents.flatMap((bytes, index) =>
      bytes === undefined ? [] : [[names[index] ?? '', bytes.toString('utf8')] as const],
    ),
  );

/** Files of a git folder that exist while git waits for a person to go on or give up. */
const SIGNS = [
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['sequencer', 'a cherry-pick or revert'],
  ['BISECT_LOG', 'a bisect'],
] as const;

/**
 * Why a commit now would not go where the user expects it: git is in the middle of something, or no branch is checked
 * out. A clause such as `a rebase is in progress`; undefined if a commit goes to the branch.
 */
export async function findGitOperation({
  files,
  project,
}: Pick<Platform, 'files' | 'project'>): Promise<string | undefined> {
  const repo = await project.findRepo();
  if (repo?.top === undefined) return undefined;
  for (const [name, what] of SIGNS) {
    if ((await files.stat(join(repo.gitFolder, name))) !== undefined) return `${what} is in progress`;
  }
  const [head, branch] = await Promise.all([repo.head(), repo.branch()]);
  return head !== undefined && branch === undefined ? 'HEAD is detached' : undefined;
}

export async function readRecentCommits(platform: Pick<Platform, 'project'>): Promise<readonly string[]> {
  const repo = await platform.project.findRepo();
  if (repo === undefined || (await repo.head()) === undefined) return [];
  const { stdout } = await repo.run(['log', '-n', '5', '--format=%h %s']);
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}
