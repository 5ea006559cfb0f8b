import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { cutText, firstSentence } from '../../kernel/text.ts';
import { AUTOMATIC_NOTE, EMPTY_SUMMARY, type HandoffLock, type Provenance } from '../../protocols/project/index.ts';
import { defaultTtl, findClaim, findTtl, TRUST_FILE } from '../../protocols/project/trust/index.ts';
import {
  draftClaim,
  draftEntry,
  draftRemoval,
  draftSection,
  type SessionDraft,
} from '../../protocols/project/edits/index.ts';
import { parsePhase } from '../../protocols/project/manifest/index.ts';
import { withWriter } from './change/change-handoff.ts';
import { draftActions } from './change/write-draft.ts';
import { draftStart, readStart, type SessionStart } from './change/open-session.ts';
import { findAuthor, settleDrafts } from './drafts/draft-store.ts';
import { finishSession, type FinishedSession } from './closing/finish-session.ts';
import { gatherClosing, graphOf, type ClosingSnapshot } from './closing/plan-closing.ts';
import { assertFiles, type Handoff } from './folder/read-handoff.ts';
import { salvageDead } from './recovery/finish-recovery.ts';
import { getSession, toProvenance, type SessionRequest } from './folder/session.ts';

/** Everything a session hands over, in one call. */
export interface HandoffRequest extends SessionRequest {
  /** What was done: its first sentence is the title of the log entry. */
  readonly done: string;
  /** What is true now: replaces the summary of STATUS.md. */
  readonly status?: string | undefined;
  /** Next actions that are finished, by id, number or title. */
  readonly finished?: readonly string[] | undefined;
  /** New next actions, in this order; one that is on the list already is not added again. */
  readonly next?: readonly string[] | undefined;
  /** Claims that were checked and hold. */
  readonly verified?: readonly string[] | undefined;
  /** Where things stand, in a sentence or two; default the title of the entry. */
  readonly context?: string | undefined;
  readonly phase?: string | undefined;
  readonly tag?: boolean | undefined;
  /** Default true. */
  readonly commit?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

/** What a handover wrote and committed. */
export type HandoffResult = FinishedSession & {
  /** The title of the log entry. */
  readonly entry: string;
  readonly session_id: string | null;
  /** Ids of the next actions that were asked for; null for one that has none. */
  readonly next: readonly (string | null)[];
  /** How many of them were not on the list before. */
  readonly added: number;
  /** What STATUS.md sums up is what it said before: nobody said what is true now. */
  readonly status_kept: boolean;
};

const MAX_TITLE = 120;
const DEFAULT_AGENT = 'agent';

/** One call hands over: begin if needed, log, set, next, trust, close, in one step that happens or does not. */
export async function handoff(
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
  request: HandoffRequest,
): Promise<HandoffResult> {
  if (request.done.trim() === '') throw new BatonError('INPUT_INVALID', 'say what was done');
  parsePhase(request.phase ?? 'idle');
  return withWriter(
    platform,
    'baton handoff',
    async (found) => {
      const folder = request.dryRun === true ? found : await salvageDead(platform, found, request);
      const session = await findOrDraftSession(platform, folder, request);
      const { lock } = session;
      assertFiles(folder);
      const snapshot = await gatherClosing(platform, folder, { withTasks: false });
      const provenance = toProvenance(lock, snapshot.git.head, snapshot.nowMs);
      const { draft, answer } = planEdits(snapshot, lock, provenance, request);
      const work = { session, ...draft, provenance };
      const { title } = splitDone(request.done);
      const done = await finishSession(platform, snapshot, work, {
        context: request.context ?? cutText(request.status ?? title, 500, '…'),
        phase: request.phase,
        tag: request.tag === true,
        commit: request.commit !== false,
        dryRun: request.dryRun,
      });
      if (done.closed && request.dryRun !== true) await settleDrafts(platform, await findAuthor(platform, lock));
      return { ...done, entry: title, session_id: lock.session_id ?? null, ...answer };
    },
    { dryRun: request.dryRun },
  );
}

const toOpen = ({
  agent = DEFAULT_AGENT,
  sessionId,
}: HandoffRequest): { agent: string; sessionId: string | undefined } => ({
  agent,
  sessionId,
});

/** The caller's own session, or one that begins now. Fails if somebody else holds one, or one was left behind. */
async function findOrDraftSession(
  platform: Pick<Platform, 'clock' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'scanner'>,
  folder: Handoff,
  request: HandoffRequest,
): Promise<SessionStart> {
  try {
    return readStart(await getSession(platform, folder, request));
  } catch (error) {
    if (!isBatonError(error, 'SESSION_NOT_OPEN')) throw error;
    return draftStart(platform, folder, toOpen(request));
  }
}

function planEdits(
  snapshot: ClosingSnapshot,
  lock: HandoffLock,
  provenance: Provenance,
  request: HandoffRequest,
): { readonly draft: SessionDraft; readonly answer: Pick<HandoffResult, 'next' | 'added' | 'status_kept'> } {
  const { nowMs, handoff: folder } = snapshot;
  let draft: SessionDraft = { texts: snapshot.texts, graph: graphOf(snapshot), ledger: lock.wrote ?? [] };
  draft = draftEntry(draft, { ...splitDone(request.done), provenance });
  const status = request.status ?? firstStatus(snapshot, request);
  if (status !== undefined) {
    draft = draftRemoval(draft, 'STATUS.md', AUTOMATIC_NOTE);
    draft = draftSection(draft, { file: 'STATUS.md', section: 'summary', body: status, create: true, provenance });
  }
  const actions = draftActions(draft, request, { nowMs, manifestText: folder.manifestText ?? '' });
  draft = actions.draft;
  for (const claim of request.verified ?? []) {
    const old = findClaim(draft.texts.get(TRUST_FILE) ?? '', claim);
    const { agent, sessionId, commitAfter } = provenance;
    draft = draftClaim(draft, claim, {
      status: 'verified',
      verifiedMs: nowMs,
      ttl: findTtl(old?.ttl ?? '') ?? defaultTtl(claim),
      provenance: `${agent} ${sessionId} ${commitAfter}`,
    });
  }
  return { draft, answer: { next: actions.ids, added: actions.added, status_kept: status === undefined } };
}

/** What was done is the first thing known about a project in which nothing is recorded yet. */
const firstStatus = ({ texts }: ClosingSnapshot, { done }: HandoffRequest): string | undefined =>
  texts.get('STATUS.md')?.includes(EMPTY_SUMMARY) === true ? done : undefined;

/** The first sentence is the title; all of it is the body, unless the title says it already. */
function splitDone(done: string): { readonly title: string; readonly body: string } {
  const words = done.trim();
  const [first = ''] = words.split(/\r\n|\n|\r/, 1);
  const title = cutText((firstSentence(first) || first).replaceAll(/\s+/g, ' ').trim(), MAX_TITLE, '…');
  return { title, body: title === words ? '' : words };
}
