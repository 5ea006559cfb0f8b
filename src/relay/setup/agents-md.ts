import { setup, type SetupPlatform } from './setup.ts';

export interface SetUpItem {
  readonly name: string;
  readonly isCreated: boolean;
}

/** The pointer that `baton setup agents-md` writes. One that somebody changed by hand is kept. */
export async function setUpAgentsMd(platform: SetupPlatform, { dryRun }: { dryRun: boolean }): Promise<SetUpItem[]> {
  const rows = await setup(platform, { tool: 'agents-md', action: 'write', program: ['baton'], force: false, dryRun });
  return rows.map(({ path, done }) => ({ name: path, isCreated: done === 'written' }));
}
