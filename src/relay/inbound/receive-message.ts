import { BatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { createUlidAfter, isTaskId, safeName } from '../../kernel/ids.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';
import type { ArtifactWrite, Platform, TaskChange, TaskStore } from '../../kernel/ports/index.ts';
import { isFinished, TASK_STATUSES, type EventDraft, type TaskEntry } from '../../kernel/tasks.ts';
import { cutText } from '../../kernel/text.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { getEntry, joinChanges, planNewTask, TaskEdit } from '../../protocols/tasks/index.ts';
import { judgeTexts, moveTask, readAgents } from '../tasks/index.ts';

/** A message of another agent, whichever protocol brought it. */
export interface InboundMessage {
  readonly messageId: string;
  /** The conversation it is part of: the trace of the task. */
  readonly contextId?: string;
  /** The task it is about; without it a new one is made. */
  readonly taskId?: string;
  readonly text: string;
  /** Text files that came with it. */
  readonly files: readonly { readonly name: string; readonly content: string }[];
  /** A known agent that should take it. */
  readonly agent?: string;
  /** As it came, for the history. */
  readonly record: JsonObject;
}

export interface ReceivedMessage {
  readonly entry: TaskEntry;
  /** It came before: what it says now does not count. */
  readonly isRepeated: boolean;
}

type InboundMeans = Pick<Platform, 'clock' | 'files' | 'project' | 'random' | 'scanner' | 'tasks'>;

/** Who acts for agents that reach Baton from outside. */
const INBOUND_ACTOR = 'a2a';
/** Where messages are kept in the folder of a task. */
export const MESSAGE_FOLDER = 'inputs/messages/';
const MAX_TITLE = 200;

/**
 * Makes a task of a message, or adds it to the one it is about: an answer unblocks. The same message again, at any time
 * and any number of times at once, leads to the same task and changes nothing.
 */
export async function receiveMessage(means: InboundMeans, message: InboundMessage): Promise<ReceivedMessage> {
  const store = await means.tasks();
  await assertFit(means, message);
  const key = `a2a ${message.messageId}`;
  const known = message.taskId === undefined ? undefined : await getTask(store, message.taskId);
  const made = await (known === undefined
    ? create(store, means, message, key)
    : add(store, means, message, { id: known.task.id, key }));
  if (made !== undefined) return { entry: made, isRepeated: false };
  const entry =
    known === undefined
      ? await getByMessage(store, message.messageId)
      : await getWithMessage(store, known.task.id, message.messageId);
  return { entry, isRepeated: true };
}

async function assertFit(means: InboundMeans, message: InboundMessage): Promise<void> {
  const { text, files, agent } = message;
  if (text.trim() === '' && files.length === 0) throw refused('it has no text');
  const texts: Json = { text, files: files.map(({ name, content }) => ({ name, content })) };
  const { refusal } = judgeTexts(await means.scanner(), { texts }, means.project.settings.values);
  if (refusal !== undefined) throw refused(refusal);
  if (agent === undefined) return;
  const { agents } = await readAgents(means);
  if (!agents.some(({ id }) => id === agent)) throw refused(`there is no agent ${agent}`);
}

const refused = (reason: string): BatonError => new BatonError('MESSAGE_REFUSED', `the message was refused: ${reason}`);

async function getTask(store: TaskStore, id: string): Promise<TaskEntry> {
  const entry = isTaskId(id) ? await store.find(id) : undefined;
  if (entry === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${id}`, { id });
  return entry;
}

/** Undefined if the message came before. */
async function create(
  store: TaskStore,
  { clock, random }: InboundMeans,
  message: InboundMessage,
  key: string,
): Promise<TaskEntry | undefined> {
  const now = clock.now();
  const wanted = {
    title: titleOf(message),
    uid: createUlidAfter(undefined, now, random),
    body: message.text,
    metadata: { traceId: message.contextId ?? contextOf(message.messageId), a2a: { messageId: message.messageId } },
    routing: message.agent === undefined ? {} : { agent: message.agent },
  };
  return await store.change([], (lookup): TaskChange<TaskEntry | undefined> => {
    if (lookup.wasSeen(key)) return { result: undefined };
    const planned = planNewTask(lookup, wanted, { actor: INBOUND_ACTOR, now });
    const { id } = planned.result.task;
    return {
      ...planned,
      artifacts: artifactsOf(message, id, now),
      events: [...(planned.events ?? []), received(message, id)],
      seen: [key],
    };
  });
}

async function add(
  store: TaskStore,
  { clock }: InboundMeans,
  message: InboundMessage,
  { id, key }: { readonly id: string; readonly key: string },
): Promise<TaskEntry | undefined> {
  const now = clock.now();
  return await store.change([id], (lookup): TaskChange<TaskEntry | undefined> => {
    const entry = getEntry(lookup, id);
    if (lookup.wasSeen(key)) return { result: undefined };
    if (isFinished(entry.task.status) || entry.task.status === 'deadletter')
      throw new BatonError('TASK_ENDED', `${id} is ${entry.task.status} and takes no messages`, { id });
    if (message.contextId !== undefined && message.contextId !== entry.task.metadata.traceId)
      throw refused(`${id} is part of another context`);
    const edit = new TaskEdit(entry, { actor: INBOUND_ACTOR, now });
    edit.note(message.text);
    // The reason of a move is part of the next brief: the agent that asked learns what was answered.
    if (entry.task.status === 'blocked')
      edit
        .move('ready', { reason: cutText(message.text, MAX_REASON) })
        .setMetadata({ attempts: undefined, unroutable: undefined });
    const rest = {
      artifacts: artifactsOf(message, id, now),
      events: [received(message, id)],
      seen: [key],
      result: null,
    };
    return joinChanges(edit.entry, edit.toChange(null), rest);
  });
}

const MAX_REASON = 4_000;

/** A message without a context has one of its own, the same each time it comes. */
function contextOf(messageId: string): string {
  const hex = sha256Hex(`a2a context ${messageId}`);
  const variant = ((parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}

function titleOf({ text, files }: InboundMessage): string {
  const line = text
    .split('\n')
    .map((part) => part.replace(/^#+\s*/, '').trim())
    .find((part) => part !== '');
  return cutText(line ?? files[0]?.name ?? 'message', MAX_TITLE, '…');
}

function artifactsOf(message: InboundMessage, taskId: string, now: number): ArtifactWrite[] {
  // To the millisecond: the order of names is the order of messages.
  const stamp = renderIsoTime(now).replaceAll(/[-:.]/g, '');
  const path = `${MESSAGE_FOLDER}${stamp}${endingOf(message.messageId)}`;
  return [
    { taskId, path, content: `${JSON.stringify(message.record, null, 2)}\n` },
    ...message.files.map((file, at) => ({
      taskId,
      path: `inputs/files/${stamp}-${at + 1}-${safeName(file.name)}`,
      content: file.content,
    })),
  ];
}

/** How the file of a message ends, so that it can be found by its id. */
const endingOf = (messageId: string): string => `-${sha256Hex(messageId).slice(0, 12)}.json`;

const received = ({ messageId, contextId }: InboundMessage, taskId: string): EventDraft => ({
  type: 'protocol.message.received',
  actor: INBOUND_ACTOR,
  taskId,
  payload: { protocol: 'a2a', messageId, ...given({ traceId: contextId }) },
});

/** The task, if this is where the message went when it first came. */
async function getWithMessage(store: TaskStore, id: string, messageId: string): Promise<TaskEntry> {
  const names = await store.listArtifacts(id);
  const isHere = names.some((name) => name.startsWith(MESSAGE_FOLDER) && name.endsWith(endingOf(messageId)));
  if (isHere) return await getTask(store, id);
  throw refused('its messageId was used for another task before');
}

const FINISHED = TASK_STATUSES.filter(isFinished);

/** Live tasks first: finished ones have to be read. */
async function getByMessage(store: TaskStore, messageId: string): Promise<TaskEntry> {
  for (const statuses of [undefined, FINISHED]) {
    const tasks = await store.list(statuses === undefined ? {} : { statuses });
    const found = tasks.find(({ metadata }) => metadata.a2a?.messageId === messageId);
    if (found !== undefined) return await getTask(store, found.id);
  }
  throw refused('its messageId was used for another task before');
}

/** Cancels a task for an agent outside. Fails with TASK_ENDED if there is nothing left to cancel. */
export async function stopTask(platform: Parameters<typeof moveTask>[0], id: string): Promise<TaskEntry> {
  const entry = isTaskId(id) ? await (await platform.tasks()).find(id) : undefined;
  if (entry === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${id}`, { id });
  if (isFinished(entry.task.status)) throw new BatonError('TASK_ENDED', `${id} is ${entry.task.status}`, { id });
  return await moveTask(platform, {
    id,
    to: 'cancelled',
    by: INBOUND_ACTOR,
    reason: 'cancelled by the agent that sent it',
  });
}
