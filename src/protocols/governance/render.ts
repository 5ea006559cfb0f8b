/** Writes the lock: the inverse of parseLock, from the manifest and the hashes of the prompts. */
import type { AgentType, LockEntry } from './schema.ts';

export interface LockDraft {
  readonly version: string;
  readonly prompts: ReadonlyMap<string, LockEntry>;
  readonly boundaries?: { readonly file: string; readonly hash: string };
}

const LOCKFILE_VERSION = 1;

export function renderLock({ version, prompts, boundaries }: LockDraft): string {
  const count = (type: AgentType): number => [...prompts.values()].filter((entry) => entry.type === type).length;
  const lock = {
    version,
    lockfileVersion: LOCKFILE_VERSION,
    algorithm: 'SHA-256',
    prompts: Object.fromEntries([...prompts].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    ...(boundaries === undefined ? {} : { boundaries }),
    integrity: {
      total_prompts: prompts.size,
      domains: count('domain'),
      archetypes: count('archetype'),
      orchestrators: count('orchestrator'),
    },
  };
  return `${JSON.stringify(lock, null, 2)}\n`;
}
