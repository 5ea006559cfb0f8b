import { given } from '../../kernel/given.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { readAgents } from '../tasks/index.ts';

/** What of a known agent is told to agents outside: never its settings or keys. */
export interface SkilledAgent {
  readonly id: string;
  readonly role?: string;
  readonly team?: string;
  readonly tags: readonly string[];
}

export async function listSkilledAgents(platform: Pick<Platform, 'files' | 'project'>): Promise<SkilledAgent[]> {
  const { agents } = await readAgents(platform);
  return agents.map(({ id, role, team, tags }) => ({
    id,
    tags,
    ...given({ role, team }),
  }));
}
