import { basename } from 'node:path';
import { VERSION } from '../../kernel/version.ts';
import { PERSON_MOVES } from '../../protocols/tasks/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { readAgents } from '../tasks/index.ts';
import type { Overview } from './types.ts';

export async function viewOverview(platform: Pick<Platform, 'files' | 'project' | 'tasks'>): Promise<Overview> {
  const store = await platform.tasks();
  const { agents } = await readAgents(platform);
  return {
    version: VERSION,
    project: basename(platform.project.root),
    counts: await store.count(),
    moves: PERSON_MOVES,
    agents: agents.map(({ id }) => id),
  };
}
