import { dirname, join } from 'node:path';
import type { Platform } from '../../../kernel/ports/index.ts';

/**
 * Puts what was handed to a task into its folder on this machine, where the store keeps it elsewhere: an agent reads
 * `inputs/handoff.json` as a file, whichever machine it was started on.
 */
export async function placeInputs(
  platform: Pick<Platform, 'files' | 'tasks'>,
  id: string,
  folder: string,
): Promise<void> {
  const store = await platform.tasks();
  if (store.server === undefined) return;
  const inputs = (await store.listArtifacts(id)).filter((path) => path.startsWith('inputs/'));
  if (inputs.length > 0) await platform.files.createFolder(folder);
  for (const path of inputs) {
    const content = await store.readArtifact(id, path);
    // Names in a store come from other machines.
    const target = await platform.files.resolveInside(folder, join(folder, path));
    await platform.files.createFolder(dirname(target));
    if (content !== undefined) await platform.files.writeAtomic(target, content);
  }
}
