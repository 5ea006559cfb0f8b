import { isBatonError } from '../../kernel/errors/index.ts';
import { given, whenGiven } from '../../kernel/given.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../kernel/json.ts';
import type { Platform, TaskStore } from '../../kernel/ports/index.ts';
import { cutText } from '../../kernel/text.ts';
import { isHandoffDocument, measureBudget, TOKEN_LIMIT, type HandoffDocument } from '../../protocols/document/index.ts';
import type { HandoffView, MessageView, TokenBudget } from './types.ts';

const JSON_PATH = 'inputs/handoff.json';
const TEXT_PATH = 'inputs/handoff.md';
/** A document fits into 2,000 tokens; what is much larger is something else. */
const MAX_BYTES = 1024 * 1024;
const MAX_FILES = 20;

/** What this task was handed over with; undefined if nobody handed it over. */
export async function viewHandoff(
  platform: Pick<Platform, 'tokens'>,
  store: TaskStore,
  id: string,
  artifacts: readonly string[],
): Promise<HandoffView | undefined> {
  if (!artifacts.includes(TEXT_PATH) && !artifacts.includes(JSON_PATH)) return undefined;
  const text = (await store.readArtifact(id, TEXT_PATH))?.toString('utf8') ?? '';
  const request = await readObject(store, id, JSON_PATH);
  const document = await findDocument(store, id, artifacts);
  const shown = document?.whole ?? request;
  return {
    path: artifacts.includes(TEXT_PATH) ? TEXT_PATH : JSON_PATH,
    markdown: text,
    ...given({ document: shown }),
    ...given({ tokens: await whenGiven(document, ({ parsed }) => measure(platform, parsed)) }),
  };
}

/** Only a universal handoff document has a budget per section; it may be a file of its own or be inside the request. */
async function findDocument(
  store: TaskStore,
  id: string,
  artifacts: readonly string[],
): Promise<{ readonly whole: JsonObject; readonly parsed: HandoffDocument } | undefined> {
  const paths = artifacts.filter((path) => path.startsWith('inputs/') && path.endsWith('.json'));
  for (const path of paths.slice(0, MAX_FILES)) {
    const value = await readObject(store, id, path);
    for (const whole of value === undefined ? [] : [value, ...Object.values(value)]) {
      const parsed: unknown = whole;
      if (isHandoffDocument(parsed) && isJsonObject(whole)) return { whole, parsed };
    }
  }
  return undefined;
}

async function measure({ tokens }: Pick<Platform, 'tokens'>, document: HandoffDocument): Promise<TokenBudget> {
  const rows = await measureBudget(document, tokens);
  return {
    method: tokens.method,
    total: rows.reduce((sum, row) => sum + row.tokens, 0),
    limit: TOKEN_LIMIT,
    sections: rows.map(({ section, tokens: count, budget }) => ({ name: section, tokens: count, budget })),
  };
}

async function readObject(store: TaskStore, id: string, path: string): Promise<JsonObject | undefined> {
  const bytes = await store.readArtifact(id, path);
  if (bytes === undefined || bytes.length > MAX_BYTES) return undefined;
  try {
    const value = parseJson(bytes.toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

const MAX_MESSAGES = 100;
const MAX_MESSAGE_BYTES = 256 * 1024;
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
    const value = bytes === undefined || bytes.length > MAX_MESSAGE_BYTES ? undefined : parse(bytes.toString('utf8'));
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
