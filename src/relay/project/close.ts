import { relative } from 'node:path';
import type { Finding } from '../../kernel/finding.ts';
import type { TaskEntry } from '../../kernel/tasks.ts';
import { firstSentence } from '../../kernel/text.ts';
import { renderIsoDate } from '../../kernel/time.ts';
import {
  EMPTY_NEXT_ACTIONS,
  LOCK_FILE,
  MANIFEST_FILE,
  parseClaims,
  parseManifest,
  parsePhase,
  planClose,
  readGraph,
  showTasks,
  sessionMinutes,
  tellTasks,
  TRUST_FILE,
  type ClosedFiles,
  type HandoffLock,
  type PlaneTask,
  type Manifest,
} from '../../protocols/project/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { assertFiles } from './begin.ts';
import { applyChanges, withWriter } from './change/change-handoff.ts';
import { checkBeforeCommit } from './checks/check-before-commit.ts';
import { nextTagName, type CommitResult } from './change/commit-handoff.ts';
import { readEndedTasks } from './folder/ended-tasks.ts';
import { listBroken } from './lint.ts';
import { describeSession, makeManifest } from './change/make-manifest.ts';
import { assertManifestUsable } from './manifest.ts';
import { readPlaneTasks } from './folder/plane-tasks.ts';
import { findFileText, readTexts, type Handoff } from './folder/read-handoff.ts';
import { getSession, readCommit, toProvenance, type SessionRequest } from './folder/session.ts';
import { readTrustClock } from './folder/trust-clock.ts';

export interface CloseRequest extends SessionRequest {
  readonly context?: string | undefined;
  readonly phase?: string | undefined;
  readonly tag: boolean;
  readonly commit: boolean;
  /** Write what ended tasks leave: log entries, status, claims with an expiry, next actions. */
  readonly tasks?: boolean;
  readonly dryRun?: boolean;
}

export type CloseResult =
  | {
      readonly closed: true;
      readonly commit: string | null;
      readonly tag: string | null;
      /** Git was asked for the commit and could not make it. */
      readonly commit_failed: boolean;
      readonly manifest: Manifest;
      /** Why there is no commit or no tag, where one was to be expected. */
      readonly note: string | null;
      readonly files: readonly string[];
      /** Tasks that were told of. */
      readonly tasks: readonly string[];
      readonly findings: readonly Finding[];
    }
  | { readonly closed: false; readonly findings: readonly Finding[] };

/** Phase 2 of the handoff: checks, rotates, writes the manifest, commits, drops the lock; or refuses and changes nothing. */
export async function close(
  platform: Pick<
    Platform,
    | 'clock'
    | 'disk'
    | 'facts'
    | 'files'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'scanner'
    | 'tasks'
    | 'tokens'
  >,
  request: CloseRequest,
): Promise<CloseResult> {
  const phase = parsePhase(request.phase ?? 'idle');
  return withWriter(
    platform,
    'baton close',
    async (handoff) => {
      assertManifestUsable(handoff);
      const lock = await getSession(platform, handoff, request);
      assertFiles(handoff);
      const ended = request.tasks === true ? await readEndedTasks(platform, handoff) : [];
      const told = tellTasks(readTexts(handoff), ended, {
        provenance: await toProvenance(platform, lock),
        nowMs: platform.clock.now(),
        hasGraph: handoff.manifest?.tasks !== undefined,
      });
      const planeTasks = await readPlaneTasks(platform, told.get(ACTIONS_FILE) ?? '');
      const texts = withTasks(told, planeTasks, renderIsoDate(platform.clock.now()));
      const closed = await plan(platform, handoff, lock, { ...request, texts, planeTasks });
      const manifestText = await makeManifest(platform, {
        files: closed.texts,
        previous: handoff.manifest,
        previousText: handoff.manifestText,
        session: describeSession(platform, await readCommit(platform), {
          agent: lock.agent,
          ...(lock.session_id === undefined ? {} : { session_id: lock.session_id }),
          phase,
          duration_minutes: sessionMinutes(lock.started, platform.clock.now()),
        }),
        context: request.context,
        tasks: closed.graph,
        version: handoff.manifest?.tasks === undefined ? undefined : '3.0',
      });
      // The files are judged as their writer knows them, so that every line number is one he can find.
      const findings = await checkBeforeCommit(platform, handoff.folder, {
        texts,
        broken: listBroken(handoff),
        manifestText,
        aiignore: handoff.aiignore,
      });
      if (findings.some(({ severity }) => severity === 'error')) return { closed: false, findings };
      const changed = [...texts].filter(([name, text]) => findFileText(handoff, name) !== text);
      const writes = new Map([...changed, ...closed.writes, [MANIFEST_FILE, manifestText] as const]);
      const done = await apply(platform, handoff, lock, { ...request, traces: tracesOf(ended) }, writes);
      return {
        closed: true,
        ...done,
        manifest: parseManifest(manifestText),
        files: [...writes.keys()],
        tasks: ended.map(({ task }) => task.id),
        findings,
      };
    },
    request,
  );
}

const ACTIONS_FILE = 'NEXT_ACTIONS.md';

function withTasks(
  texts: ReadonlyMap<string, string>,
  tasks: readonly PlaneTask[],
  date: string,
): ReadonlyMap<string, string> {
  if (tasks.length === 0) return texts;
  return new Map(texts).set(ACTIONS_FILE, showTasks(texts.get(ACTIONS_FILE) ?? EMPTY_NEXT_ACTIONS, tasks, date));
}

const tracesOf = (ended: readonly TaskEntry[]): readonly string[] => [
  ...new Set(ended.flatMap(({ task }) => task.metadata.traceId ?? [])),
];

async function plan(
  platform: Pick<Platform, 'clock' | 'project'>,
  handoff: Handoff,
  lock: HandoffLock,
  request: CloseRequest & {
    readonly texts: ReadonlyMap<string, string>;
    readonly planeTasks: readonly PlaneTask[];
  },
): Promise<ClosedFiles> {
  const { texts } = request;
  const listed = handoff.manifest?.files ?? {};
  return planClose({
    texts,
    provenance: await toProvenance(platform, lock),
    session: {
      started: lock.started,
      baseCommit: lock.base_commit,
      committedLog: await readCommitted(platform, handoff, 'LOG.md'),
    },
    changed: [...handoff.files.values()]
      .filter(({ name, checksum }) => listed[name]?.checksum !== checksum)
      .map(({ name }) => name),
    trustClock: await readTrustClock(platform, parseClaims(texts.get(TRUST_FILE) ?? '')),
    graph:
      handoff.manifest?.tasks === undefined
        ? undefined
        : readGraph(handoff.manifest.tasks, handoff.manifest.next_task_id),
    planeTasks: request.planeTasks,
    fallbackTitle: firstSentence(request.context ?? '') || 'Session without notes',
    committedActions: (await readCommitted(platform, handoff, ACTIONS_FILE)) ?? '',
  });
}

/** Undefined where there is no commit to look into. */
async function readCommitted(
  platform: Pick<Platform, 'project'>,
  handoff: Handoff,
  name: string,
): Promise<string | undefined> {
  const repo = await platform.project.findRepo();
  if (repo?.top === undefined || (await repo.head()) === undefined) return undefined;
  const path = relative(repo.top, handoff.folder).split('\\').join('/');
  return (await repo.show('HEAD', `${path}/${name}`))?.toString('utf8') ?? '';
}

/** The key of the lines in a commit's message that name the traces it belongs to. */
export const TRACE_TRAILER = 'Baton-Trace';

type Done = Pick<Extract<CloseResult, { closed: true }>, 'commit' | 'tag' | 'note' | 'commit_failed'>;

async function apply(
  platform: Pick<Platform, 'disk' | 'files' | 'project' | 'random' | 'remark'>,
  handoff: Handoff,
  lock: HandoffLock,
  request: CloseRequest & { readonly traces: readonly string[] },
  writes: ReadonlyMap<string, string>,
): Promise<Done> {
  const repo = await platform.project.findRepo();
  const tag = request.tag && request.commit && repo?.top !== undefined ? await nextTagName(repo) : undefined;
  const subject = `Handoff of ${lock.agent}: ${firstSentence(request.context ?? '') || 'session closed'}`;
  // By these lines a trace leads to its commits.
  const trailers = request.traces.map((traceId) => `${TRACE_TRAILER}: ${traceId}`);
  const message = trailers.length === 0 ? subject : [subject, '', ...trailers].join('\n');
  if (request.dryRun === true)
    return { commit: null, tag: tag ?? null, commit_failed: false, note: 'nothing was written' };
  const result = await applyChanges(platform, handoff.folder, {
    writes,
    removes: [LOCK_FILE],
    ...(request.commit ? { commit: { message, agent: lock.agent, ...(tag === undefined ? {} : { tag }) } } : {}),
  });
  return describeCommit(result, tag, request.commit);
}

function describeCommit(result: CommitResult | undefined, tag: string | undefined, wanted: boolean): Done {
  const none = { commit: null, tag: null, commit_failed: false };
  if (!wanted || result === undefined) return { ...none, note: 'no commit was asked for' };
  if (result.kind === 'none') return { ...none, note: `not committed: ${result.why}` };
  if (result.kind === 'failed') return { ...none, commit_failed: true, note: `not committed: ${result.why}` };
  const { commit, untagged } = result;
  if (untagged !== undefined) return { ...none, commit, note: `not tagged: ${untagged}` };
  return { commit, tag: tag ?? null, commit_failed: false, note: null };
}
