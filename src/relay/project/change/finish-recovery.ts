import type { Finding } from '../../../kernel/finding.ts';
import { createSessionId } from '../../../kernel/ids.ts';
import { renderIsoSeconds } from '../../../kernel/time.ts';
import {
  addEntry,
  AIIGNORE_FILE,
  EMPTY_LOG,
  LOCK_FILE,
  MANIFEST_FILE,
  type EntryDraft,
  type FileTrust,
  type Manifest,
} from '../../../protocols/project/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { applyChanges } from './change-handoff.ts';
import { checkBeforeCommit } from '../checks/check-before-commit.ts';
import type { CommitResult } from './commit-handoff.ts';
import { describeSession, makeManifest } from './make-manifest.ts';
import { readTexts, type Handoff } from '../folder/read-handoff.ts';
import type { RecoverResult } from '../recover.ts';
import { readCommit, shortCommit } from '../folder/session.ts';

/** What is to stand in the folder from now on. */
export interface Recovery {
  readonly texts: Map<string, string>;
  readonly aiignore: string | undefined;
  readonly previous: Manifest | undefined;
  readonly removes: readonly string[];
  readonly kept: readonly string[];
  readonly what: string;
  /** Labels of files nobody vouches for as a whole from now on. */
  readonly trust: ReadonlyMap<string, FileTrust>;
}

/** Logs the recovery, makes the manifest, drops the lock. Only what passes the checks of every handoff is committed. */
export async function finishRecovery(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'random' | 'remark' | 'scanner' | 'tokens'>,
  handoff: Handoff,
  found: RecoverResult,
  recovery: Recovery,
): Promise<RecoverResult> {
  const commit = await readCommit(platform);
  const sessionId = createSessionId(platform.random);
  const { texts } = recovery;
  texts.set(
    'LOG.md',
    addEntry(texts.get('LOG.md') ?? EMPTY_LOG, describeRecovery(platform, found, recovery, sessionId, commit)),
  );
  const { text: manifestText, manifest } = await makeManifest(platform, {
    files: texts,
    previous: recovery.previous,
    session: describeSession(platform, commit, {
      agent: 'baton',
      session_id: sessionId,
      phase: recovery.previous?.last_session.phase ?? 'idle',
    }),
    context: recovery.previous?.quick_context,
    trust: recovery.trust,
  });
  const findings = await check(platform, handoff, recovery, { manifestText, manifest });
  const isSound = findings.every(({ severity }) => severity !== 'error');
  const order = { message: `Recover the handoff after ${found.session?.agent ?? 'damage'}`, agent: 'baton' };
  const result = await applyChanges(platform, handoff.folder, {
    writes: listWrites(handoff, recovery, manifestText),
    removes: [...listRemoves(handoff, recovery), LOCK_FILE],
    ...(isSound ? { commit: order } : {}),
  });
  return { ...found, state: 'recovered', kept: recovery.kept, findings, ...describeCommit(result) };
}

/** What stays on disk as it is counts too, where it is no text and nothing takes its place. */
async function check(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
  handoff: Handoff,
  { texts, removes, aiignore }: Recovery,
  made: { readonly manifestText: string; readonly manifest: Manifest },
): Promise<Finding[]> {
  const broken = [...handoff.files.values()].filter(
    ({ name, isText }) => !isText && !texts.has(name) && !removes.includes(name),
  );
  return checkBeforeCommit(platform, handoff.folder, {
    texts,
    broken: broken.map(({ name }) => name),
    ...made,
    aiignore,
  });
}

function listWrites(handoff: Handoff, { texts, aiignore }: Recovery, manifestText: string): Map<string, string> {
  const current = readTexts(handoff);
  const writes = new Map([...texts].filter(([name, text]) => current.get(name) !== text));
  if (aiignore !== undefined && aiignore !== handoff.aiignore) writes.set(AIIGNORE_FILE, aiignore);
  return writes.set(MANIFEST_FILE, manifestText);
}

const listRemoves = (handoff: Handoff, { removes, aiignore }: Recovery): string[] =>
  handoff.aiignore !== undefined && aiignore === undefined ? [...removes, AIIGNORE_FILE] : [...removes];

function describeCommit(result: CommitResult | undefined): Pick<RecoverResult, 'commit' | 'commit_failed' | 'note'> {
  if (result === undefined) return { commit: null, commit_failed: false, note: 'not committed: a check failed' };
  if (result.kind === 'none' || result.kind === 'failed')
    return { commit: null, commit_failed: result.kind === 'failed', note: `not committed: ${result.why}` };
  return { commit: result.commit, commit_failed: false, note: null };
}

function describeRecovery(
  platform: Pick<Platform, 'clock'>,
  { session }: RecoverResult,
  { kept, what }: Recovery,
  sessionId: string,
  commit: string | undefined,
): EntryDraft {
  const who =
    session === null
      ? ''
      : `The session ${session.session_id ?? 'without an id'} of ${session.agent} did not close: ${session.why}. `;
  const copies = kept.length === 0 ? '' : `\n\nKept aside:\n\n${kept.map((path) => `- ${path}`).join('\n')}`;
  return {
    title: session === null ? 'Recovery of damaged files' : `Recovery after ${session.agent}`,
    body: `${who}${what}${copies}`,
    provenance: {
      agent: 'baton',
      sessionId,
      timestamp: renderIsoSeconds(platform.clock.now()),
      commitBefore: shortCommit(commit),
      commitAfter: shortCommit(commit),
    },
  };
}
