import type { Finding } from '../../../kernel/finding.ts';
import { createSessionId } from '../../../kernel/ids.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { renderIsoSeconds } from '../../../kernel/time.ts';
import { addEntry, EMPTY_LOG, type EntryDraft } from '../../../protocols/project/log/index.ts';
import { AIIGNORE_FILE, LOCK_FILE, MANIFEST_FILE, type Manifest } from '../../../protocols/project/index.ts';
import { applyChanges } from '../change/change-handoff.ts';
import { describeSession, makeManifest } from '../change/make-manifest.ts';
import { planAside, writeAside, type Aside } from '../change/pending.ts';
import type { Guarding } from '../checks/scan-files.ts';
import { checkBeforeCommit, sortFindings } from '../checks/standing.ts';
import type { CommitResult } from '../commit/commit-handoff.ts';
import { isOwnLock } from '../folder/believe-lock.ts';
import { getHandoff, readTexts, type Handoff } from '../folder/read-handoff.ts';
import { isHolder, isSessionAlive, readLockState, shortCommit, type SessionRequest } from '../folder/session.ts';
import { findGitOperation } from '../git/read-git.ts';
import { gatherRecovery, planRecovery, type Recovery, type RecoverySnapshot } from './plan-recovery.ts';

/** What stays on disk as it is counts too, if it is no text and nothing takes its place. */
export async function checkRecovery(
  platform: Guarding,
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

/** A recovery with its log entry and its manifest, ready to be checked and written. */
interface DraftedRecovery {
  readonly texts: ReadonlyMap<string, string>;
  readonly manifestText: string;
  readonly manifest: Manifest;
  readonly aside: Aside;
  readonly writes: ReadonlyMap<string, string>;
  readonly removes: readonly string[];
}

export async function draftRecovery(
  platform: Pick<Platform, 'clock' | 'project' | 'random' | 'tokens'>,
  snapshot: RecoverySnapshot,
  recovery: Recovery,
): Promise<DraftedRecovery> {
  const { previous, trust } = recovery;
  const { head } = snapshot.git;
  const sessionId = createSessionId(platform.random);
  const aside = planAside(platform, recovery.aside.label, recovery.aside.contents);
  const entry = describeRecovery(snapshot, recovery, aside, {
    agent: 'baton',
    sessionId,
    timestamp: renderIsoSeconds(platform.clock.now()),
    commitBefore: shortCommit(head),
    commitAfter: shortCommit(head),
  });
  const texts = new Map(recovery.texts);
  texts.set('LOG.md', addEntry(texts.get('LOG.md') ?? EMPTY_LOG, entry));
  const phase = previous?.last_session.phase ?? 'idle';
  const { text: manifestText, manifest } = await makeManifest(platform, {
    files: texts,
    previous,
    session: describeSession(platform, head, { agent: 'baton', session_id: sessionId, phase }),
    context: previous?.quick_context,
    trust,
  });
  return { texts, manifestText, manifest, aside, ...listChanges(snapshot, recovery, texts, manifestText) };
}

function listChanges(
  { handoff }: RecoverySnapshot,
  { aiignore, removes }: Recovery,
  texts: ReadonlyMap<string, string>,
  manifestText: string,
): Pick<DraftedRecovery, 'writes' | 'removes'> {
  const current = readTexts(handoff);
  const writes = new Map([...texts].filter(([name, text]) => current.get(name) !== text));
  if (aiignore !== undefined && aiignore !== handoff.aiignore) writes.set(AIIGNORE_FILE, aiignore);
  const isIgnoreGone = handoff.aiignore !== undefined && aiignore === undefined;
  return {
    writes: writes.set(MANIFEST_FILE, manifestText),
    removes: [...removes, ...(isIgnoreGone ? [AIIGNORE_FILE] : []), LOCK_FILE],
  };
}

function describeRecovery(
  { left }: RecoverySnapshot,
  { what }: Recovery,
  { paths }: Aside,
  provenance: EntryDraft['provenance'],
): EntryDraft {
  const copies = paths.length === 0 ? '' : `\n\nKept aside:\n\n${paths.map((path) => `- ${path}`).join('\n')}`;
  if (left === undefined) return { title: 'Recovery of damaged files', body: `${what}${copies}`, provenance };
  const { agent, session_id } = left.lock;
  const who = `The session ${session_id ?? 'without an id'} of ${agent} did not close: ${left.why}. `;
  return { title: `Recovery after ${agent}`, body: `${who}${what}${copies}`, provenance };
}

type Outside = Pick<
  Platform,
  'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner' | 'tokens'
>;

/**
 * For calls with nobody to ask: does what `baton recover --salvage` does for a session whose process has ended on this
 * machine. Returns the folder as it is then. What needs a decision is left for a person: a session that is only silent,
 * a lock this installation did not write, damaged files, words the checks refuse. To be called inside withWriter.
 */
export async function salvageDead(platform: Outside, handoff: Handoff, request: SessionRequest): Promise<Handoff> {
  if (!(await isDead(platform, handoff, request))) return handoff;
  const snapshot = await gatherRecovery(platform, handoff);
  if (snapshot.left === undefined || snapshot.corrupt.size > 0) return handoff;
  const { lock, why } = snapshot.left;
  const recovery = planRecovery(snapshot, 'salvage');
  const drafted = await draftRecovery(platform, snapshot, recovery);
  const findings = await checkRecovery(platform, snapshot, recovery, drafted);
  const { news } = sortFindings(findings, drafted.texts, lock.standing);
  if (news.some(({ severity }) => severity === 'error')) return handoff;
  // In the middle of a rebase or merge the files are written, and the next handoff commits them.
  const commit = (await findGitOperation(platform)) === undefined;
  await applyRecovery(platform, snapshot, drafted, findings, { commit });
  platform.remark(`baton: the session of ${lock.agent} did not close: ${why}; what it wrote is kept as (Unknown)`);
  return getHandoff(platform);
}

async function isDead(platform: Outside, handoff: Handoff, request: SessionRequest): Promise<boolean> {
  const state = await readLockState(platform, handoff);
  if (state.kind !== 'left' || (await isHolder(platform, state.lock, request))) return false;
  return (await isSessionAlive(platform, state.lock)) === false && (await isOwnLock(platform.project, state.lock));
}
