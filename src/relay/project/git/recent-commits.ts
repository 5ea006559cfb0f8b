import type { Platform } from '../../../kernel/ports/index.ts';

export async function readRecentCommits(platform: Pick<Platform, 'project'>): Promise<readonly string[]> {
  const repo = await platform.project.findRepo();
  if (repo === undefined || (await repo.head()) === undefined) return [];
  const { stdout } = await repo.run(['log', '-n', '5', '--format=%h %s']);
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}
