import { createSessionId } from '../../../kernel/ids.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { renderIsoSeconds } from '../../../kernel/time.ts';
import {
  addEntry,
  AIIGNORE_FILE,
  EMPTY_LOG,
  LOCK_FILE,
  MANIFEST_FILE,
  type EntryDraft,
  type Manifest,
} from '../../../protocols/project/index.ts';
import { planAside, type Aside } from '../change/keep-aside.ts';
import { describeSession, makeManifest } from '../change/make-manifest.ts';
import { readTexts } from '../folder/read-handoff.ts';
import { shortCommit } from '../folder/session.ts';
import type { RecoverySnapshot } from './gather-recovery.ts';
import type { Recovery } from './plan-recovery.ts';

/** A recovery with its log entry and its manifest, ready to be checked and written. */
export interface DraftedRecovery {
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
