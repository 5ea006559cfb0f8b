import type { Finding } from '../../../kernel/finding.ts';
import { given } from '../../../kernel/given.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import { firstSentence, splitLines } from '../../../kernel/text.ts';
import {
  HANDOFF_FOLDER,
  LOCK_FILE,
  MANIFEST_FILE,
  sessionMinutes,
  type HandoffLock,
  type Manifest,
} from '../../../protocols/project/index.ts';
import { parsePhase, type Description } from '../../../protocols/project/manifest/index.ts';
import { applyChanges } from '../change/change-handoff.ts';
import { describeSession, keepBrokenManifest, makeManifest } from '../change/make-manifest.ts';
import type { Guarding } from '../checks/scan-files.ts';
import { checkBeforeCommit, sortFindings, type SortedFindings } from '../checks/standing.ts';
import type { CommitResult } from '../commit/commit-handoff.ts';
import { nextTagName } from '../commit/session-tag.ts';
import { listBroken } from '../folder/read-handoff.ts';
import { planClosing, type Closing, type ClosingSnapshot, type SessionWork } from './plan-closing.ts';

export type FinishedSession =
  | (AppliedClosing & {
      readonly closed: true;
      readonly manifest: Manifest;
      /** Tasks that the files were told about. */
      readonly tasks: readonly string[];
      readonly findings: readonly Finding[];
      /** Errors that were there before the session: they keep nobody from closing, and CI from nothing. */
      readonly standing: readonly Finding[];
      /** Parts that were changed outside the protocol: they stay Assumed, as of an unknown author. */
      readonly adopted: readonly string[];
      /** What a manifest of another shape said that could not be kept. */
      readonly lost: readonly string[];
    })
  | { readonly closed: false; readonly findings: readonly Finding[] };

interface FinishOptions extends ApplyOptions {
  readonly phase?: string | undefined;
}

/** Plan, check, apply: the same for `close` and for `handoff`. */
export async function finishSession(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'project' | 'random' | 'remark' | 'scanner' | 'tokens'
  >,
  snapshot: ClosingSnapshot,
  work: SessionWork,
  options: FinishOptions,
): Promise<FinishedSession> {
  const { handoff } = snapshot;
  const { lock } = work.session;
  const closing = planClosing(snapshot, work, options.context);
  const { manifestText, manifest, news, standing } = await draftChecked(platform, snapshot, work, closing, options);
  if (news.some(({ severity }) => severity === 'error')) return { closed: false, findings: news };
  if (options.dryRun !== true) await keepBrokenManifest(platform, handoff);
  const applied = await applyClosing(platform, snapshot, lock, closing, manifestText, options);
  return {
    closed: true,
    ...applied,
    note: joinNotes(applied.note, ...describePlace(snapshot, lock, applied.commit)),
    manifest,
    tasks: snapshot.ended.map(({ task }) => task.id),
    findings: news,
    standing,
    adopted: closing.adopted,
    lost: handoff.repaired?.lost ?? [],
  };
}

interface CheckedManifest extends SortedFindings {
  readonly manifestText: string;
  readonly manifest: Manifest;
}

/**
 * The manifest and what is wrong with the folder under it. Only if something is wrong, what stood there before the
 * session is looked at: a file with an old error gives none of it to the manifest.
 */
async function draftChecked(
  platform: Guarding & Pick<Platform, 'tokens'>,
  snapshot: ClosingSnapshot,
  work: SessionWork,
  closing: Closing,
  options: FinishOptions,
): Promise<CheckedManifest> {
  const draft = async (descriptions: ReadonlyMap<string, Description>) => {
    const made = await draftManifest(platform, snapshot, work.session.lock, closing, options, descriptions);
    return { ...made, findings: await checkClosing(platform, snapshot, { ...made, texts: closing.shown }) };
  };
  const first = await draft(new Map());
  if (first.findings.every(({ severity }) => severity !== 'error'))
    return { ...first, news: first.findings, standing: [] };
  const known = await work.session.findStanding();
  const withheld = withhold(first.findings, closing.shown, known);
  const made = withheld.size === 0 ? first : await draft(withheld);
  return { ...made, ...sortFindings(made.findings, closing.shown, known) };
}

async function draftManifest(
  platform: Pick<Platform, 'clock' | 'project' | 'tokens'>,
  { handoff, git, previous, nowMs }: ClosingSnapshot,
  lock: HandoffLock,
  closing: Closing,
  options: FinishOptions,
  descriptions: ReadonlyMap<string, Description>,
): Promise<{ readonly manifestText: string; readonly manifest: Manifest }> {
  const { text: manifestText, manifest } = await makeManifest(platform, {
    files: closing.texts,
    previous,
    previousText: handoff.manifestText,
    session: describeSession(platform, git.head, {
      agent: lock.agent,
      ...given({ session_id: lock.session_id }),
      phase: parsePhase(options.phase ?? 'idle'),
      duration_minutes: sessionMinutes(lock.started, nowMs),
    }),
    context: options.context,
    tasks: closing.graph,
    version: closing.graph === undefined ? undefined : '3.0',
    trust: closing.trust,
    descriptions,
  });
  return { manifestText, manifest };
}

/** A file that held something it should not before the session gives none of it to the manifest. */
function withhold(
  findings: readonly Finding[],
  texts: ReadonlyMap<string, string>,
  standing: readonly string[] = [],
): ReadonlyMap<string, Description> {
  if (standing.length === 0) return new Map();
  const withErrors = findings.flatMap(({ severity, file = '' }) =>
    severity === 'error' ? [file.slice(HANDOFF_FOLDER.length + 1)] : [],
  );
  return new Map(
    [...new Set(withErrors)].flatMap((name) => {
      const text = texts.get(name);
      if (text === undefined) return [];
      return [[name, { lines: splitLines(text).length, summary: '(withheld: baton lint says why)' }]];
    }),
  );
}

const describePlace = (
  { git, operation }: ClosingSnapshot,
  { branch }: HandoffLock,
  commit: string | null,
): readonly (string | null)[] => [describeBranch(branch, git.branch), describeOperation(operation, commit)];

const describeBranch = (began: string | undefined, now: string | undefined): string | null =>
  began === undefined || began === now ? null : `begun on ${began}, closed on ${now ?? 'a detached HEAD'}`;

/** Asked for, so it is done; but a commit usually goes to a branch. */
const describeOperation = (operation: string | undefined, commit: string | null): string | null =>
  operation === undefined || commit === null
    ? null
    : `${operation}: this commit is now HEAD, git commit --amend would change it, and no branch may keep it`;

const joinNotes = (...notes: readonly (string | null)[]): string | null =>
  notes.filter((note) => note !== null).join('; ') || null;

/** What must hold of the folder before it is committed. */
async function checkClosing(
  platform: Guarding,
  { handoff, extras, git }: ClosingSnapshot,
  made: { readonly texts: ReadonlyMap<string, string>; readonly manifestText: string; readonly manifest: Manifest },
): Promise<readonly Finding[]> {
  const content = { ...made, broken: listBroken(handoff), aiignore: handoff.aiignore, extras };
  return checkBeforeCommit(platform, content, git.folder);
}

/** The key of the lines in a commit's message that name the traces it belongs to. */
export const TRACE_TRAILER = 'Baton-Trace';

interface ApplyOptions {
  readonly context?: string | undefined;
  /** Of the commit; default the first sentence of the context. */
  readonly subject?: string | undefined;
  readonly tag: boolean;
  readonly commit: boolean;
  readonly dryRun?: boolean | undefined;
}

interface AppliedClosing {
  readonly commit: string | null;
  readonly tag: string | null;
  /** Git was asked for the commit and could not make it. */
  readonly commit_failed: boolean;
  /** Why there is no commit or no tag, if one was to be expected. */
  readonly note: string | null;
  /** Files that were written. */
  readonly files: readonly string[];
}

/** Files, manifest, commit and the end of the lock in one step: all of it happens, or none. */
async function applyClosing(
  platform: Pick<Platform, 'disk' | 'files' | 'project' | 'random' | 'remark'>,
  snapshot: ClosingSnapshot,
  lock: HandoffLock,
  closing: Closing,
  manifestText: string,
  options: ApplyOptions,
): Promise<AppliedClosing> {
  const { handoff, git } = snapshot;
  const changed = [...closing.texts].filter(([name, text]) => snapshot.texts.get(name) !== text);
  const writes = new Map([...changed, [MANIFEST_FILE, manifestText] as const]);
  const files = [...writes.keys()];
  const isTagged = options.tag && options.commit && git.repo !== undefined;
  const tag = isTagged && git.repo !== undefined ? await nextTagName(git.repo) : undefined;
  if (options.dryRun === true)
    return { commit: null, tag: tag ?? null, commit_failed: false, note: 'nothing was written', files };
  const order = { message: renderMessage(lock, snapshot.ended, options), agent: lock.agent };
  const plan = {
    writes,
    removes: [LOCK_FILE],
    ...(options.commit ? { commit: tag === undefined ? order : { ...order, tag } } : {}),
  };
  const result = await applyChanges(platform, handoff.folder, plan, git);
  return { ...describeCommit(result, tag, options.commit), files };
}

/** By the lines below the subject a trace leads to its commits. */
function renderMessage(lock: HandoffLock, ended: readonly TaskEntry[], { context, subject }: ApplyOptions): string {
  const first = `Handoff of ${lock.agent}: ${subject ?? (firstSentence(context ?? '') || 'session closed')}`;
  const traces = new Set(ended.flatMap(({ task }) => task.metadata.traceId ?? []));
  if (traces.size === 0) return first;
  return [first, '', ...[...traces].map((traceId) => `${TRACE_TRAILER}: ${traceId}`)].join('\n');
}

function describeCommit(
  result: CommitResult | undefined,
  tag: string | undefined,
  wanted: boolean,
): Omit<AppliedClosing, 'files'> {
  const none = { commit: null, tag: null, commit_failed: false };
  if (!wanted || result === undefined) return { ...none, note: 'no commit was asked for' };
  if (result.kind === 'none') return { ...none, note: `not committed: ${result.why}` };
  if (result.kind === 'failed') return { ...none, commit_failed: true, note: `not committed: ${result.why}` };
  const { commit, untagged } = result;
  if (untagged !== undefined) return { ...none, commit, note: `not tagged: ${untagged}` };
  return { commit, tag: tag ?? null, commit_failed: false, note: null };
}
