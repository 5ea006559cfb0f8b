import { join } from 'node:path';
import type { AuthorityRequest, Platform } from '../../../kernel/ports/index.ts';
import { findFolder } from '../folder/read-handoff.ts';
import { keepAside } from './keep-aside.ts';
import { PENDING_FOLDER } from '../git/left-out.ts';
import { findForeignPending } from '../folder/pending-plan.ts';

const MAX_BYTES = 16 * 1024 * 1024;

/** A plan from elsewhere makes room for the next one of ours; what it holds is kept. */
export async function keepForeignPending(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'random' | 'remark'>,
  folder: string,
): Promise<void> {
  if ((await findForeignPending(platform, folder)) === undefined) return;
  const contents = new Map<string, Uint8Array>();
  for (const { name, kind } of await platform.files.list(join(folder, PENDING_FOLDER))) {
    if (kind !== 'file') continue;
    contents.set(name, await platform.files.readBytes(join(folder, PENDING_FOLDER, name), { maxBytes: MAX_BYTES }));
  }
  const kept = await keepAside(platform, 'pending-from-elsewhere', contents);
  platform.remark(`${PENDING_FOLDER} was not written by this installation: set aside as ${kept.join(', ')}`);
}

/** For `baton approve`. */
export async function findForeignPlan(
  platform: Pick<Platform, 'files' | 'project'>,
): Promise<AuthorityRequest | undefined> {
  const folder = await findFolder(platform);
  return folder === undefined ? undefined : await findForeignPending(platform, folder);
}
