import { isBatonError } from '../../../kernel/errors/index.ts';
import { createSessionId } from '../../../kernel/ids.ts';
import { detectLineEnding } from '../../../kernel/text.ts';
import { renderIsoSeconds } from '../../../kernel/time.ts';
import { logMismatches, MANIFEST_FILE, updateEntries } from '../../../protocols/project/index.ts';
import { renderManifest } from '../../../protocols/project/manifest/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { applyChanges, withProjectLock } from './change-handoff.ts';
import { getHandoff } from '../folder/read-handoff.ts';
import { readCommit, shortCommit } from '../folder/session.ts';
import { planNote } from '../folder/plan-note.ts';

/**
 * Writes down in LOG.md, once per change, which files were changed outside the protocol. Nothing is written while any
 * session holds the files, while a step is unfinished, or without a manifest to compare with.
 */
export async function noteMismatches(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'random' | 'remark'>,
): Promise<readonly string[]> {
  try {
    return await withProjectLock(platform, 'baton orient', async () => {
      const handoff = await getHandoff(platform);
      const note = planNote(handoff);
      if (note === undefined || handoff.manifest === undefined) return [];
      const commit = shortCommit(await readCommit(platform));
      const timestamp = renderIsoSeconds(platform.clock.now());
      const log = logMismatches(note.log, note.news, {
        agent: 'baton',
        sessionId: createSessionId(platform.random),
        timestamp,
        commitBefore: commit,
        commitAfter: commit,
      });
      const wasIntact = handoff.manifest.files['LOG.md']?.checksum === handoff.files.get('LOG.md')?.checksum;
      const manifest = updateEntries(
        handoff.manifest,
        new Map([['LOG.md', log]]),
        timestamp,
        wasIntact ? new Map() : new Map([['LOG.md', { trust: 'assumed' as const }]]),
      );
      const text = renderManifest(manifest, detectLineEnding(handoff.manifestText ?? ''));
      await applyChanges(platform, handoff.folder, {
        writes: new Map([
          ['LOG.md', log],
          [MANIFEST_FILE, text],
        ]),
      });
      return note.news.map(({ name }) => name);
    });
  } catch (error) {
    // A place that cannot be written to can still be read.
    if (
      isBatonError(error, 'FILE_NOT_WRITABLE') ||
      isBatonError(error, 'LOCK_HELD') ||
      isBatonError(error, 'DISK_FULL')
    )
      return [];
    throw error;
  }
}
