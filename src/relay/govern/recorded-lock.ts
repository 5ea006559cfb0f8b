import { dirname, join } from 'node:path';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../kernel/json.ts';
import type { AuditDraft, AuditFacts, Platform } from '../../kernel/ports/index.ts';
import {
  MAX_REGISTRY_BYTES,
  parseLock,
  type Lock,
  type LockEntry,
  type Violation,
} from '../../protocols/governance/index.ts';

export const LOCKED = 'registry.locked';

/** Up for the lock file of this hash, which somebody locked here for this registry, until the next one replaces it. */
export const lockedFlag = (registry: string, sha256: string | undefined): string =>
  `locked:${registry}:${sha256 ?? 'none'}`;

/** Up from the first lock here on: then no registry counts but those on record. */
export const LOCKS_COUNT = 'locks-count';

export const TAKEN = 'registry.taken';

/** Up if the lock file that counts for this registry is the one that came with its first handoff here. */
export const takenFlag = (registry: string): string => `taken:${registry}`;

export const lockFlags = (registry: string, sha256: string | undefined): string[] => [
  LOCKS_COUNT,
  takenFlag(registry),
  lockedFlag(registry, sha256),
];

export type LockState = 'locked here' | 'taken here' | 'not locked here' | 'nothing is locked here';

export function findLockState(registry: string, sha256: string | undefined, { flagged }: AuditFacts): LockState {
  const isTaken = flagged.has(takenFlag(registry));
  if (flagged.has(lockedFlag(registry, sha256))) return isTaken ? 'taken here' : 'locked here';
  return isTaken || flagged.has(LOCKS_COUNT) ? 'not locked here' : 'nothing is locked here';
}

/** A lock file that nobody locked here: anyone who can write the repository could have written it. */
export function findUnrecordedLock(
  registry: string,
  sha256: string | undefined,
  facts: AuditFacts,
): Violation | undefined {
  if (sha256 === undefined || findLockState(registry, sha256, facts) !== 'not locked here') return undefined;
  return { code: 'HASH_VERIFICATION_FAILURE', path: '', message: NOT_RECORDED };
}

export const NOT_RECORDED =
  'the registry changed since it was locked here, or was never locked here; baton govern lock --dry-run shows what changed';

export const LOCK_REMEDY =
  'Review the registry, then run baton govern lock --by PERSON --reason TEXT, with the same --root, --manifest and --lock.';

/** What the log and the copies beside the prompts have about the lock files of a registry. */
export interface RecordedLocks {
  /** Hashes of the lock files that were locked or taken here, oldest first. */
  readonly hashes: readonly string[];
  /** The last of them; undefined if its copy is gone. */
  readonly last: Lock | undefined;
  /** The hash that was locked for each version of each agent, by `agent version`. */
  readonly versions: ReadonlyMap<string, string>;
}

export const versionKey = (agent: string, version: string): string => `${agent} ${version}`;

/** What a lock entry says about prompts that it locked first. */
export const toLockedPrompts = (prompts: Iterable<readonly [string, LockEntry]>): JsonObject[] =>
  [...prompts].map(([agent, { version, hash }]) => ({ agent, version, hash }));

function* readLockedPrompts({ prompts }: JsonObject): Iterable<[string, string]> {
  for (const row of Array.isArray(prompts) ? prompts : [])
    if (isJsonObject(row)) yield [versionKey(String(row['agent']), String(row['version'])), String(row['hash'])];
}

export async function readRecordedLocks(
  platform: Pick<Platform, 'audit' | 'files' | 'project'>,
  registry: string,
): Promise<RecordedLocks> {
  const hashes: string[] = [];
  const versions = new Map<string, string>();
  for await (const { kind, body } of platform.audit.entries()) {
    if ((kind !== LOCKED && kind !== TAKEN) || body['registry'] !== registry) continue;
    hashes.push(String(body['lock_sha256']));
    for (const [version, hash] of readLockedPrompts(body)) versions.set(version, hash);
  }
  return { hashes, versions, last: await findKeptLock(platform, hashes.at(-1)) };
}

/** A lock file that was locked here; undefined if its copy is gone or was changed. */
export async function findKeptLock(
  platform: Pick<Platform, 'files' | 'project'>,
  sha256: string | undefined,
): Promise<Lock | undefined> {
  const text = sha256 === undefined ? undefined : await findKept(platform, 'locks', sha256);
  return text === undefined || sha256Hex(text) !== sha256 ? undefined : parseLock(text);
}

/** The manifest that a lock file covered, laid out for comparing; undefined if its copy is gone. */
export async function findKeptManifest(
  platform: Pick<Platform, 'files' | 'project'>,
  hash: string | undefined,
): Promise<string | undefined> {
  const text = hash === undefined ? undefined : await findKept(platform, 'manifests', hash);
  return text === undefined || hashManifest(text) !== hash ? undefined : layOut(text);
}

export const layOut = (json: string): string => `${JSON.stringify(parseJson(json), null, 2)}\n`;

function hashManifest(text: string): string | undefined {
  try {
    return sha256Hex(canonicalJson(parseJson(text)));
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

type Kept = 'locks' | 'manifests';

const keptPath = ({ dataDir }: Pick<Platform['project'], 'dataDir'>, kind: Kept, hash: string): string =>
  join(dataDir, 'governance', kind, `${hash}.json`);

const findKept = (
  { files, project }: Pick<Platform, 'files' | 'project'>,
  kind: Kept,
  hash: string,
): Promise<string | undefined> => files.findText(keptPath(project, kind, hash), { maxBytes: MAX_REGISTRY_BYTES });

/** So that the next person who locks can be shown what changed since. */
export async function keepCopy(
  { files, project }: Pick<Platform, 'files' | 'project'>,
  kind: Kept,
  hash: string,
  text: string,
): Promise<void> {
  const path = keptPath(project, kind, hash);
  await files.createFolder(dirname(path));
  await files.writeAtomic(path, text);
}

/** The entry of a lock, and those that end what was locked before. */
export function planLocked(
  registry: string,
  sha256: string,
  body: AuditDraft['body'],
  { flagged }: AuditFacts,
): AuditDraft[] {
  const flag = { name: lockedFlag(registry, sha256), up: true };
  const first = { kind: 'registry.required', flag: { name: LOCKS_COUNT, up: true }, body: { registry } };
  return [
    { kind: LOCKED, flag, body: { ...body, registry, lock_sha256: sha256 } },
    ...(flagged.has(LOCKS_COUNT) ? [] : [first]),
    ...[...flagged]
      .filter((name) => name !== flag.name && name !== LOCKS_COUNT)
      .map((name) => ({ kind: 'registry.replaced', flag: { name, up: false }, body: { registry, by_lock: sha256 } })),
  ];
}
