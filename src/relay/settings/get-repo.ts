import { BatonError } from '../../kernel/errors/index.ts';
import type { GitRepo, Platform } from '../../kernel/ports/index.ts';

/** The repository around the project; a command that cannot do without one fails here. */
export async function getRepo(platform: Platform): Promise<GitRepo> {
  const repo = await platform.git.findRepo(platform.root);
  if (repo !== undefined) return repo;
  throw new BatonError('GIT_NOT_A_REPO', `${platform.root} is not in a git repository`, { root: platform.root });
}
