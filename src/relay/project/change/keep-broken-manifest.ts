import type { Platform } from '../../../kernel/ports/index.ts';
import { MANIFEST_FILE } from '../../../protocols/project/index.ts';
import type { Handoff } from '../folder/read-handoff.ts';
import { keepAside } from './keep-aside.ts';

/** Before a manifest of another shape is replaced: its text may hold what nobody could read. */
export async function keepBrokenManifest(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'random' | 'remark'>,
  { repaired, manifestText = '' }: Pick<Handoff, 'repaired' | 'manifestText'>,
): Promise<void> {
  if (repaired === undefined || repaired.lost.length === 0 || manifestText === '') return;
  const kept = await keepAside(platform, 'manifest', new Map([[MANIFEST_FILE, Buffer.from(manifestText, 'utf8')]]));
  platform.remark(`the old ${MANIFEST_FILE} is kept in ${kept.join(', ')}: ${repaired.lost.join('; ')}`);
}
