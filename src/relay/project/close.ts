import type { Platform } from '../../kernel/ports/index.ts';
import { parsePhase } from '../../protocols/project/manifest/index.ts';
import { withWriter } from './change/change-handoff.ts';
import { readStart } from './change/open-session.ts';
import { findAuthor, settleDrafts } from './drafts/draft-store.ts';
import { finishSession, type FinishedSession } from './closing/finish-session.ts';
import { gatherClosing, graphOf } from './closing/plan-closing.ts';
import { assertFiles } from './folder/read-handoff.ts';
import { getSession, toProvenance, type SessionRequest } from './folder/session.ts';

/** What a session leaves for the next one, and whether it is committed. */
export interface CloseRequest extends SessionRequest {
  readonly context?: string | undefined;
  readonly phase?: string | undefined;
  readonly tag: boolean;
  readonly commit: boolean;
  /** Write what ended tasks leave: log entries, status, claims with an expiry, next actions. */
  readonly tasks?: boolean;
  readonly dryRun?: boolean;
}

/** What closing a session wrote and committed. */
export type CloseResult = FinishedSession;

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
  parsePhase(request.phase ?? 'idle');
  return withWriter(
    platform,
    'baton close',
    async (handoff) => {
      const lock = await getSession(platform, handoff, request);
      assertFiles(handoff);
      const snapshot = await gatherClosing(platform, handoff, { withTasks: request.tasks === true });
      const work = {
        session: readStart(lock),
        texts: snapshot.texts,
        ledger: lock.wrote ?? [],
        graph: graphOf(snapshot),
        provenance: toProvenance(lock, snapshot.git.head, snapshot.nowMs),
      };
      const done = await finishSession(platform, snapshot, work, request);
      if (done.closed && request.dryRun !== true) await settleDrafts(platform, await findAuthor(platform, lock));
      return done;
    },
    request,
  );
}
