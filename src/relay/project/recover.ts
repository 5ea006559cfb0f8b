import { join } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Finding } from '../../kernel/finding.ts';
import {
  AIIGNORE_FILE,
  isIndexed,
  labelUnknown,
  markUnknown,
  regenerateStatus,
  TRUST_FILE,
  type Manifest,
} from '../../protocols/project/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { withWriter } from './change/change-handoff.ts';
import { finishRecovery } from './change/finish-recovery.ts';
import { findCleanHandoff } from './folder/handoff-at.ts';
import { keepInterrupted, listChanged } from './change/interrupted-files.ts';
import { keepAside } from './change/keep-aside.ts';
import { readRecentCommits } from './folder/recent-commits.ts';
import { examine } from './folder/examine.ts';
import { getFolder, getHandoff, readTexts, type Handoff } from './folder/read-handoff.ts';
import { readCommit, readLockState, sessionHeld, shortCommit } from './folder/session.ts';

export interface RecoverRequest {
  /** `look` changes nothing; `restore` goes back to the clean commit; `salvage` keeps what the session wrote. */
  readonly action: 'look' | 'restore' | 'salvage';
  readonly dryRun?: boolean;
}

export interface RecoverResult {
  /**
   * `clean`: there was nothing to recover. `unfinished`: a step was cut short, and the next writing command carries it
   * out; `finished`: it is carried out now.
   */
  readonly state: 'clean' | 'unfinished' | 'finished' | 'interrupted' | 'recovered';
  readonly clean_commit: string | null;
  /** Paths of the copies of what the interrupted session left. */
  readonly kept: readonly string[];
  /** Files that differ from the clean commit. */
  readonly changed: readonly string[];
  readonly session: { readonly agent: string; readonly session_id: string | null; readonly why: string } | null;
  readonly commit: string | null;
  /** Git was asked for the commit and could not make it. */
  readonly commit_failed: boolean;
  /** Why what was recovered is not committed, where it is not. */
  readonly note: string | null;
  /** What the checks before the commit found; one error, and the files are written but not committed. */
  readonly findings: readonly Finding[];
}

/** After a crash: says what is there, and brings the folder back to a complete state without losing a byte. */
export async function recover(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner' | 'tokens'
  >,
  request: RecoverRequest,
): Promise<RecoverResult> {
  if (request.action === 'look' || request.dryRun === true) return look(platform, await getHandoff(platform));
  await getFolder(platform);
  const hadPending = (await getHandoff(platform)).pending !== undefined;
  return withWriter(platform, 'baton recover', async (handoff) => {
    const found = await look(platform, handoff);
    if (found.session === null && found.changed.length === 0) {
      return { ...found, state: hadPending ? 'finished' : 'clean', commit: shortCommit(await readCommit(platform)) };
    }
    if (found.session === null) return mendStatus(platform, handoff, found);
    return request.action === 'restore' ? restore(platform, handoff, found) : salvage(platform, handoff, found);
  });
}

async function look(
  platform: Pick<Platform, 'clock' | 'facts' | 'files' | 'processes' | 'project'>,
  handoff: Handoff,
): Promise<RecoverResult> {
  const state = await readLockState(platform, handoff);
  if (state.kind === 'held') throw sessionHeld(platform, state);
  if (state.kind === 'free') return lookAtFree(platform, handoff);
  const clean = await findCleanHandoff(platform, handoff.folder);
  const { lock, why } = state;
  return {
    state: 'interrupted',
    clean_commit: clean?.commit ?? null,
    kept: [],
    changed: [...(await listChanged(platform, handoff, clean)).keys()],
    session: { agent: lock.agent, session_id: lock.session_id ?? null, why },
    ...NOT_YET,
  };
}

/** Without a lock only a STATUS.md that is damaged or lost can be repaired. */
async function lookAtFree(
  platform: Pick<Platform, 'clock' | 'facts' | 'processes' | 'project'>,
  handoff: Handoff,
): Promise<RecoverResult> {
  const { corrupt, facts } = await examine(platform, handoff, { kind: 'first' });
  // A project that never had one has no entries to make it from either.
  const isLost = facts.isStatusMissing === true && (facts.missing.includes('STATUS.md') || handoff.files.has('LOG.md'));
  const damaged = corrupt.has('STATUS.md') || isLost;
  return {
    state: damaged ? 'interrupted' : handoff.pending === undefined ? 'clean' : 'unfinished',
    clean_commit: (await findCleanHandoff(platform, handoff.folder))?.commit ?? null,
    kept: [],
    changed: damaged ? ['STATUS.md'] : [],
    session: null,
    ...NOT_YET,
  };
}

const NOT_YET = { commit: null, commit_failed: false, note: null, findings: [] } as const;

async function restore(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'random' | 'remark' | 'scanner' | 'tokens'>,
  handoff: Handoff,
  found: RecoverResult,
): Promise<RecoverResult> {
  const clean = await findCleanHandoff(platform, handoff.folder);
  if (clean === undefined) {
    throw new BatonError('CLEAN_COMMIT_NOT_FOUND', 'no commit holds a complete handoff state to restore');
  }
  const changed = await listChanged(platform, handoff, clean);
  const kept = await keepInterrupted(platform, handoff, found.session?.session_id ?? 'damaged', changed);
  const texts = new Map(
    [...clean.files].filter(([name]) => isIndexed(name)).map(([name, bytes]) => [name, bytes.toString('utf8')]),
  );
  const removes = [...handoff.files.keys()].filter((name) => !clean.files.has(name));
  const what = `Went back to ${shortCommit(clean.commit)}. What the session had written is kept aside.`;
  return finishRecovery(platform, handoff, found, {
    texts,
    aiignore: clean.files.get(AIIGNORE_FILE)?.toString('utf8'),
    previous: withNextTaskId(clean.manifest, handoff.manifest),
    removes,
    kept,
    what,
    trust: new Map(),
  });
}

/** An id that the session gave away may be known to somebody, so it is not given again. */
function withNextTaskId(clean: Manifest, left: Manifest | undefined): Manifest {
  const ids = [clean.next_task_id, left?.next_task_id].filter((id) => id !== undefined);
  return ids.length === 0 ? clean : { ...clean, next_task_id: Math.max(...ids) };
}

async function salvage(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner' | 'tokens'
  >,
  handoff: Handoff,
  found: RecoverResult,
): Promise<RecoverResult> {
  const clean = await findCleanHandoff(platform, handoff.folder);
  const changed = await listChanged(platform, handoff, clean);
  const kept = await keepInterrupted(platform, handoff, found.session?.session_id ?? 'damaged', changed);
  const texts = new Map(readTexts(handoff));
  const { corrupt } = await examine(platform, handoff, { kind: 'first' });
  for (const name of corrupt.keys()) {
    const good = clean?.files.get(name)?.toString('utf8');
    if (good !== undefined) texts.set(name, good);
    else texts.delete(name);
  }
  const register = texts.get(TRUST_FILE);
  if (register !== undefined) texts.set(TRUST_FILE, markUnknown(register, found.session?.session_id ?? ''));
  const unknown = [...changed.keys()].filter((name) => texts.has(name));
  const what = `Kept what the session had written, as (Unknown): ${unknown.join(', ') || 'nothing'}.`;
  const trust = new Map(
    unknown
      .filter(isIndexed)
      .map((name) => [
        name,
        labelUnknown(texts.get(name) ?? '', clean?.files.get(name)?.toString('utf8'), clean?.manifest.files[name]),
      ]),
  );
  const previous = handoff.manifest ?? clean?.manifest ?? handoff.repaired?.manifest;
  const { aiignore } = handoff;
  return finishRecovery(platform, handoff, found, { texts, aiignore, previous, removes: [], kept, what, trust });
}

async function mendStatus(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'random' | 'remark' | 'scanner' | 'tokens'>,
  handoff: Handoff,
  found: RecoverResult,
): Promise<RecoverResult> {
  const texts = new Map(readTexts(handoff));
  // Read here: a file that is too large was not read with the rest.
  const path = join(handoff.folder, 'STATUS.md');
  const damaged = handoff.files.has('STATUS.md') ? await platform.files.readBytes(path) : undefined;
  const kept = await keepAside(platform, 'damaged', new Map(damaged === undefined ? [] : [['STATUS.md', damaged]]));
  texts.set('STATUS.md', regenerateStatus(texts.get('LOG.md') ?? '', await readRecentCommits(platform)));
  return finishRecovery(platform, handoff, found, {
    texts,
    aiignore: handoff.aiignore,
    previous: handoff.manifest,
    removes: [],
    kept,
    what: `STATUS.md was ${damaged === undefined ? 'missing' : 'damaged'} and is made again from the last entries and git history.`,
    trust: new Map([['STATUS.md', { trust: 'unknown' as const }]]),
  });
}
