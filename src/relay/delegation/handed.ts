import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../kernel/json.ts';
import { isHandoffDocument, type HandoffDocument } from '../../protocols/document/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';

/** The handoff document that came with a task. */
export async function findHandedDocument(
  platform: Pick<Platform, 'tasks'>,
  taskId: string,
): Promise<HandoffDocument | undefined> {
  const document = (await readHandoff(platform, taskId))?.['document'];
  return isHandoffDocument(document) ? document : undefined;
}

/** The governed handoff by which a task was given to its agent; undefined where there was none. */
export async function findGovernedId(platform: Pick<Platform, 'tasks'>, taskId: string): Promise<string | undefined> {
  const governed = (await readHandoff(platform, taskId))?.['governed'];
  const id = isJsonObject(governed) ? governed['handoff_id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

async function readHandoff(platform: Pick<Platform, 'tasks'>, taskId: string): Promise<JsonObject | undefined> {
  const store = await platform.tasks();
  if ((await store.find(taskId)) === undefined) return undefined;
  const bytes = await store.readArtifact(taskId, 'inputs/handoff.json');
  if (bytes === undefined) return undefined;
  try {
    const value = parseJson(bytes.toString());
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    // Somebody changed the file by hand: then it proves nothing.
    if (isBatonError(error)) return undefined;
    throw error;
  }
}
