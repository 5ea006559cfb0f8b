import type { AuditEntry, Platform } from '../../kernel/ports/index.ts';
import { parseManifest } from '../../protocols/governance/index.ts';
import { findKeptManifest, findKeptLock, LOCKED } from './recorded-lock.ts';
import type { RegistryPlace } from './registry-place.ts';

/** A block or a hold as the log has it. */
export interface Restriction {
  /** The entry that raised the flag. */
  readonly entry: AuditEntry | undefined;
  /** Who could lift it by signature when it was made, by name; none if the registry was not locked here then. */
  readonly reviewers: ReadonlyMap<string, string>;
}

/** Read from the log: what a lock file or manifest in the tree says about reviewers can be written after the fact. */
export async function readRestriction(
  platform: Pick<Platform, 'audit' | 'files' | 'project'>,
  { name }: RegistryPlace,
  flag: string,
): Promise<Restriction> {
  let lock: string | undefined;
  let found: { readonly entry: AuditEntry; readonly lock: string | undefined } | undefined;
  for await (const entry of platform.audit.entries()) {
    if (entry.kind === LOCKED && entry.body['registry'] === name) lock = String(entry.body['lock_sha256']);
    if (entry.flag?.name === flag && entry.flag.up) found = { entry, lock };
  }
  return { entry: found?.entry, reviewers: await readReviewers(platform, found?.lock) };
}

async function readReviewers(
  platform: Pick<Platform, 'files' | 'project'>,
  sha256: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const lock = await findKeptLock(platform, sha256);
  const manifest = await findKeptManifest(platform, lock?.manifest?.hash);
  return manifest === undefined ? new Map() : parseManifest(manifest).reviewers;
}
