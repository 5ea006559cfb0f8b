import {
  CancelTaskRequest,
  GetTaskRequest,
  ListTasksRequest,
  type ListTasksResponse,
  Message,
  SendMessageRequest,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
} from '@a2a-js/sdk';
import { PushNotificationNotSupportedError, UnsupportedOperationError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { JsonObject } from '../../kernel/json.ts';

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
const PUSH = /^\/tasks\/[^/]+\/pushNotificationConfigs(?:\/[^/]+)?$/;

/** Fails with UnsupportedOperationError for an address that the binding does not have. */
export async function answerRest(
  handler: A2ARequestHandler,
  { method, path, query, body }: RestRequest,
  context: ServerCallContext,
): Promise<RestAnswer> {
  const [, id = '', verb] = TASK.exec(path) ?? [];
  const taskId = decodeURIComponent(id);
  switch (`${method} ${id === '' ? path : `/tasks/{id}${verb === undefined ? '' : `:${verb}`}`}`) {
    case 'POST /message:send':
      return value(toSendResult(await handler.sendMessage(SendMessageRequest.fromJSON(body), context)));
    case 'POST /message:stream':
      return stream(handler.sendMessageStream(SendMessageRequest.fromJSON(body), context));
    case 'GET /tasks':
      return value(toPage(await handler.listTasks(ListTasksRequest.fromJSON(Object.fromEntries(query)), context)));
    case 'GET /tasks/{id}':
      return value(
        Task.toJSON(
          await handler.getTask(GetTaskRequest.fromJSON({ ...Object.fromEntries(query), id: taskId }), context),
        ),
      );
    case 'POST /tasks/{id}:cancel':
      return value(Task.toJSON(await handler.cancelTask(CancelTaskRequest.fromJSON({ ...body, id: taskId }), context)));
    case 'GET /tasks/{id}:subscribe':
    case 'POST /tasks/{id}:subscribe':
      return stream(handler.resubscribe(SubscribeToTaskRequest.fromJSON({ id: taskId }), context));
    case 'GET /extendedAgentCard':
      return value(await handler.getAuthenticatedExtendedAgentCard({ tenant: '' }, context));
    default:
      if (PUSH.test(path)) throw new PushNotificationNotSupportedError();
      throw new UnsupportedOperationError(`${method} ${path} is not part of A2A`);
  }
}

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
