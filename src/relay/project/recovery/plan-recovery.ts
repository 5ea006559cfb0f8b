/** What is to stand in the folder after a recovery. Pure. */

import { join } from 'node:path';
import { BatonError } from '../../../kernel/errors/index.ts';
import { fileChecksum } from '../../../kernel/hash.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import {
  AIIGNORE_FILE,
  isIndexed,
  LOCK_FILE,
  MANIFEST_FILE,
  regenerateStatus,
  type FileTrust,
  type HandoffLock,
  type Manifest,
} from '../../../protocols/project/index.ts';
import { labelUnknown } from '../../../protocols/project/labels/index.ts';
import { markUnknown, TRUST_FILE } from '../../../protocols/project/trust/index.ts';
import { examine } from '../folder/examine.ts';
import { readExtras, type ExtraFile } from '../folder/folder-files.ts';
import { findBytes } from '../folder/pending-plan.ts';
import { readTexts, type Handoff } from '../folder/read-handoff.ts';
import { readLockState, sessionHeld, shortCommit } from '../folder/session.ts';
import { findCleanHandoff, type HandoffAt } from '../git/handoff-at.ts';
import { readGitSnapshot, readRecentCommits, type FolderSnapshot } from '../git/read-git.ts';

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

/** Files whose content is not the clean commit's; without one, those the manifest does not vouch for. */
async function listChanged(
  platform: Pick<Platform, 'files' | 'project'>,
  handoff: Handoff,
  clean: HandoffAt | undefined,
): Promise<Map<string, Buffer>> {
  const known = (name: string): string | undefined => {
    if (clean === undefined) return handoff.manifest?.files[name]?.checksum;
    const bytes = clean.files.get(name);
    return bytes === undefined ? undefined : fileChecksum(bytes);
  };
  const changed = new Map<string, Buffer>();
  for (const { name, checksum, bytes } of handoff.files.values())
    if (known(name) !== checksum) changed.set(name, bytes);
  // As bytes: one that cannot be read as text is what somebody may want to look at most.
  const manifest = await findBytes(platform, join(handoff.folder, MANIFEST_FILE));
  const isUnusable = handoff.manifestFault !== undefined;
  if (
    manifest !== undefined &&
    (isUnusable || (clean !== undefined && known(MANIFEST_FILE) !== fileChecksum(manifest)))
  )
    changed.set(MANIFEST_FILE, manifest);
  if (handoff.aiignore !== undefined && clean !== undefined && known(AIIGNORE_FILE) !== fileChecksum(handoff.aiignore))
    changed.set(AIIGNORE_FILE, Buffer.from(handoff.aiignore, 'utf8'));
  return changed;
}

export interface Recovery {
  readonly texts: ReadonlyMap<string, string>;
  readonly aiignore: string | undefined;
  readonly previous: Manifest | undefined;
  readonly removes: readonly string[];
  /** Copied before it is replaced. */
  readonly aside: { readonly label: string; readonly contents: ReadonlyMap<string, Uint8Array> };
  readonly what: string;
  /** Labels of files nobody vouches for as a whole from now on. */
  readonly trust: ReadonlyMap<string, FileTrust>;
}

/** `restore` goes back to the clean commit; `salvage` keeps what the session wrote. */
export function planRecovery(snapshot: RecoverySnapshot, action: 'restore' | 'salvage'): Recovery {
  if (snapshot.left === undefined) return planStatus(snapshot);
  return action === 'restore' ? planRestore(snapshot) : planSalvage(snapshot);
}

function planRestore(snapshot: RecoverySnapshot): Recovery {
  const { clean, handoff } = snapshot;
  if (clean === undefined)
    throw new BatonError('CLEAN_COMMIT_NOT_FOUND', 'no commit holds a complete handoff state to restore');
  return {
    texts: new Map(
      [...clean.files].filter(([name]) => isIndexed(name)).map(([name, bytes]) => [name, bytes.toString('utf8')]),
    ),
    aiignore: textAt(clean, AIIGNORE_FILE),
    previous: withNextTaskId(clean.manifest, handoff.manifest),
    removes: [...handoff.files.keys()].filter((name) => !clean.files.has(name)),
    aside: asideOf(snapshot),
    what: `Went back to ${shortCommit(clean.commit)}. What the session had written is kept aside.`,
    trust: new Map(),
  };
}

/** An id that the session gave away may be known to somebody, so it is not given again. */
function withNextTaskId(clean: Manifest, left: Manifest | undefined): Manifest {
  const ids = [clean.next_task_id, left?.next_task_id].filter((id) => id !== undefined);
  return ids.length === 0 ? clean : { ...clean, next_task_id: Math.max(...ids) };
}

function planSalvage(snapshot: RecoverySnapshot): Recovery {
  const { clean, handoff, changed, left } = snapshot;
  const texts = new Map(readTexts(handoff));
  for (const name of snapshot.corrupt) {
    const good = textAt(clean, name);
    if (good !== undefined) texts.set(name, good);
    else texts.delete(name);
  }
  const register = texts.get(TRUST_FILE);
  if (register !== undefined) texts.set(TRUST_FILE, markUnknown(register, left?.lock.session_id ?? ''));
  const unknown = [...changed.keys()].filter((name) => texts.has(name));
  const labelOf = (name: string): FileTrust =>
    labelUnknown(texts.get(name) ?? '', textAt(clean, name), clean?.manifest.files[name]);
  return {
    texts,
    aiignore: handoff.aiignore,
    previous: handoff.manifest ?? clean?.manifest ?? handoff.repaired?.manifest,
    removes: [],
    aside: asideOf(snapshot),
    what: `Kept what the session had written, as (Unknown): ${unknown.join(', ') || 'nothing'}.`,
    trust: new Map(unknown.filter(isIndexed).map((name) => [name, labelOf(name)])),
  };
}

function planStatus({ handoff, changed, recent }: RecoverySnapshot): Recovery {
  const texts = new Map(readTexts(handoff));
  return {
    texts: texts.set('STATUS.md', regenerateStatus(texts.get('LOG.md') ?? '', recent)),
    aiignore: handoff.aiignore,
    previous: handoff.manifest,
    removes: [],
    aside: { label: 'damaged', contents: changed },
    what: 'STATUS.md was damaged and is made again from the last entries and git history.',
    trust: new Map([['STATUS.md', { trust: 'unknown' }]]),
  };
}

/** Every changed file and the lock. */
function asideOf({ handoff, changed, left }: RecoverySnapshot): Recovery['aside'] {
  const contents = new Map<string, Uint8Array>(changed);
  if (handoff.lockText !== undefined) contents.set(LOCK_FILE, Buffer.from(handoff.lockText, 'utf8'));
  return { label: left?.lock.session_id ?? 'damaged', contents };
}

const textAt = (clean: HandoffAt | undefined, name: string): string | undefined =>
  clean?.files.get(name)?.toString('utf8');
