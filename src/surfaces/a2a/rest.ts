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
import { UnsupportedOperationError } from '@a2a-js/sdk/errors';
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
      throw new UnsupportedOperationError(`${method} ${path} is not part of A2A`);
  }
}

async function answerPush(
  handler: A2ARequestHandler,
  method: string,
  asked: { readonly taskId: string; readonly id: string | undefined; readonly body: JsonObject },
  context: ServerCallContext,
): Promise<RestAnswer> {
  const place = { tenant: '', taskId: decodeURIComponent(asked.taskId), id: decodeURIComponent(asked.id ?? '') };
  switch (`${method} ${asked.id === undefined ? 'all' : 'one'}`) {
    case 'POST all': {
      const config = TaskPushNotificationConfig.fromJSON({ ...asked.body, taskId: place.taskId });
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
