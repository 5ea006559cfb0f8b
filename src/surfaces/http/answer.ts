/** From a request to a row of the table and back: parsing, checking, errors. Knows nothing of what the rows do. */
import type { IncomingMessage } from 'node:http';
import { BatonError, type ErrorCode, type ExitCode } from '../../kernel/errors/index.ts';
import { parseJson, type Json } from '../../kernel/json.ts';
import type { Route, RouteRequest } from './route.ts';

/** As large as the largest message the router takes. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const BODY_TIMEOUT_MS = 30_000;

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

export type Matcher = (method: string, path: string) => Match | 'other-method' | undefined;

export function createMatcher(routes: readonly Route[]): Matcher {
  const compiled = routes.map((route) => ({ route, pattern: compile(route.path) }));
  return (method, path) => {
    const fitting = compiled.flatMap(({ route, pattern }) => {
      const found = pattern.exec(path);
      return found === null ? [] : [{ route, params: decode(found.groups ?? {}) }];
    });
    const wanted = method === 'HEAD' ? 'GET' : method;
    return fitting.find(({ route }) => route.method === wanted) ?? (fitting.length > 0 ? 'other-method' : undefined);
  };
}

const compile = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

function decode(groups: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch (cause) {
    throw new BatonError('INPUT_INVALID', 'the address is not valid', { hint: 'check its percent signs' }, cause);
  }
}

export async function readRequest(
  incoming: IncomingMessage,
  { route, params }: Match,
  url: URL,
): Promise<RouteRequest> {
  const query = Object.fromEntries(url.searchParams);
  const lastEventId = findHeader(incoming, 'last-event-id');
  const runSecret = findHeader(incoming, RUN_SECRET_HEADER);
  if (route.body === undefined) return { params, query, body: undefined, lastEventId, runSecret };
  const type = incoming.headers['content-type'] ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new BatonError('INPUT_INVALID', 'the body must be JSON', {
      hint: 'send it with content-type: application/json',
    });
  }
  const body = parseJson(await readBody(incoming));
  checkBody(route.body, body);
  return { params, query, body, lastEventId, runSecret };
}

/** How a run proves itself: as a header, since addresses and bodies are logged and kept. */
const RUN_SECRET_HEADER = 'baton-run-secret';

function findHeader({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function checkBody({ check }: NonNullable<Route['body']>, body: Json): void {
  if (check(body)) return;
  const faults = (check.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is wrong'}`,
  );
  throw new BatonError('INPUT_INVALID', `the body does not fit: ${faults.join('; ')}`, { faults });
}

/** Whole, within limits of size and time: a body that trickles in must not hold a connection for ever. */
async function readBody(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(
    () => incoming.destroy(new BatonError('BODY_TOO_SLOW', 'the body did not arrive in time')),
    BODY_TIMEOUT_MS,
  );
  try {
    // The connection stays open if reading ends early: the answer goes out on it.
    for await (const piece of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > MAX_BODY_BYTES) {
        throw new BatonError('INPUT_TOO_LARGE', `the body is larger than ${MAX_BODY_BYTES} bytes`, {
          maxBytes: MAX_BODY_BYTES,
        });
      }
      pieces.push(piece);
    }
  } finally {
    clearTimeout(timer);
  }
  const bytes = Buffer.concat(pieces);
  const text = bytes.toString('utf8');
  if (!bytes.equals(Buffer.from(text, 'utf8'))) throw new BatonError('FILE_NOT_TEXT', 'the body is not valid UTF-8');
  return text;
}

const STATUS: Readonly<Record<ExitCode, number>> = { 1: 422, 2: 400, 3: 409, 4: 404, 70: 500 };

const STATUS_OF: Readonly<Partial<Record<ErrorCode, number>>> = {
  INPUT_TOO_LARGE: 413,
  HOST_FOREIGN: 403,
  ORIGIN_FOREIGN: 403,
  TOKEN_MISSING: 401,
  METHOD_UNKNOWN: 405,
  STREAMS_EXHAUSTED: 503,
  STORE_UNREACHABLE: 503,
  STORE_FULL: 503,
  STORE_READ_ONLY: 503,
  STORE_LOGIN_REFUSED: 503,
  STORE_FORBIDDEN: 503,
  STORE_TLS_FAILED: 503,
  SERVER_BUSY: 503,
  LOGIN_CODE_INVALID: 401,
  BODY_TOO_SLOW: 408,
};

/** The same envelope as the command line's `--json`; an unexpected failure is reported without internal details. */
export function renderFailure(error: unknown): { readonly status: number; readonly body: Json } {
  const known = error instanceof BatonError ? error : new BatonError('INTERNAL', 'something went wrong', {}, error);
  const status = STATUS_OF[known.code] ?? STATUS[known.exitCode];
  return { status, body: { schema_version: 1, error: { code: known.code, message: known.message, hint: known.hint } } };
}
