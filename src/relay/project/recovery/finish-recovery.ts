import type { Finding } from '../../../kernel/finding.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { applyChanges } from '../change/change-handoff.ts';
import { writeAside } from '../change/keep-aside.ts';
import { checkBeforeCommit } from '../checks/standing.ts';
import type { CommitResult } from '../commit/commit-handoff.ts';
import type { DraftedRecovery } from './draft-recovery.ts';
import type { RecoverySnapshot } from './gather-recovery.ts';
import type { Recovery } from './plan-recovery.ts';

/** What stays on disk as it is counts too, if it is no text and nothing takes its place. */
export async function checkRecovery(
  platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
  { handoff, extras, git }: RecoverySnapshot,
  { removes, aiignore }: Recovery,
  { texts, manifestText, manifest }: DraftedRecovery,
): Promise<Finding[]> {
  const broken = [...handoff.files.values()]
    .filter(({ name, isText }) => !isText && !texts.has(name) && !removes.includes(name))
    .map(({ name }) => name);
  return checkBeforeCommit(platform, { texts, broken, manifestText, manifest, aiignore, extras }, git.folder);
}

/** Copies first, then files, manifest, commit and the end of the lock in one step. A commit only of what passed. */
export async function applyRecovery(
  platform: Pick<Platform, 'disk' | 'files' | 'project' | 'random' | 'remark'>,
  { handoff, git, left }: RecoverySnapshot,
  { aside, writes, removes }: DraftedRecovery,
  findings: readonly Finding[],
  options: { readonly commit: boolean } = { commit: true },
): Promise<CommitResult | undefined> {
  const isSound = options.commit && findings.every(({ severity }) => severity !== 'error');
  const commit = { message: `Recover the handoff after ${left?.lock.agent ?? 'damage'}`, agent: 'baton' };
  await writeAside(platform, aside);
  return applyChanges(platform, handoff.folder, { writes, removes, commit: isSound ? commit : undefined }, git);
}
