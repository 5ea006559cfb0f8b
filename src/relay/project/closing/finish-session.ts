import type { Finding } from '../../../kernel/finding.ts';
import { given } from '../../../kernel/given.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { splitLines } from '../../../kernel/text.ts';
import {
  HANDOFF_FOLDER,
  parsePhase,
  sessionMinutes,
  type Description,
  type HandoffLock,
  type Manifest,
} from '../../../protocols/project/index.ts';
import { describeSession, keepBrokenManifest, makeManifest } from '../change/make-manifest.ts';
import { checkBeforeCommit, sortFindings, type SortedFindings } from '../checks/standing.ts';
import { listBroken } from '../folder/read-handoff.ts';
import { applyClosing, type AppliedClosing, type ApplyOptions } from './apply-closing.ts';
import type { ClosingSnapshot } from './gather-closing.ts';
import { planClosing, type Closing, type SessionWork } from './plan-closing.ts';

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

export interface FinishOptions extends ApplyOptions {
  readonly phase?: string | undefined;
}

/** Plan, check, apply: the same for `close` and for `handoff`. */
export async function finishSession(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'random' | 'remark' | 'scanner' | 'tokens'>,
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
  platform: Pick<Platform, 'clock' | 'project' | 'scanner' | 'tokens'>,
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
  platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
  { handoff, extras, git }: ClosingSnapshot,
  made: { readonly texts: ReadonlyMap<string, string>; readonly manifestText: string; readonly manifest: Manifest },
): Promise<readonly Finding[]> {
  const content = { ...made, broken: listBroken(handoff), aiignore: handoff.aiignore, extras };
  return checkBeforeCommit(platform, content, git.folder);
}
