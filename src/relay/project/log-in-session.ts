import { isBatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { HandoffLock } from '../../protocols/project/index.ts';
import { withWriter } from './change/change-handoff.ts';
import { draftSession, openSession } from './change/open-session.ts';
import { writeEntry, type WrittenEntry } from './change/write-entry.ts';
import { getHandoff, type Handoff } from './folder/read-handoff.ts';
import { getSession } from './folder/session.ts';

export interface LogInSessionRequest {
  readonly title: string;
  readonly body: string;
  readonly agent: string;
  readonly sessionId?: string | undefined;
}

/** An entry by somebody who has no separate way to begin: the session is opened if none is. */
export async function logInSession(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner'
  >,
  request: LogInSessionRequest,
): Promise<{ readonly entry: WrittenEntry; readonly session_id: string }> {
  return withWriter(platform, 'baton log', async (handoff) => {
    const own = await findOwn(platform, handoff, request.sessionId);
    const lock = own ?? (await draftSession(platform, handoff, request));
    if (own === undefined) await openSession(platform, handoff, lock);
    const entry = await writeEntry(platform, own === undefined ? await getHandoff(platform) : handoff, lock, request);
    return { entry, session_id: lock.session_id ?? '' };
  });
}

/** The caller's own session. Fails if somebody else holds one, or one was left behind. */
async function findOwn(
  platform: Pick<Platform, 'clock' | 'facts' | 'processes' | 'project'>,
  handoff: Handoff,
  sessionId: string | undefined,
): Promise<HandoffLock | undefined> {
  try {
    return await getSession(platform, handoff, { sessionId });
  } catch (error) {
    if (isBatonError(error, 'SESSION_NOT_OPEN')) return undefined;
    throw error;
  }
}
