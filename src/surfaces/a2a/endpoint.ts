import { given } from '../../kernel/given.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  A2A_CONTENT_TYPE,
  A2A_VERSION_HEADER,
  AgentCard,
  Extensions,
  formatSSEErrorEvent,
  formatSSEEvent,
  HTTP_EXTENSION_HEADER,
  SSE_HEADERS,
} from '@a2a-js/sdk';
import {
  A2A_ERROR_CODE,
  RequestMalformedError,
  restStatusFor,
  toJsonRpcError,
  toRestErrorBody,
} from '@a2a-js/sdk/errors';
import {
  defaultServerCallContextBuilder,
  JsonRpcTransportHandler,
  validateVersion,
  type A2ARequestHandler,
  type ServerCallContext,
} from '@a2a-js/sdk/server';
import { sha256Hex } from '../../kernel/hash.ts';
import { isJsonObject, type Json } from '../../kernel/json.ts';
import { listPushOrigins, listSkilledAgents } from '../../relay/inbound/index.ts';
import { buildCard, JSON_RPC_PATH, REST_PATH } from './card.ts';
import {
  invalidRequest,
  isRpcNotification,
  parseRpcCall,
  readJson,
  rpcIdOf,
  toRpcError,
  withoutPlaces,
} from './rpc-call.ts';
import { PushDelivery } from './push-delivery.ts';
import { SIGNAL, TaskRequestHandler, type A2aMeans } from './request-handler.ts';
import { answerRest } from './rest.ts';
import { StreamSlots } from './stream-task.ts';

export interface A2aEndpoint {
  /** Answers any request at or below the paths of A2A. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Begins to send the notifications that were asked for, also before a restart. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface A2aOptions {
  /** What the project is called in the card. */
  readonly project: string;
}

/** For a server of HTTP to mount, after its own checks of host, origin and token. */
export function createA2aEndpoint(means: A2aMeans, { project }: A2aOptions): A2aEndpoint {
  const slots = new StreamSlots();
  const push = new PushDelivery(means);
  return {
    start: () => push.start(),
    stop: () => push.stop(),
    async handle(request, response) {
      const card = async (): Promise<AgentCard> =>
        buildCard(
          addressOf(request),
          { project, pushNotifications: listPushOrigins(means).length > 0 },
          await listSkilledAgents(means),
        );
      const handler = new TaskRequestHandler(means, card, { slots, push });
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (url.pathname === JSON_RPC_PATH) await answerRpc(request, response, handler, url);
      else if (url.pathname.startsWith(`${REST_PATH}/`)) await answerHttpJson(request, response, handler, url);
      else sendCard(request, response, await card());
    },
  };
}

/** It changes when agents come and go: a copy is good for a minute. */
function sendCard({ headers }: IncomingMessage, response: ServerResponse, card: AgentCard): void {
  const body = AgentCard.toJSON(card);
  const etag = `"${sha256Hex(JSON.stringify(body)).slice(0, 32)}"`;
  response.setHeader('etag', etag);
  response.setHeader('cache-control', 'private, max-age=60');
  if (headers['if-none-match'] === etag) response.writeHead(304).end();
  else sendJson(response, 200, body);
}

/** The host was checked before: it is one that this server is reached by. */
function addressOf({ headers }: IncomingMessage): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return `${scheme}://${headers.host ?? 'localhost'}`;
}

async function answerRpc(
  request: IncomingMessage,
  response: ServerResponse,
  handler: A2ARequestHandler,
  { searchParams: query }: URL,
): Promise<void> {
  let id: Json = null;
  let isNotification = false;
  const toError = (error: unknown): object => ({ jsonrpc: '2.0', id, error: toRpcError(withoutPlaces(error)) });
  if (request.method !== 'POST') return sendJson(response, 405, toError(invalidRequest('a request is sent by POST')));
  try {
    const body = await readJson(request);
    id = rpcIdOf(body);
    isNotification = isRpcNotification(body);
    const call = parseRpcCall(body);
    const context = await openContext(request, response, handler, { binding: 'JSONRPC', query });
    const answer = await new JsonRpcTransportHandler(handler).handle({ ...call }, context);
    if (isNotification) return await endUnanswered(response, answer);
    if (isStream(answer)) await sendStream(response, answer, toError, 200);
    else sendJson(response, 200, answer);
  } catch (error) {
    if (isNotification) return await endUnanswered(response);
    const isOurFault = toJsonRpcError(error).code === A2A_ERROR_CODE.INTERNAL_ERROR;
    sendJson(response, isOurFault ? 500 : 200, toError(error));
  }
}

/** A request without an id gets no answer, not even an error. */
async function endUnanswered(response: ServerResponse, answer: object = {}): Promise<void> {
  if (isStream(answer)) {
    await answer.next().catch(() => undefined);
    await answer.return();
  }
  response.writeHead(204, { 'cache-control': 'no-store' }).end();
}

const isStream = (answer: object): answer is AsyncGenerator<unknown, void, undefined> => Symbol.asyncIterator in answer;

const toRestError = (error: unknown): object => toRestErrorBody(withoutPlaces(error), restStatusFor(error));

async function answerHttpJson(
  request: IncomingMessage,
  response: ServerResponse,
  handler: A2ARequestHandler,
  { pathname, searchParams: query }: URL,
): Promise<void> {
  try {
    const body = await readJson(request);
    if (body !== undefined && !isJsonObject(body)) throw new RequestMalformedError('a body is a JSON object');
    const context = await openContext(request, response, handler, { binding: 'HTTP+JSON', query });
    const path = pathname.slice(REST_PATH.length);
    const answer = await answerRest(
      handler,
      { method: request.method ?? 'GET', path, query, body: body ?? {} },
      context,
    );
    if (answer.kind === 'value') sendJson(response, 200, answer.json, A2A_CONTENT_TYPE);
    else await sendStream(response, answer.events, toRestError);
  } catch (error) {
    sendJson(response, restStatusFor(error), toRestError(error), A2A_CONTENT_TYPE);
  }
}

async function openContext(
  { headers }: IncomingMessage,
  response: ServerResponse,
  handler: A2ARequestHandler,
  { binding, query }: { readonly binding: 'JSONRPC' | 'HTTP+JSON'; readonly query: URLSearchParams },
): Promise<ServerCallContext> {
  const version = findVersion(headers, query);
  const extensions = headers[HTTP_EXTENSION_HEADER.toLowerCase()];
  const context = defaultServerCallContextBuilder({
    extensions: Extensions.parseServiceParameter(typeof extensions === 'string' ? extensions : undefined),
    user: undefined,
    headers,
    ...given({ requestedVersion: version }),
  });
  validateVersion(context.requestedVersion, await handler.getAgentCard(), binding);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  context.state.set(SIGNAL, gone.signal);
  return context;
}

/** From the header, else from a parameter of the same name. The patch number does not count. */
function findVersion(headers: IncomingMessage['headers'], query: URLSearchParams): string | undefined {
  const header = headers[A2A_VERSION_HEADER.toLowerCase()];
  const parameter = [...query].find(([name]) => name.toLowerCase() === A2A_VERSION_HEADER.toLowerCase())?.[1];
  const said = typeof header === 'string' && header.trim() !== '' ? header : parameter;
  return said?.trim().replace(/^(\d+\.\d+)\.\d+$/, '$1');
}

/** What fails before the first event is an answer of its own; later it is the last event. */
async function sendStream(
  response: ServerResponse,
  events: AsyncGenerator<unknown, void, undefined>,
  toError: (error: unknown) => object,
  errorStatus?: number,
): Promise<void> {
  let first: IteratorResult<unknown, void>;
  try {
    first = await events.next();
  } catch (error) {
    return sendJson(response, errorStatus ?? restStatusFor(error), toError(error));
  }
  response.writeHead(200, { ...SSE_HEADERS });
  const beat = setInterval(() => response.write(': alive\n\n'), BEAT_MS);
  try {
    if (first.done !== true) response.write(formatSSEEvent(first.value));
    for await (const event of events) response.write(formatSSEEvent(event));
  } catch (error) {
    if (!response.writableEnded) response.write(formatSSEErrorEvent(toError(error)));
  } finally {
    clearInterval(beat);
    response.end();
  }
}

/** Proxies end a stream on which nothing comes. */
const BEAT_MS = 15_000;

function sendJson(response: ServerResponse, status: number, body: unknown, type = 'application/json'): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = Buffer.from(JSON.stringify(body) ?? 'null', 'utf8');
  response.writeHead(status, {
    'content-type': type,
    'content-length': bytes.length,
    ...(response.hasHeader('cache-control') ? {} : { 'cache-control': 'no-store' }),
    'x-content-type-options': 'nosniff',
    // What was not read of a body would be read as the next request: the connection cannot be used again.
    ...(response.req.complete ? {} : { connection: 'close' }),
  });
  response.end(bytes);
}
