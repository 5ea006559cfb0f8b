import { BatonError } from '../../kernel/errors/index.ts';
import { splitLog } from '../../kernel/markdown/index.ts';
import { addEntry, EMPTY_LOG } from '../../protocols/project/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { applyChanges, withWriter } from './change/change-handoff.ts';
import { assertHandoffText } from './checks/check-text.ts';
import { findFileText } from './folder/read-handoff.ts';
import { getSession, renewLock, toProvenance, type SessionRequest } from './folder/session.ts';

export interface LogRequest extends SessionRequest {
  readonly title: string;
  readonly body: string;
  readonly dryRun?: boolean;
}

/** A new entry on top of LOG.md, with the session's provenance. */
export async function log(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark'>,
  request: LogRequest,
): Promise<{ readonly title: string; readonly text: string }> {
  if (request.title.trim() === '' || /[\r\n]/.test(request.title)) {
    throw new BatonError('INPUT_INVALID', 'an entry needs a title of one line');
  }
  return withWriter(
    platform,
    'baton log',
    async (handoff) => {
      const lock = await getSession(platform, handoff, request);
      const old = findFileText(handoff, 'LOG.md') ?? EMPTY_LOG;
      assertHandoffText('LOG.md', old);
      const text = addEntry(old, { ...request, provenance: await toProvenance(platform, lock) });
      const [entry] = splitLog(text).entries;
      if (request.dryRun !== true) {
        await applyChanges(platform, handoff.folder, { writes: new Map([['LOG.md', text]]) });
        await renewLock(platform, handoff.folder, lock);
      }
      return { title: entry?.title ?? '', text: entry?.text ?? '' };
    },
    request,
  );
}
