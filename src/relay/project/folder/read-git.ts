import type { GitRepo, Platform } from '../../../kernel/ports/index.ts';
import { folderIn } from './handoff-at.ts';

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

/** HEAD, branch, and these files of the folder at HEAD, over one git process. */
export async function readGit(
  { project }: Pick<Platform, 'project'>,
  folder: string,
  names: readonly string[],
): Promise<GitSnapshot> {
  const repo = await project.findRepo();
  const [head, branch] = await Promise.all([repo?.head(), repo?.branch()]);
  if (repo?.top === undefined) return { repo: undefined, head, branch, committed: new Map() };
  const contents =
    head === undefined || names.length === 0
      ? []
      : await repo.showAll(names.map((name) => ({ revision: head, path: `${folderIn(repo, folder)}/${name}` })));
  const committed = contents.flatMap((bytes, index) =>
    bytes === undefined ? [] : [[names[index] ?? '', bytes.toString('utf8')] as const],
  );
  return { repo, head, branch, committed: new Map(committed) };
}
