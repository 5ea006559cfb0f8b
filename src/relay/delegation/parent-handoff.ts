import { isJsonObject, parseJson, isBatonError } from '../../kernel/index.ts';
import type { Platform } from '../platform.ts';

/** The governed handoff by which a task itself was given to its agent; undefined where there was none. */
export async function findParentHandoff(platform: Platform, taskId: string): Promise<string | undefined> {
  const store = await platform.tasks();
  if ((await store.find(taskId)) === undefined) return undefined;
  const bytes = await store.readArtifact(taskId, 'inputs/handoff.json');
  if (bytes === undefined) return undefined;
  try {
    const value = parseJson(bytes.toString());
    const governed = isJsonObject(value) ? value['governed'] : undefined;
    const id = isJsonObject(governed) ? governed['handoff_id'] : undefined;
    return typeof id === 'string' ? id : undefined;
  } catch (error) {
    // Somebody changed the file by hand: then it proves nothing.
    if (isBatonError(error)) return undefined;
    throw error;
  }
}
