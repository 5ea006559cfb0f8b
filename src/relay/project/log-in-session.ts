import { isBatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { begin } from './begin.ts';
import { log } from './log-entry.ts';
import { getHandoff } from './folder/read-handoff.ts';
import { getSession } from './folder/session.ts';

export interface LogInSessionRequest {
  readonly title: string;
  readonly body: string;
  readonly agent: string;
  readonly sessionId?: string | undefined;
}

/** An entry by somebody who has no separate way to begin: the session is opened where none is. */
export async function logInSession(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark'>,
  { title, body, agent, sessionId }: LogInSessionRequest,
): Promise<{ readonly entry: { readonly title: string; readonly text: string }; readonly session_id: string }> {
  const session =
    (await findSessionId(platform, sessionId)) ?? (await begin(platform, { agent, sessionId })).session_id;
  const entry = await log(platform, { title, body, sessionId: session });
  return { entry, session_id: session ?? '' };
}

/** Of the caller's own session. Fails where somebody else holds one, or one was left behind. */
async function findSessionId(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project'>,
  sessionId: string | undefined,
): Promise<string | undefined> {
  try {
    const lock = await getSession(platform, await getHandoff(platform), { sessionId });
    return lock.session_id;
  } catch (error) {
    if (isBatonError(error, 'SESSION_NOT_OPEN')) return undefined;
    throw error;
  }
}
