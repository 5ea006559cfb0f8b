import { join } from 'node:path';
import { sha256Hex } from '../../../kernel/hash.ts';
import type { HeldLock, Platform } from '../../../kernel/ports/index.ts';
import { LOCK_FILE } from '../../../protocols/project/index.ts';
import { hideDataDir } from '../../settings/index.ts';
import { commitHandoff, type CommitGround, type CommitResult } from '../commit/commit-handoff.ts';
import { isGitFault } from '../commit/session-tag.ts';
import type { KnownFiles } from '../folder/known-files.ts';
import { findBytes, findPending, type CommitOrder, type Pending } from '../folder/pending-plan.ts';
import { getFolder, getHandoff, type Handoff } from '../folder/read-handoff.ts';
import type { FolderSnapshot } from '../git/read-git.ts';
import {
  applyPlan,
  dropPendingFolder,
  finishPlan,
  keepAside,
  keepForeignPending,
  stageChanges,
  type ChangePlan,
} from './pending.ts';

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

/**
 * A plan that was cut short may be carried out hours later, over what somebody has written in between: that is kept
 * aside and named, and a lock that is not the one the plan knew stays.
 */
async function keepLaterEdits(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'random' | 'remark'>,
  folder: string,
  pending: Pending,
): Promise<Pending> {
  if (pending.base === undefined) return pending;
  const { before } = pending.base;
  const edited = new Map<string, Buffer>();
  const compare = async (name: string, after: Buffer | undefined): Promise<void> => {
    const now = await findBytes(platform, join(folder, name));
    if (now === undefined || after?.equals(now) === true || before[name] === sha256Hex(now)) return;
    edited.set(name, now);
  };
  for (const { name, staged } of pending.writes) {
    const after = await findBytes(platform, staged);
    // Without it the file is in place already, and nothing more happens to it.
    if (after !== undefined) await compare(name, after);
  }
  for (const name of pending.removes) await compare(name, undefined);
  const isOtherLock = edited.delete(LOCK_FILE);
  const kept = await keepAside(platform, 'unfinished', edited);
  if (kept.length > 0)
    platform.remark(`a step that was cut short is carried out; what was written since is kept in ${kept.join(', ')}`);
  return isOtherLock ? { ...pending, removes: pending.removes.filter((name) => name !== LOCK_FILE) } : pending;
}
