import { join } from 'node:path';
import { setAgentsSection } from '../../protocols/project/index.ts';
import type { Platform } from '../platform.ts';

const AGENTS_FILE = 'AGENTS.md';

export interface SetUpItem {
  readonly name: string;
  readonly isCreated: boolean;
}

export async function setUpAgentsMd(platform: Platform, { dryRun }: { dryRun: boolean }): Promise<SetUpItem[]> {
  const path = await platform.files.resolveInside(platform.root, join(platform.root, AGENTS_FILE));
  const old = (await platform.files.findText(path)) ?? '';
  const text = setAgentsSection(old);
  if (text === old) return [{ name: AGENTS_FILE, isCreated: false }];
  if (!dryRun) await platform.files.writeAtomic(path, text);
  return [{ name: AGENTS_FILE, isCreated: true }];
}
