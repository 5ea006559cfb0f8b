/** Writes the lock file: the inverse of parseLock, from the manifest and the hashes of the prompts. */
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { AgentType, LockEntry } from './schema.ts';

/** What a lock file is made from. */
export interface LockDraft {
  readonly version: string;
  readonly prompts: ReadonlyMap<string, LockEntry>;
  readonly manifest: { readonly file: string; readonly hash: string };
  readonly boundaries?: { readonly file: string; readonly hash: string };
}

const LOCKFILE_VERSION = 1;

/** `before` is the lock file as it is: fields that Baton does not know stay as they are. */
export function renderLock({ version, prompts, manifest, boundaries }: LockDraft, before: JsonObject = {}): string {
  const count = (type: AgentType): number => [...prompts.values()].filter((entry) => entry.type === type).length;
  const { boundaries: _, ...kept } = before;
  const [keptPrompts, keptIntegrity] = [objectAt(before, 'prompts'), objectAt(before, 'integrity')];
  const lock = {
    ...kept,
    version,
    lockfileVersion: LOCKFILE_VERSION,
    algorithm: typeof before['algorithm'] === 'string' ? before['algorithm'] : 'SHA-256',
    prompts: Object.fromEntries(
      [...prompts]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, entry]) => [id, { ...objectAt(keptPrompts, id), ...entry }]),
    ),
    manifest: { ...objectAt(before, 'manifest'), ...manifest },
    ...(boundaries === undefined ? {} : { boundaries: { ...objectAt(before, 'boundaries'), ...boundaries } }),
    integrity: {
      ...keptIntegrity,
      total_prompts: prompts.size,
      domains: count('domain'),
      archetypes: count('archetype'),
      orchestrators: count('orchestrator'),
    },
  };
  return `${JSON.stringify(lock, null, 2)}\n`;
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const member = Object.hasOwn(value, key) ? value[key] : undefined;
  return isJsonObject(member) ? member : {};
}
