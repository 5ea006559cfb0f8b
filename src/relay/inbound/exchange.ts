import { BatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { isTaskId } from '../../kernel/ids.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../kernel/json.ts';
import type { Platform, TaskStore } from '../../kernel/ports/index.ts';
import {
  TASK_STATUSES,
  type PlaneEvent,
  type TaskEntry,
  type TaskRecord,
  type TaskStatus,
} from '../../kernel/tasks.ts';
import { findIsoTime } from '../../kernel/time.ts';
import { watch } from '../tasks/index.ts';
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

interface ExchangeWishes {
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

interface ExchangeQuery {
  readonly contextId?: string;
  readonly statuses?: readonly TaskStatus[];
  /** ISO 8601: only tasks whose status is as young as this or younger. */
  readonly since?: string;
  readonly fits?: (task: TaskRecord) => boolean;
  readonly pageSize: number;
  /** `next` of the page before. */
  readonly page?: string;
}

interface ExchangePage {
  readonly tasks: readonly TaskRecord[];
  readonly next: string | undefined;
  /** On all pages together. */
  readonly total: number;
}

/** Tasks with the newest status first. A page begins where the last one ended, whatever has come since. */
export async function listExchanges({ tasks }: Pick<Platform, 'tasks'>, query: ExchangeQuery): Promise<ExchangePage> {
  const since = query.since === undefined ? undefined : findIsoTime(query.since)?.epochMs;
  if (query.since !== undefined && since === undefined)
    throw new BatonError('INPUT_INVALID', `"${query.since}" is not a time`, {
      hint: 'write it like 2026-02-09T21:00:00Z',
    });
  const store = await tasks();
  const all = (await store.list({ statuses: query.statuses ?? TASK_STATUSES }))
    .filter((task) => query.contextId === undefined || task.metadata.traceId === query.contextId)
    .filter((task) => since === undefined || Date.parse(task.lastTransitionAt) >= since)
    .filter((task) => query.fits?.(task) ?? true)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
  const from = query.page === undefined ? undefined : parseToken(query.page);
  const rest = from === undefined ? all : all.filter((task) => keyOf(task) < from);
  const page = rest.slice(0, query.pageSize);
  const last = page.at(-1);
  return {
    tasks: page,
    next: last === undefined || rest.length <= page.length ? undefined : renderToken(keyOf(last)),
    total: all.length,
  };
}

const keyOf = ({ lastTransitionAt, id }: TaskRecord): string => `${lastTransitionAt} ${id}`;

const renderToken = (key: string): string => Buffer.from(key, 'utf8').toString('base64url');

function parseToken(token: string): string {
  const key = Buffer.from(token, 'base64url').toString('utf8');
  if (/^\d{4}-\S+ TASK-\S+$/.test(key)) return key;
  throw new BatonError('INPUT_INVALID', 'the page token is not valid');
}

/** Something happened to a task that an agent outside may want to know. */
interface TaskNews {
  readonly event: PlaneEvent;
  /** What an agent wrote about its progress. */
  readonly note?: string;
}

const TELLING = new Set(['task.transitioned', 'task.completed', 'task.noted', 'delegation.rejected', 'task.reclaimed']);

export const isTelling = ({ type }: PlaneEvent): boolean => TELLING.has(type);

/** What happens to a task after an event, as it happens, until the signal ends it. */
export async function* followTask(
  platform: Parameters<typeof watch>[0],
  taskId: string,
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<TaskNews> {
  for await (const event of watch(platform, { taskId, signal, ...given({ after }) })) {
    if (!isTelling(event)) continue;
    const { text } = event.payload;
    yield { event, ...(event.type === 'task.noted' && typeof text === 'string' ? { note: text } : {}) };
  }
}
