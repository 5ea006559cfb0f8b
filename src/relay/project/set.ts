import type { Platform } from '../../kernel/ports/index.ts';
import { draftSection } from '../../protocols/project/edits/index.ts';
import { withWriter } from './change/change-handoff.ts';
import { openDraft, writeDraft } from './change/write-draft.ts';
import { assertHandoffText } from './checks/content-faults.ts';
import { findFileText } from './folder/read-handoff.ts';
import { getSession, readCommit, toProvenance, type SessionRequest } from './folder/session.ts';

/** A section of a handoff file to write. */
export interface SetRequest extends SessionRequest {
  readonly file: string;
  readonly section: string;
  readonly body: string;
  /** Add the section if the file has none of that name. */
  readonly create: boolean;
  readonly dryRun?: boolean;
}

/** Replaces one section; every byte outside it stays, except STATUS.md's provenance block. */
export async function set(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner'
  >,
  request: SetRequest,
): Promise<{ readonly changed: boolean }> {
  return withWriter(
    platform,
    'baton set',
    async (handoff) => {
      const lock = await getSession(platform, handoff, request);
      assertHandoffText(request.file, findFileText(handoff, request.file) ?? '');
      const provenance = toProvenance(lock, await readCommit(platform), platform.clock.now());
      const draft = draftSection(openDraft(handoff, lock), { ...request, provenance });
      return { changed: await writeDraft(platform, handoff, lock, draft, request) };
    },
    request,
  );
}
