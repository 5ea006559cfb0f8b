import { BatonError } from '../../kernel/errors/index.ts';
import { splitLog } from '../../kernel/markdown/index.ts';
import { detectLineEnding } from '../../kernel/text.ts';
import { renderIsoSeconds } from '../../kernel/time.ts';
import { ARCHIVE_FILE, ARCHIVE_INDEX_FILE, MANIFEST_FILE, updateEntries } from '../../protocols/project/index.ts';
import { findArchiveDamage, KEPT_ENTRIES, planRotation } from '../../protocols/project/log/index.ts';
import { recordChange } from '../../protocols/project/labels/index.ts';
import { renderManifest } from '../../protocols/project/manifest/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { applyChanges, withWriter } from './change/change-handoff.ts';
import { assertHandoffText } from './checks/content-faults.ts';
import { findFileText, getHandoff, type Handoff } from './folder/read-handoff.ts';
import { assertMayWrite, renewOwn, type SessionRequest } from './folder/session.ts';

/** How many log entries stay. */
export interface ArchiveRequest extends SessionRequest {
  readonly keep?: number | undefined;
  readonly dryRun?: boolean;
}

/** What was moved to the archive. */
export interface ArchiveResult {
  readonly entries: number;
  readonly moved: number;
  readonly archived: number;
}

/** Moves all but the newest entries of LOG.md to the archive, in one step. */
export async function archive(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark'>,
  request: ArchiveRequest,
): Promise<ArchiveResult> {
  const keep = checkKeep(request.keep);
  return withWriter(
    platform,
    'baton archive',
    async (handoff) => {
      const own = await assertMayWrite(platform, handoff, request);
      const log = getLog(handoff);
      const rotated = planRotation(
        log,
        { archive: findFileText(handoff, ARCHIVE_FILE), index: findFileText(handoff, ARCHIVE_INDEX_FILE) },
        keep,
      );
      if (rotated === undefined && request.dryRun !== true) await renewOwn(platform, handoff.folder, own);
      if (rotated === undefined)
        return { entries: splitLog(log).entries.length, moved: 0, archived: countArchived(handoff) };
      const texts = new Map([
        ['LOG.md', rotated.log],
        [ARCHIVE_FILE, rotated.archive],
        [ARCHIVE_INDEX_FILE, rotated.index],
      ]);
      const writes = new Map(texts);
      if (handoff.manifest !== undefined && handoff.lockText === undefined) {
        const manifest = updateEntries(handoff.manifest, texts, renderIsoSeconds(platform.clock.now()));
        writes.set(MANIFEST_FILE, renderManifest(manifest, detectLineEnding(handoff.manifestText ?? '')));
      }
      if (request.dryRun !== true) {
        const wrote = [...texts].flatMap(([name, text]) =>
          recordChange(findFileText(handoff, name) ?? '', text, () => false),
        );
        await renewOwn(platform, handoff.folder, own, wrote);
        await applyChanges(platform, handoff.folder, { writes });
      }
      return { entries: keep, moved: rotated.moved, archived: countArchived(handoff) + rotated.moved };
    },
    request,
  );
}

function getLog(handoff: Handoff): string {
  const log = findFileText(handoff, 'LOG.md');
  if (log === undefined) throw new BatonError('FILE_NOT_FOUND', 'LOG.md not found in .ai/handoff', { file: 'LOG.md' });
  assertHandoffText('LOG.md', log);
  return log;
}

const countArchived = (handoff: Handoff): number => splitLog(findFileText(handoff, ARCHIVE_FILE) ?? '').entries.length;

function checkKeep(keep = KEPT_ENTRIES): number {
  if (Number.isInteger(keep) && keep >= 1) return keep;
  throw new BatonError('INPUT_INVALID', `--keep must be a whole number above 0, found ${keep}`);
}

/** Whether the archive is complete and unchanged. */
export interface ArchiveVerification extends ArchiveResult {
  readonly ok: boolean;
  /** How many entries the log may have. */
  readonly kept: number;
  /** What is wrong, one sentence each. */
  readonly problems: readonly string[];
}

/** Whether the log is short enough and every archived entry is still there as it was. */
export async function verifyArchive(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  request: Pick<ArchiveRequest, 'keep'>,
): Promise<ArchiveVerification> {
  const keep = checkKeep(request.keep);
  const handoff = await getHandoff(platform);
  const entries = splitLog(getLog(handoff)).entries.length;
  const damage = findArchiveDamage(findFileText(handoff, ARCHIVE_FILE), findFileText(handoff, ARCHIVE_INDEX_FILE));
  const problems = [
    ...(entries > keep ? [`LOG.md has ${entries} entries; ${keep} are kept`] : []),
    ...damage.map(({ title }) => `the archived entry "${title.replace(/^## /, '')}" is gone or was changed`),
  ];
  return { ok: problems.length === 0, kept: keep, problems, entries, moved: 0, archived: countArchived(handoff) };
}
