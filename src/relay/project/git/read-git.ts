import type { GitRepo, Platform } from '../../../kernel/ports/index.ts';
import { folderIn } from './folder-in.ts';
import { planQuestions, readGitFolder, type GitFolder } from './git-folder.ts';

/** What a command knows of git: asked once, before anything is decided. */
export interface GitSnapshot {
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
