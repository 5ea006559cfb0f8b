import { BatonError } from '../../kernel/errors/index.ts';
import { ARCHIVE_FILE, isIndexed, setProvenance, setSection } from '../../protocols/project/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { applyChanges, withWriter } from './change/change-handoff.ts';
import { assertHandoffText } from './checks/check-text.ts';
import { findFileText } from './folder/read-handoff.ts';
import { getSession, renewLock, toProvenance, type SessionRequest } from './folder/session.ts';

export interface SetRequest extends SessionRequest {
  readonly file: string;
  readonly section: string;
  readonly body: string;
  /** Add the section where the file has none of that name. */
  readonly create: boolean;
  readonly dryRun?: boolean;
}

/** Replaces one section; every byte outside it stays, except STATUS.md's provenance block. */
export async function set(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark'>,
  request: SetRequest,
): Promise<{ readonly changed: boolean }> {
  const { file, section, body } = request;
  assertWritable(file);
  return withWriter(
    platform,
    'baton set',
    async (handoff) => {
      const lock = await getSession(platform, handoff, request);
      const old = findFileText(handoff, file);
      if (old === undefined && !request.create) {
        throw new BatonError('FILE_NOT_FOUND', `there is no ${file} in .ai/handoff`, { file });
      }
      const before = old ?? '';
      assertHandoffText(file, before);
      const replaced = setSection(before, section, body, request.create);
      const changed = replaced !== before;
      const text =
        changed && file === 'STATUS.md' ? setProvenance(replaced, await toProvenance(platform, lock)) : replaced;
      if (request.dryRun !== true) {
        if (changed) await applyChanges(platform, handoff.folder, { writes: new Map([[file, text]]) });
        await renewLock(platform, handoff.folder, lock);
      }
      return { changed };
    },
    request,
  );
}

/** A name of this folder, and none that has a command of its own. */
function assertWritable(file: string): void {
  if (!/^[\w.-]+\.md$/.test(file) || !isIndexed(file)) {
    throw new BatonError('INPUT_INVALID', `"${file.slice(0, 60)}" is not a Markdown file of .ai/handoff`, { file });
  }
  if (file === 'LOG.md' || file === ARCHIVE_FILE) {
    throw new BatonError('INPUT_INVALID', `${file} is not changed by sections`, { file, hint: 'use baton log' });
  }
}
