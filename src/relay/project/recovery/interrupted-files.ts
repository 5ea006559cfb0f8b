import { join } from 'node:path';
import { fileChecksum } from '../../../kernel/hash.ts';
import { AIIGNORE_FILE, MANIFEST_FILE } from '../../../protocols/project/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import type { HandoffAt } from '../git/handoff-at.ts';
import { findBytes } from '../folder/plan-base.ts';
import type { Handoff } from '../folder/read-handoff.ts';

/** Files whose content is not the clean commit's; without one, those the manifest does not vouch for. */
export async function listChanged(
  platform: Pick<Platform, 'files' | 'project'>,
  handoff: Handoff,
  clean: HandoffAt | undefined,
): Promise<Map<string, Buffer>> {
  const known = (name: string): string | undefined => {
    if (clean === undefined) return handoff.manifest?.files[name]?.checksum;
    const bytes = clean.files.get(name);
    return bytes === undefined ? undefined : fileChecksum(bytes);
  };
  const changed = new Map<string, Buffer>();
  for (const { name, checksum, bytes } of handoff.files.values())
    if (known(name) !== checksum) changed.set(name, bytes);
  // As bytes: one that cannot be read as text is what somebody may want to look at most.
  const manifest = await findBytes(platform, join(handoff.folder, MANIFEST_FILE));
  const isUnusable = handoff.manifestFault !== undefined;
  if (
    manifest !== undefined &&
    (isUnusable || (clean !== undefined && known(MANIFEST_FILE) !== fileChecksum(manifest)))
  )
    changed.set(MANIFEST_FILE, manifest);
  if (handoff.aiignore !== undefined && clean !== undefined && known(AIIGNORE_FILE) !== fileChecksum(handoff.aiignore))
    changed.set(AIIGNORE_FILE, Buffer.from(handoff.aiignore, 'utf8'));
  return changed;
}
