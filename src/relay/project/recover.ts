import { BatonError, createSessionId, fileChecksum, renderIsoSeconds } from '../../kernel/index.ts';
import {
  addEntry,
  EMPTY_LOG,
  isIndexed,
  LOCK_FILE,
  MANIFEST_FILE,
  markUnknown,
  regenerateStatus,
  TRUST_FILE,
  type Manifest,
} from '../../protocols/project/index.ts';
import type { Platform } from '../platform.ts';
import { applyChanges, withWriter } from './change-handoff.ts';
import { findCleanCommit, folderIn, type HandoffAt } from './handoff-at.ts';
import { keepAside } from './keep-aside.ts';
import { describeSession, makeManifest } from './make-manifest.ts';
import { readRecentCommits } from './orient.ts';
import { examine } from './examine.ts';
import { getFolder, getHandoff, readTexts, type Handoff } from './read-handoff.ts';
import { readCommit, readLockState, sessionHeld, shortCommit } from './session.ts';

export interface RecoverRequest {
  /** `look` changes nothing; `restore` goes back to the clean commit; `salvage` keeps what the session wrote. */
  readonly action: 'look' | 'restore' | 'salvage';
  readonly dryRun?: boolean;
}

export interface RecoverResult {
  /** `clean`: there was nothing to recover. `finished`: a step that was cut short is carried out now. */
  readonly state: 'clean' | 'finished' | 'interrupted' | 'recovered';
  readonly clean_commit: string | null;
  /** Paths of the copies of what the interrupted session left. */
  readonly kept: readonly string[];
  /** Files that differ from the clean commit. */
  readonly changed: readonly string[];
  readonly session: { readonly agent: string; readonly session_id: string | null; readonly why: string } | null;
  readonly commit: string | null;
}

/** After a crash: says what is there, and brings the folder back to a complete state without losing a byte. */
export async function recover(platform: Platform, request: RecoverRequest): Promise<RecoverResult> {
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

async function look(platform: Platform, handoff: Handoff): Promise<RecoverResult> {
  const state = await readLockState(platform, handoff);
  if (state.kind === 'held') throw sessionHeld(platform, state);
  if (state.kind === 'free') return lookAtFree(platform, handoff);
  const clean = await findClean(platform, handoff);
  const { lock, why } = state;
  return {
    state: 'interrupted',
    clean_commit: clean?.commit ?? null,
    kept: [],
    changed: [...listChanged(handoff, clean).keys()],
    session: { agent: lock.agent, session_id: lock.session_id ?? null, why },
    commit: null,
  };
}

/** Without a lock only a damaged STATUS.md is there to be mended. */
async function lookAtFree(platform: Platform, handoff: Handoff): Promise<RecoverResult> {
  const { corrupt } = await examine(platform, handoff, { kind: 'first' });
  const damaged = corrupt.has('STATUS.md');
  return {
    state: damaged ? 'interrupted' : 'clean',
    clean_commit: (await findClean(platform, handoff))?.commit ?? null,
    kept: [],
    changed: damaged ? ['STATUS.md'] : [],
    session: null,
    commit: null,
  };
}

async function findClean(platform: Platform, handoff: Handoff): Promise<HandoffAt | undefined> {
  const repo = await platform.git.findRepo(platform.root);
  return repo?.top === undefined ? undefined : findCleanCommit(repo, folderIn(repo, handoff.folder));
}

/** Files whose content is not the clean commit's; without one, those the manifest does not vouch for. */
function listChanged(handoff: Handoff, clean: HandoffAt | undefined): Map<string, Buffer> {
  const known = (name: string): string | undefined => {
    if (clean === undefined) return handoff.manifest?.files[name]?.checksum;
    const bytes = clean.files.get(name);
    return bytes === undefined ? undefined : fileChecksum(bytes);
  };
  const changed = new Map<string, Buffer>();
  for (const { name, checksum, bytes } of handoff.files.values())
    if (known(name) !== checksum) changed.set(name, bytes);
  const manifest = handoff.manifestText;
  if (manifest !== undefined && known(MANIFEST_FILE) !== undefined && known(MANIFEST_FILE) !== fileChecksum(manifest)) {
    changed.set(MANIFEST_FILE, Buffer.from(manifest, 'utf8'));
  }
  return changed;
}

async function restore(platform: Platform, handoff: Handoff, found: RecoverResult): Promise<RecoverResult> {
  const clean = await findClean(platform, handoff);
  if (clean === undefined) {
    throw new BatonError('CLEAN_COMMIT_NOT_FOUND', 'no commit holds a complete handoff state to restore');
  }
  const changed = listChanged(handoff, clean);
  const kept = await keep(platform, handoff, found, changed);
  const texts = new Map(
    [...clean.files].filter(([name]) => isIndexed(name)).map(([name, bytes]) => [name, bytes.toString('utf8')]),
  );
  const removes = [...handoff.files.keys()].filter((name) => !clean.files.has(name));
  const what = `Went back to ${shortCommit(clean.commit)}. What the session had written is kept aside.`;
  return finish(platform, handoff, found, { texts, previous: clean.manifest, removes, kept, what, unknown: [] });
}

async function salvage(platform: Platform, handoff: Handoff, found: RecoverResult): Promise<RecoverResult> {
  const clean = await findClean(platform, handoff);
  const changed = listChanged(handoff, clean);
  const kept = await keep(platform, handoff, found, changed);
  const texts = new Map(readTexts(handoff));
  const { corrupt } = await examine(platform, handoff, { kind: 'first' });
  for (const name of corrupt.keys()) {
    const good = clean?.files.get(name)?.toString('utf8');
    if (good !== undefined) texts.set(name, good);
    else texts.delete(name);
  }
  const trust = texts.get(TRUST_FILE);
  if (trust !== undefined) texts.set(TRUST_FILE, markUnknown(trust, found.session?.session_id ?? ''));
  const unknown = [...changed.keys()].filter((name) => texts.has(name));
  const what = `Kept what the session had written, as (Unknown): ${unknown.join(', ') || 'nothing'}.`;
  const previous = handoff.manifest ?? clean?.manifest;
  return finish(platform, handoff, found, { texts, previous, removes: [], kept, what, unknown });
}

/** Copies of every changed file, of the lock, and of bytes that are not text. */
async function keep(
  platform: Platform,
  handoff: Handoff,
  found: RecoverResult,
  changed: ReadonlyMap<string, Buffer>,
): Promise<string[]> {
  const contents = new Map<string, Uint8Array>(changed);
  if (handoff.lockText !== undefined) contents.set(LOCK_FILE, Buffer.from(handoff.lockText, 'utf8'));
  return keepAside(platform, found.session?.session_id ?? 'damaged', contents);
}

interface Outcome {
  readonly texts: Map<string, string>;
  readonly previous: Manifest | undefined;
  readonly removes: readonly string[];
  readonly kept: readonly string[];
  readonly what: string;
  /** Files nobody vouches for from now on. */
  readonly unknown: readonly string[];
}

async function finish(
  platform: Platform,
  handoff: Handoff,
  found: RecoverResult,
  outcome: Outcome,
): Promise<RecoverResult> {
  const commit = await readCommit(platform);
  const session = createSessionId(platform.random);
  const { texts } = outcome;
  texts.set(
    'LOG.md',
    addEntry(texts.get('LOG.md') ?? EMPTY_LOG, renderRecovery(platform, found, outcome, session, commit)),
  );
  const manifestText = await makeManifest(platform, {
    files: texts,
    previous: outcome.previous,
    session: describeSession(platform, commit, {
      agent: 'baton',
      session_id: session,
      phase: outcome.previous?.last_session.phase ?? 'idle',
    }),
    context: outcome.previous?.quick_context,
    trust: Object.fromEntries(outcome.unknown.map((name) => [name, 'unknown' as const])),
  });
  const current = readTexts(handoff);
  const writes = new Map([...texts].filter(([name, text]) => current.get(name) !== text));
  const result = await applyChanges(platform, handoff.folder, {
    writes: writes.set(MANIFEST_FILE, manifestText),
    removes: [...outcome.removes, LOCK_FILE],
    commit: { message: `Recover the handoff after ${found.session?.agent ?? 'damage'}`, agent: 'baton' },
  });
  const made = result === undefined || result.kind === 'none' ? null : result.commit;
  return { ...found, state: 'recovered', kept: outcome.kept, commit: made, changed: found.changed };
}

function renderRecovery(
  platform: Platform,
  found: RecoverResult,
  outcome: Outcome,
  sessionId: string,
  commit: string | undefined,
) {
  const { session } = found;
  const who =
    session === null
      ? ''
      : `The session ${session.session_id ?? 'without an id'} of ${session.agent} did not close: ${session.why}. `;
  const kept =
    outcome.kept.length === 0 ? '' : `\n\nKept aside:\n\n${outcome.kept.map((path) => `- ${path}`).join('\n')}`;
  return {
    title: session === null ? 'Recovery of damaged files' : `Recovery after ${session.agent}`,
    body: `${who}${outcome.what}${kept}`,
    provenance: {
      agent: 'baton',
      sessionId,
      timestamp: renderIsoSeconds(platform.clock.now()),
      commitBefore: shortCommit(commit),
      commitAfter: shortCommit(commit),
    },
  };
}

async function mendStatus(platform: Platform, handoff: Handoff, found: RecoverResult): Promise<RecoverResult> {
  const texts = new Map(readTexts(handoff));
  const damaged = handoff.files.get('STATUS.md');
  const kept = await keepAside(
    platform,
    'damaged',
    new Map(damaged === undefined ? [] : [['STATUS.md', damaged.bytes]]),
  );
  texts.set('STATUS.md', regenerateStatus(texts.get('LOG.md') ?? '', await readRecentCommits(platform)));
  return finish(platform, handoff, found, {
    texts,
    previous: handoff.manifest,
    removes: [],
    kept,
    what: 'STATUS.md was damaged and is made again from the last entries and git history.',
    unknown: ['STATUS.md'],
  });
}
