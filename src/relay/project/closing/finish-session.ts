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
import { checkHandoff } from '../checks/check-handoff.ts';
import { listBroken } from '../folder/read-handoff.ts';
import { applyClosing, type AppliedClosing, type ApplyOptions } from './apply-closing.ts';
import type { ClosingSnapshot } from './gather-closing.ts';
import { planClosing, type SessionWork } from './plan-closing.ts';

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
  readonly standing?: readonly string[] | undefined;
}

/** Plan, check, apply: the same for `close` and for `handoff`. */
export async function finishSession(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'random' | 'remark' | 'scanner' | 'tokens'>,
  snapshot: ClosingSnapshot,
  work: SessionWork,
  options: FinishOptions,
): Promise<FinishedSession> {
  const { handoff, git, previous } = snapshot;
  const { lock } = work;
  const closing = planClosing(snapshot, work, options.context);
  const { text: manifestText, manifest } = await makeManifest(platform, {
    files: closing.texts,
    previous,
    previousText: handoff.manifestText,
    session: describeSession(platform, git.head, {
      agent: lock.agent,
      ...given({ session_id: lock.session_id }),
      phase: parsePhase(options.phase ?? 'idle'),
      duration_minutes: sessionMinutes(lock.started, snapshot.nowMs),
    }),
    context: options.context,
    tasks: closing.graph,
    version: closing.graph === undefined ? undefined : '3.0',
    trust: closing.trust,
    descriptions: await withhold(platform, snapshot, closing.shown, options.standing),
  });
  const made = { texts: closing.shown, manifestText, manifest };
  const { news, standing } = await checkClosing(platform, snapshot, made, options.standing);
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

/** A file that held something it should not before the session gives none of it to the manifest. */
async function withhold(
  platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
  { handoff }: ClosingSnapshot,
  texts: ReadonlyMap<string, string>,
  standing: readonly string[] | undefined,
): Promise<ReadonlyMap<string, Description>> {
  if (standing === undefined || standing.length === 0) return new Map();
  const content = { texts, broken: [], manifestText: undefined, aiignore: handoff.aiignore, extras: [] };
  const findings = await checkHandoff(platform, content);
  const names = findings
    .filter(({ severity }) => severity === 'error')
    .map(({ file }) => (file ?? '').slice(HANDOFF_FOLDER.length + 1));
  return new Map(
    [...new Set(names)].map((name) => [
      name,
      { lines: splitLines(texts.get(name) ?? '').length, summary: '(withheld: baton lint says why)' },
    ]),
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

/** What must hold of the folder before it is committed. Errors that were there before the session keep nobody from closing. */
async function checkClosing(
  platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
  { handoff, extras, git }: ClosingSnapshot,
  made: { readonly texts: ReadonlyMap<string, string>; readonly manifestText: string; readonly manifest: Manifest },
  standing: readonly string[] | undefined,
): Promise<SortedFindings> {
  const content = { ...made, broken: listBroken(handoff), aiignore: handoff.aiignore, extras };
  return sortFindings(await checkBeforeCommit(platform, content, git.folder), made.texts, standing);
}
