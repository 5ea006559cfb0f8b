import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../kernel/json.ts';
import type { TaskStore } from '../../kernel/ports/index.ts';
import { cutText } from '../../kernel/text.ts';
import type { MessageView } from './types.ts';

const MAX_MESSAGES = 100;
const MAX_BYTES = 256 * 1024;
const MAX_CHARACTERS = 2_000;

/** What was sent to the agent of a task, oldest first: the names of the files begin with the time. */
export async function viewMessages(
  store: TaskStore,
  id: string,
  artifacts: readonly string[],
): Promise<readonly MessageView[]> {
  const paths = artifacts.filter((path) => /^inputs\/messages\/[^/]+\.json$/.test(path)).toSorted();
  const messages: MessageView[] = [];
  for (const path of paths.slice(-MAX_MESSAGES)) {
    const bytes = await store.readArtifact(id, path);
    const value = bytes === undefined || bytes.length > MAX_BYTES ? undefined : parse(bytes.toString('utf8'));
    if (value !== undefined) messages.push(toMessage(path, value));
  }
  return messages;
}

function toMessage(path: string, value: JsonObject): MessageView {
  const say = (name: string): string => (typeof value[name] === 'string' ? value[name] : '');
  const payload = isJsonObject(value['payload']) ? value['payload'] : {};
  return {
    path,
    type: say('type'),
    from: say('fromAgent'),
    to: say('toAgent'),
    sentAt: say('sentAt'),
    text: cutText(toWords(payload), MAX_CHARACTERS, '…'),
  };
}

/** The words that a payload holds, without its ids and times. */
const toWords = (payload: JsonObject): string =>
  Object.entries(payload)
    .filter(([key]) => !/(?:id|at|agent)$/i.test(key))
    .map(([key, value]) => `${key}: ${toText(value)}`)
    .join('\n');

const toText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function parse(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}
