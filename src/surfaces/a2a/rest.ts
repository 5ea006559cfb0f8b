import {
  CancelTaskRequest,
  GetTaskRequest,
  ListTaskPushNotificationConfigsResponse,
  ListTasksRequest,
  type ListTasksResponse,
  Message,
  SendMessageRequest,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
  TaskPushNotificationConfig,
} from '@a2a-js/sdk';
import { RequestMalformedError, UnsupportedOperationError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { Json, JsonObject } from '../../kernel/json.ts';
import { PARAMS } from './shapes.ts';

/** One request of the HTTP+JSON binding; the path begins below the address of the interface. */
export interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: JsonObject;
}

export type RestAnswer =
  | { readonly kind: 'value'; readonly json: unknown }
  | { readonly kind: 'stream'; readonly events: AsyncGenerator<unknown, void, undefined> };

const TASK = /^\/tasks\/([^/:]+)(?::(cancel|subscribe))?$/;
const PUSH = /^\/tasks\/([^/:]+)\/pushNotificationConfigs(?:\/([^/]+))?$/;

/** Fails with UnsupportedOperationError for an address that the binding does not have. */
export async function answerRest(
  handler: A2ARequestHandler,
  { method, path, query, body }: RestRequest,
  context: ServerCallContext,
): Promise<RestAnswer> {
  const push = PUSH.exec(path);
  if (push !== null) return await answerPush(handler, method, { taskId: push[1] ?? '', id: push[2], body }, context);
  const [, id = '', verb] = TASK.exec(path) ?? [];
  const taskId = decode(id);
  switch (`${method} ${id === '' ? path : `/tasks/{id}${verb === undefined ? '' : `:${verb}`}`}`) {
    case 'POST /message:send':
      return value(toSendResult(await handler.sendMessage(toSend(body), context)));
    case 'POST /message:stream':
      return stream(handler.sendMessageStream(toSend(body), context));
    case 'GET /tasks':
      return value(toPage(await handler.listTasks(toList(query), context)));
    case 'GET /tasks/{id}':
      return value(Task.toJSON(await handler.getTask(toGet(query, taskId), context)));
    case 'POST /tasks/{id}:cancel':
      return value(Task.toJSON(await handler.cancelTask(toCancel(body, taskId), context)));
    case 'GET /tasks/{id}:subscribe':
    case 'POST /tasks/{id}:subscribe':
      return stream(handler.resubscribe(SubscribeToTaskRequest.fromJSON({ id: taskId }), context));
    case 'GET /extendedAgentCard':
      return value(await handler.getAuthenticatedExtendedAgentCard({ tenant: '' }, context));
    default:
      throw new UnsupportedOperationError(`${method} ${path} is not part of A2A`);
  }
}

async function answerPush(
  handler: A2ARequestHandler,
  method: string,
  asked: { readonly taskId: string; readonly id: string | undefined; readonly body: JsonObject },
  context: ServerCallContext,
): Promise<RestAnswer> {
  const place = { tenant: '', taskId: decode(asked.taskId), id: decode(asked.id ?? '') };
  switch (`${method} ${asked.id === undefined ? 'all' : 'one'}`) {
    case 'POST all': {
      const params = { ...asked.body, taskId: place.taskId };
      PARAMS.CreateTaskPushNotificationConfig(params, 'body');
      const config = TaskPushNotificationConfig.fromJSON(params);
      return value(TaskPushNotificationConfig.toJSON(await handler.createTaskPushNotificationConfig(config, context)));
    }
    case 'GET all': {
      const listed = await handler.listTaskPushNotificationConfigs({ ...place, pageSize: 0, pageToken: '' }, context);
      return value(ListTaskPushNotificationConfigsResponse.toJSON(listed));
    }
    case 'GET one':
      return value(TaskPushNotificationConfig.toJSON(await handler.getTaskPushNotificationConfig(place, context)));
    case 'DELETE one':
      await handler.deleteTaskPushNotificationConfig(place, context);
      return value({});
    default:
      throw new UnsupportedOperationError(`${method} is not part of A2A for notifications`);
  }
}

/** An id in an address; one that is not encoded as addresses are is the caller's mistake. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new RequestMalformedError(`${part} is not encoded as part of an address`);
  }
}

function toSend(body: JsonObject): SendMessageRequest {
  PARAMS.SendMessage(body, 'body');
  return SendMessageRequest.fromJSON(body);
}

function toList(query: URLSearchParams): ListTasksRequest {
  const params = fromQuery(query);
  PARAMS.ListTasks(params, 'query');
  return ListTasksRequest.fromJSON(params);
}

function toGet(query: URLSearchParams, id: string): GetTaskRequest {
  const params = { ...fromQuery(query), id };
  PARAMS.GetTask(params, 'query');
  return GetTaskRequest.fromJSON(params);
}

function toCancel(body: JsonObject, id: string): CancelTaskRequest {
  const params = { ...body, id };
  PARAMS.CancelTask(params, 'body');
  return CancelTaskRequest.fromJSON(params);
}

const FLAGS: ReadonlyMap<string, Json> = new Map([
  ['true', true],
  ['false', false],
]);

/** In an address everything is text; empty is absent. */
const fromQuery = (query: URLSearchParams): JsonObject =>
  Object.fromEntries(
    [...query]
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, /^include_?artifacts$/i.test(name) ? (FLAGS.get(text) ?? text) : text]),
  );

const value = (json: unknown): RestAnswer => ({ kind: 'value', json });

const toSendResult = (result: Message | Task): object =>
  'messageId' in result ? { message: Message.toJSON(result) } : { task: Task.toJSON(result) };

/** The counts are always there, also the empty token of the last page. */
function toPage(page: ListTasksResponse): object {
  const { nextPageToken, pageSize, totalSize } = page;
  return { tasks: page.tasks.map((task) => Task.toJSON(task)), nextPageToken, pageSize, totalSize };
}

const stream = (events: AsyncGenerator<StreamResponse, void, undefined>): RestAnswer => ({
  kind: 'stream',
  events: (async function* () {
    for await (const event of events) yield StreamResponse.toJSON(event);
  })(),
});
