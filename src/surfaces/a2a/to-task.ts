import { Message, Role, TaskState, type Artifact, type Part, type Task, type TaskStatus } from '@a2a-js/sdk';
import { given } from '../../kernel/given.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import type { TaskEntry, TaskRecord, TaskStatus as PlaneStatus } from '../../kernel/tasks.ts';
import { findUtf8 } from '../../kernel/text.ts';
import type { Exchange, ExchangeFile } from '../../relay/inbound/index.ts';

/** The conversation a task is part of: its trace. */
export const contextOf = ({ metadata, uid }: TaskRecord): string => metadata.traceId ?? uid;

export function toTask({ entry, body, messages, outputs }: Exchange, historyLength?: number): Task {
  const { task } = entry;
  const history = messages.length === 0 && body !== '' ? [toOwnMessage(task, body)] : messages.map(toMessage(task));
  return {
    id: task.id,
    contextId: contextOf(task),
    status: toStatus(entry),
    artifacts: outputs.map(toArtifact),
    history: historyLength === undefined ? history : historyLength <= 0 ? [] : history.slice(-historyLength),
    metadata: {
      title: task.title,
      priority: task.priority,
      // Some blocks end by themselves: who follows the task need not ask anybody.
      ...given({ block: task.metadata.block?.kind }),
    },
  };
}

/** The state with what the agent or Baton has to say about it. */
export function toStatus(entry: TaskEntry, note?: string): TaskStatus {
  const { task, result } = entry;
  const text = note ?? task.metadata.block?.reason ?? (task.status === 'done' ? result?.notes : undefined);
  return {
    state: toState(task),
    timestamp: task.lastTransitionAt,
    message: text === undefined ? undefined : toAgentMessage(task, text),
  };
}

/** The same text about the same task has the same id: clients keep messages by it. */
const toAgentMessage = (task: TaskRecord, text: string): Message => ({
  messageId: `${task.id}-${sha256Hex(`${task.rev} ${text}`).slice(0, 16)}`,
  contextId: contextOf(task),
  taskId: task.id,
  role: Role.ROLE_AGENT,
  parts: [textPart(text)],
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
});

/** A task that no message made has its own text for the first message. */
const toOwnMessage = (task: TaskRecord, body: string): Message => ({
  ...toAgentMessage(task, `${task.title}\n\n${body.trim()}`),
  messageId: task.uid,
  role: Role.ROLE_USER,
});

const toMessage =
  (task: TaskRecord) =>
  (record: object): Message => ({ ...Message.fromJSON(record), taskId: task.id, contextId: contextOf(task) });

const textPart = (text: string, filename = '', mediaType = 'text/plain'): Part => ({
  content: { $case: 'text', value: text },
  metadata: undefined,
  filename,
  mediaType,
});

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  json: 'application/json',
  txt: 'text/plain',
};

/** A file of `outputs/`: its path is its id, so that a later version takes the place of an earlier one. */
export function toArtifact({ path, bytes, content }: ExchangeFile): Artifact {
  const name = path.slice('outputs/'.length);
  const type = MEDIA_TYPES[/\.(\w+)$/.exec(name)?.[1] ?? ''];
  const base = { artifactId: path, name, extensions: [] };
  if (content !== undefined)
    return { ...base, description: '', parts: [toPart(content, name, type)], metadata: undefined };
  const description = `too large to send: ${path} of this task has ${bytes} bytes and stays in its folder`;
  // An artifact has at least one part; this one is about the file, and has no name of a file.
  return { ...base, description, parts: [textPart(description)], metadata: { tooLarge: true, bytes } };
}

function toPart(content: Buffer, name: string, type: string | undefined): Part {
  const text = findUtf8(content);
  if (text !== undefined) return textPart(text, name, type ?? 'text/plain');
  return {
    content: { $case: 'raw', value: content },
    metadata: undefined,
    filename: name,
    mediaType: type ?? 'application/octet-stream',
  };
}

const STATES: Readonly<Record<PlaneStatus, TaskState>> = {
  backlog: TaskState.TASK_STATE_SUBMITTED,
  ready: TaskState.TASK_STATE_SUBMITTED,
  'in-progress': TaskState.TASK_STATE_WORKING,
  review: TaskState.TASK_STATE_WORKING,
  blocked: TaskState.TASK_STATE_INPUT_REQUIRED,
  done: TaskState.TASK_STATE_COMPLETED,
  cancelled: TaskState.TASK_STATE_CANCELED,
  deadletter: TaskState.TASK_STATE_FAILED,
};

/** What a task is called in A2A. A handoff that was refused is a task that was rejected. */
export const toState = ({ status, metadata }: Pick<TaskRecord, 'status' | 'metadata'>): TaskState =>
  metadata.handoff?.state === 'rejected' && status !== 'done' && status !== 'cancelled'
    ? TaskState.TASK_STATE_REJECTED
    : STATES[status];

const ENDED = new Set([
  TaskState.TASK_STATE_COMPLETED,
  TaskState.TASK_STATE_FAILED,
  TaskState.TASK_STATE_CANCELED,
  TaskState.TASK_STATE_REJECTED,
]);

export const isEnded = (state: TaskState): boolean => ENDED.has(state);

/** Nothing more happens until somebody acts: a caller that waits gets its answer. */
export const isSettled = (state: TaskState): boolean =>
  isEnded(state) || state === TaskState.TASK_STATE_INPUT_REQUIRED || state === TaskState.TASK_STATE_AUTH_REQUIRED;
