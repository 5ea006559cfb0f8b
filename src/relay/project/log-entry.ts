import type { Platform } from '../../kernel/ports/index.ts';
import { withWriter } from './change/change-handoff.ts';
import { assertTitle, writeEntry, type EntryRequest, type WrittenEntry } from './change/write-draft.ts';
import { getSession, type SessionRequest } from './folder/session.ts';

/** An entry for LOG.md. */
export interface LogRequest extends SessionRequest, EntryRequest {}

/** A new entry on top of LOG.md, or other words for the session's own last one. */
export async function log(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner'
  >,
  request: LogRequest,
): Promise<WrittenEntry> {
  assertTitle(request.title);
  return withWriter(
    platform,
    'baton log',
    async (handoff) => writeEntry(platform, handoff, await getSession(platform, handoff, request), request),
    request,
  );
}
