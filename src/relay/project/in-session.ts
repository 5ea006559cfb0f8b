import { isBatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { begin } from './begin.ts';

/** For callers without a separate way to begin: runs `work` in the open session, or in one that is opened for it. */
export async function inSession<T>(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner'
  >,
  request: { readonly agent: string; readonly sessionId?: string | undefined },
  work: (sessionId: string | undefined) => Promise<T>,
): Promise<{ readonly result: T; readonly sessionId: string | undefined }> {
  try {
    return { result: await work(request.sessionId), sessionId: request.sessionId };
  } catch (error) {
    if (!isBatonError(error, 'SESSION_NOT_OPEN')) throw error;
    const { session_id: opened } = await begin(platform, request);
    return { result: await work(opened), sessionId: opened };
  }
}
