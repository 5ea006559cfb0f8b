import { BatonError } from '../../kernel/errors/index.ts';
import type { GitRepo, Platform } from '../../kernel/ports/index.ts';

/** The repository around the project; a command that cannot do without one fails here. */
export async function getRepo(platform: Pick<Platform, 'project'>): Promise<GitRepo> {
  const repo = await platform.project.findRepo();
  if (repo !== undefined) return repo;
  throw new BatonError('GIT_NOT_A_REPO', `${platform.project.root} is not in a git repository`, {
    root: platform.project.root,
  });
}
