import { isBatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { HandoffLock } from '../../protocols/project/index.ts';
import { withWriter } from './change/change-handoff.ts';
import { assertName, draftSession, openSession, type OpenRequest } from './change/open-session.ts';
import type { SessionRequest } from './folder/session.ts';
import { salvageDead } from './recovery/finish-recovery.ts';

/** Who begins a session. */
export interface BeginRequest extends OpenRequest {
  readonly dryRun?: boolean;
  /** A session whose process has ended is salvaged instead of refused, if that is safe. */
  readonly salvage?: boolean;
}

/** Phase 1 of the handoff: takes HANDOFF.lock. Exactly one of any number of callers gets it. */
export async function begin(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner' | 'tokens'
  >,
  request: BeginRequest,
): Promise<HandoffLock> {
  assertName(request.agent, 'agent');
  return withWriter(
    platform,
    `baton begin (${request.agent})`,
    async (found) => {
      const handoff = request.salvage === true ? await salvageDead(platform, found, request) : found;
      const lock = await draftSession(platform, handoff, request);
      if (request.dryRun !== true) await openSession(platform, handoff, lock);
      return lock;
    },
    request,
  );
}

/**
 * For callers without a separate way to begin: runs `work` in the open session, or in one that is opened for it. One
 * whose process ended before it closed is salvaged first.
 */
export async function inSession<T>(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner' | 'tokens'
  >,
  request: SessionRequest & { readonly agent: string },
  work: (own: SessionRequest) => Promise<T>,
): Promise<{ readonly result: T; readonly sessionId: string | undefined }> {
  try {
    return { result: await work(request), sessionId: request.sessionId };
  } catch (error) {
    if (!isBatonError(error, 'SESSION_NOT_OPEN') && !isBatonError(error, 'RECOVERY_NEEDED')) throw error;
    const { session_id: opened } = await begin(platform, { ...request, salvage: true });
    return { result: await work({ ...request, sessionId: opened }), sessionId: opened };
  }
}
