import { join } from 'node:path';
import type { Platform } from '../../../kernel/ports/index.ts';
import type { HandoffLock } from '../../../protocols/project/index.ts';
import { findBytes } from '../folder/plan-base.ts';
import { examine } from '../folder/examine.ts';
import { readExtras, type ExtraFile } from '../folder/folder-files.ts';
import { findCleanHandoff, type HandoffAt } from '../git/handoff-at.ts';
import { readGitSnapshot, type FolderSnapshot } from '../git/read-git.ts';
import type { Handoff } from '../folder/read-handoff.ts';
import { readRecentCommits } from '../git/recent-commits.ts';
import { readLockState, sessionHeld } from '../folder/session.ts';
import { listChanged } from './interrupted-files.ts';

/** Everything a recovery decides upon, read once. */
export interface RecoverySnapshot {
  readonly handoff: Handoff;
  readonly git: FolderSnapshot;
  /** The session that did not close. */
  readonly left: { readonly lock: HandoffLock; readonly why: string } | undefined;
  /** The newest commit with a complete state. */
  readonly clean: HandoffAt | undefined;
  /** What differs from it. Without a session that did not close, only a damaged STATUS.md. */
  readonly changed: ReadonlyMap<string, Buffer>;
  /** Names of damaged files. */
  readonly corrupt: ReadonlySet<string>;
  readonly extras: readonly ExtraFile[];
  /** Subjects of the last commits, if STATUS.md has to be made again from them. */
  readonly recent: readonly string[];
}

/** Fails if a living session holds the files. */
export async function gatherRecovery(
  platform: Pick<Platform, 'clock' | 'facts' | 'files' | 'processes' | 'project'>,
  handoff: Handoff,
): Promise<RecoverySnapshot> {
  const state = await readLockState(platform, handoff);
  if (state.kind === 'held') throw sessionHeld(platform, state);
  const git = await readGitSnapshot(platform, handoff.folder);
  const clean = await findCleanHandoff(platform, handoff.folder);
  const examined = await examine(platform, handoff, { kind: 'first' }, async () => clean);
  const corrupt = new Set(examined.corrupt.keys());
  const { isStatusMissing, missing } = examined.facts;
  // A project that never had one has no entries to make it from either.
  const isLost = isStatusMissing === true && (missing.includes('STATUS.md') || handoff.files.has('LOG.md'));
  const isStatusDamaged = state.kind === 'free' && (corrupt.has('STATUS.md') || isLost);
  return {
    handoff,
    git,
    left: state.kind === 'left' ? { lock: state.lock, why: state.why } : undefined,
    clean,
    changed:
      state.kind === 'left'
        ? await listChanged(platform, handoff, clean)
        : isStatusDamaged
          ? await readStatus(platform, handoff)
          : new Map(),
    corrupt,
    extras: await readExtras(platform, handoff.folder, git.folder),
    recent: isStatusDamaged ? await readRecentCommits(platform) : [],
  };
}

/** Read here: a file that is too large was not read with the rest. */
async function readStatus(
  platform: Pick<Platform, 'files' | 'project'>,
  { folder }: Handoff,
): Promise<Map<string, Buffer>> {
  const bytes = await findBytes(platform, join(folder, 'STATUS.md'));
  return new Map([['STATUS.md', bytes ?? Buffer.alloc(0)]]);
}
