import { BatonError } from '../../../kernel/errors/index.ts';
import { MANIFEST_FILE, type Manifest } from '../../../protocols/project/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { getHandoff } from './read-handoff.ts';

/** The manifest as it stands. Fails where there is none, or none that can be used. */
export async function readManifest(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
): Promise<Manifest> {
  const { manifest, manifestFault, folder } = await getHandoff(platform);
  if (manifest !== undefined) return manifest;
  throw manifestFault ?? new BatonError('FILE_NOT_FOUND', `there is no ${MANIFEST_FILE} in ${folder}`);
}
