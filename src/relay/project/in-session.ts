import { isBatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { begin } from './begin.ts';
import type { SessionRequest } from './folder/session.ts';

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
