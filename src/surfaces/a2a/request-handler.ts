import {
  TaskState,
  type AgentCard,
  type CancelTaskRequest,
  type DeleteTaskPushNotificationConfigRequest,
  type GetTaskPushNotificationConfigRequest,
  type GetTaskRequest,
  type ListTaskPushNotificationConfigsRequest,
  type ListTaskPushNotificationConfigsResponse,
  type ListTasksRequest,
  type ListTasksResponse,
  type SendMessageRequest,
  type StreamResponse,
  type SubscribeToTaskRequest,
  type Task,
  type TaskPushNotificationConfig,
} from '@a2a-js/sdk';
import {
  ExtendedAgentCardNotConfiguredError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { JsonObject } from '../../kernel/json.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import {
  assertPushAddress,
  getPush,
  keepPush,
  listExchanges,
  listPushes,
  listPushOrigins,
  readExchange,
  receiveMessage,
  removePush,
  stopTask,
  type ReceivedMessage,
} from '../../relay/inbound/index.ts';
import { toA2aError } from './rpc-call.ts';
import { fromRequest } from './from-message.ts';
import { fromConfig, toConfig, type PushDelivery } from './push-delivery.ts';
import { isEnded, isSettled, toState, toTask } from './to-task.ts';
import { streamTask, type StreamSlots } from './stream-task.ts';

export type A2aMeans = Pick<
  Platform,
  'clock' | 'executors' | 'facts' | 'files' | 'http' | 'project' | 'random' | 'remark' | 'scanner' | 'tasks' | 'timers'
>;

/** Ends what a caller waits for, when the caller is gone. */
export const SIGNAL = 'baton.signal';
const WAIT_LIMIT_MS = 10 * 60_000;
const DEFAULT_PAGE = 50;
const MAX_PAGE = 100;

/** A2A over Baton's own tasks: nothing is kept here, every answer comes from the store. */
export class TaskRequestHandler implements A2ARequestHandler {
  readonly #means: A2aMeans;
  readonly #card: () => Promise<AgentCard>;
  readonly #slots: StreamSlots;
  readonly #push: Pick<PushDelivery, 'start'>;

  constructor(
    means: A2aMeans,
    card: () => Promise<AgentCard>,
    { slots, push }: { readonly slots: StreamSlots; readonly push: Pick<PushDelivery, 'start'> },
  ) {
    this.#slots = slots;
    this.#push = push;
    this.#means = means;
    this.#card = card;
  }

  getAgentCard(): Promise<AgentCard> {
    return this.#card();
  }

  async getAuthenticatedExtendedAgentCard(): Promise<AgentCard> {
    throw new ExtendedAgentCardNotConfiguredError('there is only one card');
  }

  async sendMessage(params: SendMessageRequest, context: ServerCallContext): Promise<Task> {
    const { entry, record, isRepeated } = await this.#receive(params);
    const { id, rev } = entry.task;
    const { historyLength, returnImmediately = false } = params.configuration ?? {};
    // Nothing has happened to it but this message: there is nothing to read.
    if (returnImmediately && rev === 1 && !isRepeated)
      return toTask({ entry, body: '', messages: [record], outputs: [] }, historyLength);
    if (!returnImmediately && !isSettled(toState(entry.task))) await this.#wait(id, signalOf(context));
    return toTask(await this.#read(id), historyLength);
  }

  async *sendMessageStream(
    params: SendMessageRequest,
    context: ServerCallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const { entry } = await this.#receive(params);
    yield* this.#slots.hold(streamTask(this.#means, entry.task.id, signalOf(context)));
  }

  async getTask({ id, historyLength }: GetTaskRequest): Promise<Task> {
    return toTask(await this.#read(id), historyLength);
  }

  async listTasks(params: ListTasksRequest): Promise<ListTasksResponse> {
    const { pageSize = DEFAULT_PAGE, pageToken, contextId, status, statusTimestampAfter } = params;
    if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > MAX_PAGE)
      throw new RequestMalformedError(`pageSize must be 1 to ${MAX_PAGE}`);
    const { tasks, next, total } = await translated(() =>
      listExchanges(this.#means, {
        pageSize,
        ...(contextId === '' ? {} : { contextId }),
        ...(pageToken === '' ? {} : { page: pageToken }),
        ...(statusTimestampAfter === undefined || statusTimestampAfter === '' ? {} : { since: statusTimestampAfter }),
        ...(status === TaskState.TASK_STATE_UNSPECIFIED ? {} : { fits: (task) => toState(task) === status }),
      }),
    );
    const wishes = { messages: (params.historyLength ?? 0) > 0, outputs: params.includeArtifacts === true };
    const read = await Promise.all(tasks.map(({ id }) => readExchange(this.#means, id, wishes)));
    return {
      tasks: read.map((exchange) => toTask(exchange, params.historyLength ?? 0)),
      nextPageToken: next ?? '',
      pageSize,
      totalSize: total,
    };
  }

  async cancelTask({ id }: CancelTaskRequest): Promise<Task> {
    requireId(id);
    await translated(() => stopTask(this.#means, id), 'cancel');
    return toTask(await this.#read(id));
  }

  async *resubscribe(
    { id }: SubscribeToTaskRequest,
    context: ServerCallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    requireId(id);
    const { entry } = await this.#read(id);
    if (isEnded(toState(entry.task)))
      throw new UnsupportedOperationError(`${id} has ended: there is nothing to follow`);
    yield* this.#slots.hold(streamTask(this.#means, id, signalOf(context)));
  }

  async createTaskPushNotificationConfig(params: TaskPushNotificationConfig): Promise<TaskPushNotificationConfig> {
    this.#assertPush();
    const kept = await translated(() => keepPush(this.#means, fromConfig(params)), 'send');
    await this.#push.start();
    return toConfig(kept);
  }

  async getTaskPushNotificationConfig({
    taskId,
    id,
  }: GetTaskPushNotificationConfigRequest): Promise<TaskPushNotificationConfig> {
    this.#assertPush();
    return toConfig(await translated(() => getPush(this.#means, taskId, id)));
  }

  async listTaskPushNotificationConfigs({
    taskId,
  }: ListTaskPushNotificationConfigsRequest): Promise<ListTaskPushNotificationConfigsResponse> {
    this.#assertPush();
    await this.#read(taskId);
    return { configs: (await listPushes(this.#means, taskId)).map(toConfig), nextPageToken: '' };
  }

  /** No error if it is gone already. */
  async deleteTaskPushNotificationConfig({ taskId, id }: DeleteTaskPushNotificationConfigRequest): Promise<void> {
    this.#assertPush();
    await this.#read(taskId);
    await removePush(this.#means, { taskId, id });
  }

  #assertPush(): void {
    if (listPushOrigins(this.#means).length === 0) throw new PushNotificationNotSupportedError();
  }

  async #receive(params: SendMessageRequest): Promise<ReceivedMessage & { readonly record: JsonObject }> {
    const wanted = params.configuration?.taskPushNotificationConfig;
    const message = fromRequest(params);
    if (wanted !== undefined) {
      this.#assertPush();
      // Nothing is made for a caller that could not be told.
      await translated(async () => assertPushAddress(this.#means, wanted.url), 'send');
    }
    const received = await translated(() => receiveMessage(this.#means, message), 'send');
    const taskId = received.entry.task.id;
    if (wanted !== undefined) await this.createTaskPushNotificationConfig({ ...wanted, taskId });
    return { ...received, record: message.record };
  }

  /** As long as a caller would: until the task is settled, the caller is gone, or the limit is reached. */
  async #wait(id: string, gone: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([gone, AbortSignal.timeout(WAIT_LIMIT_MS)]);
    // The stream ends by itself when the task is settled.
    for await (const _ of this.#slots.hold(streamTask(this.#means, id, signal)));
  }

  async #read(id: string) {
    requireId(id);
    return await translated(() => readExchange(this.#means, id));
  }
}

function requireId(id: string): void {
  if (id.trim() === '') throw new RequestMalformedError('a task id is missing');
}

async function translated<T>(work: () => Promise<T>, doing: 'send' | 'cancel' | 'read' = 'read'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toA2aError(error, doing);
  }
}

function signalOf(context: ServerCallContext): AbortSignal {
  const signal = context.state.get(SIGNAL);
  return signal instanceof AbortSignal ? signal : new AbortController().signal;
}
