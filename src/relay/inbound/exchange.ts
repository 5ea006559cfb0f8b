import { isTaskId } from '../../kernel/ids.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../kernel/json.ts';
import type { Platform, TaskStore } from '../../kernel/ports/index.ts';
import type { TaskEntry } from '../../kernel/tasks.ts';
import { MESSAGE_FOLDER } from './receive-message.ts';

/** A task as an agent outside sees it. */
export interface Exchange {
  readonly entry: TaskEntry;
  readonly body: string;
  /** Messages as they came, oldest first. */
  readonly messages: readonly JsonObject[];
  readonly outputs: readonly ExchangeFile[];
}

export interface ExchangeFile {
  /** `outputs/summary.md`. */
  readonly path: string;
  readonly bytes: number;
  /** Undefined for one that is too large to send. */
  readonly content: Buffer | undefined;
}

export interface ExchangeWishes {
  readonly messages: boolean;
  readonly outputs: boolean;
}

const MAX_OUTPUT_BYTES = 1024 * 1024;
const MAX_OUTPUTS = 100;
/** What a program printed is its log, not its result. */
const LOG = /^outputs\/run-[^/]+\.log$/;

export async function readExchange(
  { tasks }: Pick<Platform, 'tasks'>,
  id: string,
  wishes: ExchangeWishes = { messages: true, outputs: true },
): Promise<Exchange> {
  const store = await tasks();
  const entry = isTaskId(id) ? await store.find(id) : undefined;
  if (entry === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${id}`, { id });
  const names = wishes.messages || wishes.outputs ? await store.listArtifacts(id) : [];
  return {
    entry,
    body: wishes.messages ? await store.readBody(id) : '',
    messages: wishes.messages ? await readMessages(store, id, names) : [],
    outputs: wishes.outputs ? await readOutputs(store, id, names) : [],
  };
}

async function readMessages(store: TaskStore, id: string, names: readonly string[]): Promise<JsonObject[]> {
  const messages = new Map<string, JsonObject>();
  for (const name of names.filter((path) => path.startsWith(MESSAGE_FOLDER)).sort()) {
    const text = (await store.readArtifact(id, name))?.toString('utf8') ?? '';
    const message = tryToParse(text);
    // Agents of Baton write messages of another form into the same folder.
    const { messageId, parts } = message ?? {};
    if (message === undefined || typeof messageId !== 'string' || !Array.isArray(parts)) continue;
    // A message counts once, however often it was delivered.
    if (!messages.has(messageId)) messages.set(messageId, message);
  }
  return [...messages.values()];
}

function tryToParse(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function readOutputs(store: TaskStore, id: string, names: readonly string[]): Promise<ExchangeFile[]> {
  const paths = names.filter((path) => path.startsWith('outputs/') && !LOG.test(path)).slice(0, MAX_OUTPUTS);
  const outputs: ExchangeFile[] = [];
  for (const path of paths) {
    const content = await store.readArtifact(id, path);
    if (content === undefined) continue;
    outputs.push({ path, bytes: content.length, content: content.length > MAX_OUTPUT_BYTES ? undefined : content });
  }
  return outputs;
}
