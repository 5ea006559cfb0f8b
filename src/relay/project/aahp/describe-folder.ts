import { splitLog } from '../../../kernel/markdown/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { findFileText, getHandoff } from '../folder/read-handoff.ts';

/** What the public tool's `migrate` tells before and after. */
export interface FolderDescription {
  readonly hasManifest: boolean;
  readonly hasAiignore: boolean;
  /** Undefined without LOG.md. */
  readonly entries: number | undefined;
}

export async function describeAahpFolder(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
): Promise<FolderDescription> {
  const handoff = await getHandoff(platform);
  const log = findFileText(handoff, 'LOG.md');
  return {
    hasManifest: handoff.manifestText !== undefined,
    hasAiignore: handoff.aiignore !== undefined,
    entries: log === undefined ? undefined : splitLog(log).entries.length,
  };
}
