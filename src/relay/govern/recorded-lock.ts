import { dirname, join, relative } from 'node:path';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { parseJson } from '../../kernel/json.ts';
import type { AuditDraft, AuditFacts, Platform } from '../../kernel/ports/index.ts';
import { MAX_REGISTRY_BYTES, parseLock, type Lock, type Violation } from '../../protocols/governance/index.ts';
import type { RegistryPlace } from './registry-place.ts';

const LOCKED = 'registry.locked';

/** Up for the lock file of this hash, which somebody locked here, until the next one replaces it. */
export const lockedFlag = (sha256: string): string => `locked:${sha256}`;

/** The name of a registry in the audit log: one data dir may serve several. */
export const nameRegistry = ({ root }: Pick<Platform['project'], 'root'>, { manifest }: RegistryPlace): string =>
  relative(root, manifest);

/** Made by the first lock of a registry: from then on only lock files on record count. */
export const registryClaim = (registry: string): string => `registry:${registry}`;

/** A lock file that nobody locked here: anyone who can write the repository could have written it. */
export function findUnrecordedLock(
  registry: string,
  lockSha256: string | undefined,
  { claimed, flagged }: AuditFacts,
): Violation | undefined {
  if (lockSha256 === undefined || !claimed.has(registryClaim(registry)) || flagged.has(lockedFlag(lockSha256)))
    return undefined;
  return { code: 'HASH_VERIFICATION_FAILURE', path: '', message: NOT_RECORDED };
}

export const NOT_RECORDED =
  'the lock file is not the one that was locked here last; baton govern lock --dry-run shows what changed, and locking it again makes it count';

/** What the log and the copies beside the prompts have about the lock files of a registry. */
export interface RecordedLocks {
  /** Hashes of the lock files that were locked here, oldest first. */
  readonly hashes: readonly string[];
  /** The last of them; undefined if its copy is gone. */
  readonly last: Lock | undefined;
}

export async function readRecordedLocks(
  platform: Pick<Platform, 'audit' | 'files' | 'project'>,
  registry: string,
): Promise<RecordedLocks> {
  const hashes: string[] = [];
  for await (const { kind, body } of platform.audit.entries())
    if (kind === LOCKED && body['registry'] === registry) hashes.push(String(body['lock_sha256']));
  const sha256 = hashes.at(-1);
  const text = sha256 === undefined ? undefined : await findKept(platform, 'locks', sha256);
  return { hashes, last: text === undefined || sha256Hex(text) !== sha256 ? undefined : parseLock(text) };
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
  { claimed, flagged }: AuditFacts,
): AuditDraft[] {
  const claim = claimed.has(registryClaim(registry)) ? {} : { claim: registryClaim(registry) };
  return [
    {
      kind: LOCKED,
      ...claim,
      flag: { name: lockedFlag(sha256), up: true },
      body: { ...body, registry, lock_sha256: sha256 },
    },
    ...[...flagged]
      .filter((name) => name !== lockedFlag(sha256))
      .map((name) => ({ kind: 'registry.replaced', flag: { name, up: false }, body: { registry, by_lock: sha256 } })),
  ];
}
