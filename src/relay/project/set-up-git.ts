import type { Platform } from '../platform.ts';
import type { SetUpItem } from './agents-md.ts';

export async function setUpGit(_platform: Platform, _options: { dryRun: boolean }): Promise<SetUpItem[]> {
  return [];
}
