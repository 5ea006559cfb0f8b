import { join } from 'node:path';
import { hideDataDir } from '../../settings/index.ts';
import type { HeldLock, Platform } from '../../../kernel/ports/index.ts';
import { commitHandoff, type CommitGround, type CommitResult } from '../commit/commit-handoff.ts';
import { isGitFault } from '../commit/git-fault.ts';
import type { FolderSnapshot } from '../git/read-git.ts';
import type { CommitOrder } from '../folder/commit-order.ts';
import {
  applyPlan,
  dropPendingFolder,
  finishPlan,
  keepForeignPending,
  stageChanges,
  type ChangePlan,
} from './pending.ts';
import { findPending, type Pending } from '../folder/pending-plan.ts';
import type { KnownFiles } from '../folder/known-files.ts';
import { keepLaterEdits } from './later-edits.ts';
import { getFolder, getHandoff, type Handoff } from '../folder/read-handoff.ts';

const LOCK_NAME = 'project';
const WAIT_MS = 20_000;

/**
 * Runs `change` as the only writer of this project: first a step that was cut short is carried out to its end, then the
 * folder is read, then `change` decides and writes.
 */
export async function withWriter<T>(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'random' | 'remark'>,
  owner: string,
  change: (handoff: Handoff) => Promise<T>,
  options: { readonly dryRun?: boolean | undefined; readonly known?: KnownFiles } = {},
): Promise<T> {
  // Who only wants to know what would happen leaves no trace, not even of a lock.
  if (options.dryRun === true) return change(await getHandoff(platform, options.known));
  const folder = await getFolder(platform);
  return withProjectLock(platform, owner, async () => {
    await carryOutPending(platform, folder);
    return change(await getHandoff(platform, options.known));
  });
}

export async function withProjectLock<T>(
  platform: Pick<Platform, 'files' | 'project'>,
  owner: string,
  run: () => Promise<T>,
): Promise<T> {
  await hideDataDir(platform);
  const held: HeldLock = await platform.project.locks.acquire(LOCK_NAME, { owner, waitMs: WAIT_MS });
  try {
    return await run();
  } finally {
    await held.release();
  }
}

/** What a process that died had decided is done; what it had not is dropped. */
async function carryOutPending(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'random' | 'remark'>,
  folder: string,
): Promise<void> {
  const pending = await findPending(platform, folder);
  if (pending === undefined) {
    await keepForeignPending(platform, folder);
    return dropPendingFolder(platform, folder);
  }
  const result = await carryOut(platform, folder, await keepLaterEdits(platform, folder, pending), {
    base: pending.base,
  });
  if (result?.kind === 'failed')
    platform.remark(`a step that was cut short is carried out, but not committed: ${result.why}`);
}

/** A commit that git refuses does not keep the rest from its end: nobody could write here any more until git can. */
async function carryOut(
  platform: Pick<Platform, 'disk' | 'files' | 'project' | 'random' | 'remark'>,
  folder: string,
  pending: Pending,
  ground: CommitGround,
): Promise<CommitResult | undefined> {
  await applyPlan(platform, folder, pending);
  const result = pending.commit === undefined ? undefined : await tryCommit(platform, folder, pending.commit, ground);
  await finishPlan(platform, folder, pending);
  return result;
}

async function tryCommit(
  platform: Pick<Platform, 'files' | 'project' | 'random' | 'remark'>,
  folder: string,
  order: CommitOrder,
  ground: CommitGround,
): Promise<CommitResult> {
  try {
    return await commitHandoff(platform, folder, order, ground);
  } catch (error) {
    if (!isGitFault(error)) throw error;
    return { kind: 'failed', why: error.message };
  }
}

/**
 * To be called inside withWriter. A single file needs no plan: replacing it is one step already. With `git` a commit is
 * made of what the command found when it gathered.
 */
export async function applyChanges(
  platform: Pick<Platform, 'disk' | 'files' | 'project' | 'random' | 'remark'>,
  folder: string,
  plan: ChangePlan,
  git?: FolderSnapshot,
): Promise<CommitResult | undefined> {
  const [only] = plan.writes;
  if (plan.writes.size === 1 && only !== undefined && plan.removes === undefined && plan.commit === undefined) {
    const [name, content] = only;
    await platform.files.writeAtomic(
      await platform.files.resolveInside(platform.project.root, join(folder, name)),
      content,
    );
    return undefined;
  }
  return carryOut(platform, folder, await stageChanges(platform, folder, plan), { git });
}
