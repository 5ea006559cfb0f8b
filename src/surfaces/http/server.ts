import { given } from '../../kernel/given.ts';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { BatonError, ERRORS } from '../../kernel/errors/index.ts';
import { createMatcher, readRequest, renderFailure, type Matcher } from './answer.ts';
import type { EventHub, StreamStart } from './event-stream.ts';
import type { Metrics } from './metrics.ts';
import type { Route, RouteReply, RouteRequest } from './route.ts';
import { findRefusal, SECURITY_HEADERS, type Gate } from './security.ts';
import { createTurnstile, type Turnstile, type WhileAway } from './while-away.ts';

/** A file of the board, held in memory: no path from a request ever reaches the disk. */
export interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** The same compressed, if that is smaller. */
  readonly gzip?: Uint8Array;
  /** Its name changes with its content, so it may be kept for good. */
  readonly isImmutable: boolean;
}

export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  readonly gate: Gate;
  readonly routes: readonly Route[];
  /** By path; `/` is the page that every view of the board begins with. */
  readonly assets: ReadonlyMap<string, Asset>;
  readonly hub: EventHub;
  /** Events after the one the client saw last; for one that saw none, those to come. */
  streamFrom(id: string | undefined): StreamStart;
  readonly metrics: Metrics;
  readonly whileAway: WhileAway;
  /** Other protocols by their paths; one that ends with a slash stands for everything below it. */
  readonly mounts?: Readonly<Record<string, Mount>>;
  /** How long a request may take to arrive; 30 seconds if it is not given. */
  readonly requestTimeoutMs?: number;
  log(entry: AccessEntry): void;
}

/** Another protocol, which reads its requests itself. */
export interface Mount {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Every request needs the token, also one that only reads. */
  readonly needsToken?: boolean;
}

export interface AccessEntry {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly error?: unknown;
}

export interface RunningHttp {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const REFUSALS = { host: 'HOST_FOREIGN', origin: 'ORIGIN_FOREIGN', token: 'TOKEN_MISSING' } as const;
const STREAM_PATH = '/v1/stream';
const HEADERS_TIMEOUT_MS = 10_000;
/** A request that drips ends after this, whatever reads it. */
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUT_CHECK_MS = 5_000;
/** The stream has its own limit of clients; this one is for those that connect and say nothing. */
const MAX_CONNECTIONS = 4_000;
const WORK = { inside: 8, waiting: 1_000 };
/** Bodies are read before that, so that slow ones hold up no answer. */
const BODIES = { inside: 64, waiting: 1_000 };

export async function startHttp(options: HttpOptions): Promise<RunningHttp> {
  const server = createServer(
    { connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, options.requestTimeoutMs ?? TIMEOUT_CHECK_MS) },
    createHandler(options),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.headersTimeout = Math.min(HEADERS_TIMEOUT_MS, options.requestTimeoutMs ?? HEADERS_TIMEOUT_MS);
  server.requestTimeout = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  await listen(server, options);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  const shown = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${shown}:${port}`,
    port,
    close: async () => {
      options.hub.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 1_000).unref();
      await closed;
    },
  };
}

function listen(server: Server, { host, port }: HttpOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const inUse = cause.code === 'EADDRINUSE';
      reject(
        new BatonError(
          inUse ? 'PORT_IN_USE' : 'INPUT_INVALID',
          inUse ? `port ${port} on ${host} is taken` : `cannot listen on ${host}:${port}: ${cause.message}`,
          { host, port },
          cause,
        ),
      );
    });
    server.listen(port, host, () => resolve());
  });
}

function createHandler(options: HttpOptions) {
  const match = createMatcher(options.routes);
  const turnstile = createTurnstile(WORK);
  const bodies = createTurnstile(BODIES);
  return (request: IncomingMessage, response: ServerResponse): void => {
    const started = performance.now();
    const method = request.method ?? 'GET';
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    let failure: unknown;
    response.once('close', () => {
      const durationMs = performance.now() - started;
      const status = response.statusCode;
      if (path !== STREAM_PATH)
        options.metrics.observe('baton_http_request_seconds', durationMs / 1000, { method, status: String(status) });
      options.log({ method, path, status, durationMs, ...given({ error: failure }) });
    });
    serve(options, { match, turnstile, bodies }, request, response).catch((error: unknown) => {
      failure = error;
      sendFailure(response, error);
    });
  };
}

async function serve(
  options: HttpOptions,
  { match, turnstile, bodies }: { readonly match: Matcher; readonly turnstile: Turnstile; readonly bodies: Turnstile },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = parseUrl(request.url ?? '/');
  const method = request.method ?? 'GET';
  const mount = findMount(options.mounts ?? {}, url.pathname);
  const matched = mount === undefined ? match(method, url.pathname) : undefined;
  const route = typeof matched === 'object' ? matched.route : undefined;
  const isWrite = (method !== 'GET' && method !== 'HEAD') || mount?.needsToken === true || route?.isWrite === true;
  assertMayAsk(options, request, { path: url.pathname, isWrite, route });
  if (mount !== undefined) return mount.handle(request, response);
  if (matched === 'other-method')
    throw new BatonError('METHOD_UNKNOWN', `${method} is not possible at ${url.pathname}`);
  if (matched !== undefined) {
    const read = (): Promise<RouteRequest> => readRequest(request, matched, url);
    const asked = matched.route.body === undefined ? await read() : await bodies.pass(read);
    const work = (): Promise<void> =>
      answer(options, response, matched.route, { key: url.pathname + url.search, isWrite, asked });
    // Whether the daemon is well must be known especially while it is busy.
    return await (url.pathname.startsWith('/v1/') ? turnstile.pass(work) : work());
  }
  sendAsset(options, request, url.pathname, response);
}

interface Asked {
  readonly path: string;
  readonly isWrite: boolean;
  readonly route: Route | undefined;
}

function assertMayAsk(options: HttpOptions, request: IncomingMessage, { path, isWrite, route }: Asked): void {
  const { host, origin, authorization, 'sec-fetch-site': site, 'sec-fetch-dest': dest } = request.headers;
  // The page itself holds nothing and cannot be framed: a link from anywhere may lead to it, and a browser cannot send
  // a token with its first request.
  const isPage = !isWrite && route === undefined && findAsset(options, path) !== undefined;
  const isVisit = isPage && dest === 'document';
  const refusal = findRefusal(options.gate, {
    host,
    origin,
    site: isVisit || typeof site !== 'string' ? undefined : site,
    authorization,
    isWrite,
  });
  if (refusal === undefined || (refusal === 'token' && (isPage || route?.isLogin === true))) return;
  throw new BatonError(REFUSALS[refusal], ERRORS[REFUSALS[refusal]].meaning);
}

function findMount(mounts: NonNullable<HttpOptions['mounts']>, path: string): Mount | undefined {
  if (Object.hasOwn(mounts, path)) return mounts[path];
  return Object.entries(mounts).find(([place]) => place.endsWith('/') && path.startsWith(place))?.[1];
}

function parseUrl(text: string): URL {
  try {
    // Not as a base: `//name/path` would be another server's address.
    return new URL(text.startsWith('/') ? `http://localhost${text}` : text);
  } catch (cause) {
    throw new BatonError('INPUT_INVALID', 'the address is not valid', {}, cause);
  }
}

async function answer(
  options: HttpOptions,
  response: ServerResponse,
  route: Route,
  { key, isWrite, asked }: { readonly key: string; readonly isWrite: boolean; readonly asked: RouteRequest },
): Promise<void> {
  const work = (): Promise<RouteReply> => route.handle(asked);
  const { reply, staleSince } =
    route.needsStore === false ? { reply: await work() } : await options.whileAway.answer({ key, isWrite, work });
  switch (reply.kind) {
    case 'text':
      return send(response, 200, 'text/plain; charset=utf-8', reply.text);
    case 'bare':
      return sendJson(response, 200, reply.json);
    case 'stream':
      return attachStream(options, response, reply.after);
    case 'data':
      return sendJson(response, reply.status ?? 200, {
        schema_version: 1,
        data: reply.data,
        ...given({ stale_since: staleSince }),
      });
  }
}

function attachStream({ hub, streamFrom }: HttpOptions, response: ServerResponse, after: string | undefined): void {
  if (response.req.method === 'HEAD') return send(response, 200, 'text/event-stream', '');
  if (hub.attach(response, streamFrom(after))) return;
  throw new BatonError('STREAMS_EXHAUSTED', `${hub.clients} clients are listening already`);
}

/** Where the board shows something; the page that is sent there decides what. */
const VIEWS = new Set('tasks list agents traces delegation governance project findings statistics'.split(' '));

const findAsset = ({ assets }: HttpOptions, path: string): Asset | undefined =>
  assets.get(path) ?? (VIEWS.has(path.split('/')[1] ?? '') ? assets.get('/') : undefined);

function sendAsset(options: HttpOptions, request: IncomingMessage, path: string, response: ServerResponse): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const asset = isRead ? findAsset(options, path) : undefined;
  if (asset === undefined) throw new BatonError('ADDRESS_UNKNOWN', `there is nothing at ${path}`);
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const gzip = takesGzip ? asset.gzip : undefined;
  const bytes = gzip ?? asset.bytes;
  response.writeHead(200, {
    ...SECURITY_HEADERS,
    ...(asset.isImmutable ? { 'cache-control': 'public, max-age=31536000, immutable' } : {}),
    ...(gzip === undefined ? {} : { 'content-encoding': 'gzip' }),
    vary: 'accept-encoding',
    'content-type': asset.type,
    'content-length': bytes.length,
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function sendFailure(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const { status, body } = renderFailure(error);
  if (status === 401) response.setHeader('www-authenticate', 'Bearer realm="baton"');
  if (status === 503) response.setHeader('retry-after', isAway(error) ? '5' : '1');
  // The rest of a body that was refused has no meaning; the connection cannot be used again.
  if (status === 413 || status === 400) response.setHeader('connection', 'close');
  sendJson(response, status, body);
}

const isAway = (error: unknown): boolean => error instanceof BatonError && error.code.startsWith('STORE_');

const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(body));

function send(response: ServerResponse, status: number, type: string, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  response.writeHead(status, { ...SECURITY_HEADERS, 'content-type': type, 'content-length': bytes.length });
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
}
