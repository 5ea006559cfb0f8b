import { join } from 'node:path';
import { sha256Hex } from '../../../kernel/hash.ts';
import { LOCK_FILE } from '../../../protocols/project/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { keepAside } from './keep-aside.ts';
import type { Pending } from '../folder/pending-plan.ts';
import { findBytes } from '../folder/plan-base.ts';

/**
 * A plan that was cut short may be carried out hours later, over what somebody has written in between: that is kept
 * aside and named, and a lock that is not the one the plan knew stays.
 */
export async function keepLaterEdits(
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
