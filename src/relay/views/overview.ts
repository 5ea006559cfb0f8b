import { basename } from 'node:path';
import { VERSION } from '../../kernel/version.ts';
import { MOVES } from '../../protocols/tasks/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { Overview } from './types.ts';

export async function viewOverview(platform: Pick<Platform, 'project' | 'tasks'>): Promise<Overview> {
  const store = await platform.tasks();
  return { version: VERSION, project: basename(platform.project.root), counts: await store.count(), moves: MOVES };
}
