import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { BatonError } from '../../../src/kernel/errors/index.ts';
import { createEventHub, type StreamedEvent } from '../../../src/surfaces/http/event-stream.ts';
import { createMetrics } from '../../../src/surfaces/http/metrics.ts';
import { data, type Route } from '../../../src/surfaces/http/route.ts';
import { SECURITY_HEADERS } from '../../../src/surfaces/http/security.ts';
import { startHttp, type AccessEntry, type HttpOptions, type RunningHttp } from '../../../src/surfaces/http/server.ts';
import { createWhileAway } from '../../../src/surfaces/http/while-away.ts';

const TOKEN = 'a-long-token';
const running: RunningHttp[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

interface Started {
  readonly server: RunningHttp;
  readonly written: unknown[];
  readonly log: AccessEntry[];
  readonly hub: HttpOptions['hub'];
  readonly past: StreamedEvent[];
}

async function* eventsBehind(past: readonly StreamedEvent[], last: string): AsyncGenerator<StreamedEvent> {
  for (const event of past) if (last !== '' && event.id > last) yield event;
}

async function start(changes: Partial<HttpOptions> = {}, maxClients = 100): Promise<Started> {
  const written: unknown[] = [];
  const log: AccessEntry[] = [];
  const past: StreamedEvent[] = [];
  const hub = createEventHub(maxClients, SECURITY_HEADERS);
  const check = (value: unknown): boolean => typeof value === 'object' && value !== null && 'to' in value;
  const routes: Route[] = [
    {
      method: 'GET',
      path: '/v1/things/{id}',
      summary: 's',
      tag: 't',
      response: {},
      handle: async ({ params }) => data(params),
    },
    {
      method: 'POST',
      path: '/v1/things/{id}',
      summary: 's',
      tag: 't',
      response: {},
      body: { schema: {}, check },
      isWrite: true,
      handle: async ({ body }) => {
        written.push(body);
        return data({ ok: true });
      },
    },
    {
      method: 'GET',
      path: '/v1/stream',
      summary: 's',
      tag: 't',
      response: {},
      handle: async ({ lastEventId }) => ({ kind: 'stream', after: lastEventId }),
    },
    {
      method: 'GET',
      path: '/v1/broken',
      summary: 's',
      tag: 't',
      response: {},
      handle: async () => {
        throw new TypeError('inner workings');
      },
    },
    {
      method: 'GET',
      path: '/v1/held',
      summary: 's',
      tag: 't',
      response: {},
      handle: async () => {
        throw new BatonError('LOCK_HELD', 'somebody holds it');
      },
    },
  ];
  const server = await startHttp({
    host: '127.0.0.1',
    port: 0,
    gate: { hosts: new Set(), token: TOKEN, isOpenAddress: false },
    routes,
    assets: new Map([
      ['/', { type: 'text/html; charset=utf-8', bytes: Buffer.from('<!doctype html>'), isImmutable: false }],
    ]),
    hub,
    streamFrom: (last = '') => ({ position: last, missed: eventsBehind(past, last) }),
    metrics: createMetrics([{ name: 'baton_http_request_seconds', help: 'h', kind: 'histogram' }]),
    whileAway: createWhileAway(() => undefined),
    log: (entry) => log.push(entry),
    ...changes,
  });
  running.push(server);
  return { server, written, log, hub, past };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Not `fetch`: it forbids the Host header these tests are about. */
async function ask(
  server: RunningHttp,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answer> {
  const call = request({ host: '127.0.0.1', port: server.port, path, method, headers });
  call.on('error', () => undefined);
  call.end(body);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(pieces).toString('utf8') };
}

const codeIn = ({ text }: Answer): unknown => (JSON.parse(text) as { error: { code: unknown } }).error.code;
const authorized = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

describe('who may ask', () => {
  test('a read on loopback needs no token, a write does', async () => {
    const { server, written } = await start();
    expect(JSON.parse((await ask(server, '/v1/things/a%20b')).text)).toEqual({
      schema_version: 1,
      data: { id: 'a b' },
    });
    const body = '{"to":1}';
    const tries = [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: TOKEN },
      { authorization: `Bearer ${TOKEN}x` },
    ];
    for (const headers of tries) {
      const refused = await ask(server, '/v1/things/a', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers } as Record<string, string>,
        body,
      });
      expect([refused.status, codeIn(refused)]).toEqual([401, 'TOKEN_MISSING']);
    }
    expect(written).toEqual([]);
    expect((await ask(server, '/v1/things/a', { method: 'POST', headers: authorized, body })).status).toBe(200);
    expect(written).toEqual([{ to: 1 }]);
  });

  test('every request needs the token where the address is open; the page does not', async () => {
    const { server } = await start({ gate: { hosts: new Set(['box.lan']), token: TOKEN, isOpenAddress: true } });
    expect((await ask(server, '/v1/things/a', { headers: { host: 'box.lan:1' } })).status).toBe(401);
    expect((await ask(server, '/v1/things/a', { headers: { ...authorized, host: 'box.lan:1' } })).status).toBe(200);
    expect((await ask(server, '/', { headers: { host: 'box.lan' } })).status).toBe(200);
  });

  test.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example:7'])(
    'a rebound host name is refused: %s',
    async (host) => {
      const { server } = await start();
      const refused = await ask(server, '/v1/things/a', { headers: { host } });
      expect([refused.status, codeIn(refused)]).toEqual([403, 'HOST_FOREIGN']);
    },
  );

  test.each(['https://evil.example', 'http://127.0.0.1.evil.example', 'null', 'http://localhost@evil.example'])(
    'a foreign origin is refused even with the token: %s',
    async (origin) => {
      const { server, written } = await start();
      const refused = await ask(server, '/v1/things/a', {
        method: 'POST',
        headers: { ...authorized, origin },
        body: '{"to":1}',
      });
      expect([refused.status, codeIn(refused), written]).toEqual([403, 'ORIGIN_FOREIGN', []]);
    },
  );

  test('its own origin is welcome', async () => {
    const { server } = await start();
    const origin = server.url;
    expect(
      (await ask(server, '/v1/things/a', { method: 'POST', headers: { ...authorized, origin }, body: '{"to":1}' }))
        .status,
    ).toBe(200);
  });
});

describe('what is answered', () => {
  test('errors come in the envelope of the command line, with a fitting status', async () => {
    const { server, log } = await start();
    const held = await ask(server, '/v1/held');
    expect([held.status, codeIn(held)]).toEqual([409, 'LOCK_HELD']);
    const broken = await ask(server, '/v1/broken');
    expect([broken.status, codeIn(broken)]).toEqual([500, 'INTERNAL']);
    expect(broken.text).not.toContain('inner workings');
    expect(String(log.at(-1)?.error)).toContain('inner workings');
    expect((await ask(server, '/v1/nothing')).status).toBe(404);
    expect((await ask(server, '/v1/held', { method: 'DELETE', headers: authorized })).status).toBe(405);
  });

  test.each([
    ['not JSON', '{"to":', 400],
    ['not what the schema wants', '[]', 400],
    ['deeply nested', '['.repeat(100_000), 413],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400],
    ['too large', Buffer.alloc(11 * 1024 * 1024, 0x20), 413],
  ])('a body that is %s is refused and changes nothing', async (_what, body, status) => {
    const { server, written } = await start();
    expect((await ask(server, '/v1/things/a', { method: 'POST', headers: authorized, body })).status).toBe(status);
    expect((await ask(server, '/v1/things/a')).status).toBe(200);
    expect(written).toEqual([]);
  });

  test('a form cannot post: only JSON is taken', async () => {
    const { server, written } = await start();
    const headers = { ...authorized, 'content-type': 'text/plain' };
    expect((await ask(server, '/v1/things/a', { method: 'POST', headers, body: '{"to":1}' })).status).toBe(400);
    expect(written).toEqual([]);
  });

  test.each([
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2fpackage.json',
    '/v1/../package.json',
    '/package.json',
  ])('no path leads to the disk: %s', async (path) => {
    const { server } = await start();
    const socket = connect(server.port, '127.0.0.1');
    socket.end(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    let text = '';
    for await (const piece of socket) text += String(piece);
    expect(text).not.toContain('root:');
    expect(text).not.toContain('agent-baton');
  });

  test('every answer carries the strict policy', async () => {
    const { server } = await start();
    for (const path of ['/', '/tasks', '/v1/things/a', '/v1/nothing']) {
      const { headers } = await ask(server, path);
      expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });
});

describe('events', () => {
  const event = (id: string): StreamedEvent => ({ id, type: 'task.created', data: { id } });

  async function listen(
    server: RunningHttp,
    headers: Record<string, string> = {},
  ): Promise<{ read(count: number): Promise<string[]>; end(): void }> {
    const call = request({ host: '127.0.0.1', port: server.port, path: '/v1/stream', headers });
    call.on('error', () => undefined);
    call.end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    let text = '';
    response.on('error', () => undefined);
    response.on('data', (piece: Buffer) => (text += piece.toString('utf8')));
    const ids = (): string[] => [...text.matchAll(/^id: (.*)\nevent: /gm)].map((found) => found[1] ?? '');
    return {
      async read(count) {
        while (ids().length < count) await once(response, 'data');
        return ids();
      },
      end: () => call.destroy(),
    };
  }

  test('a client that was away gets what it missed, then what comes, each once and in order', async () => {
    const { server, hub, past } = await start();
    past.push(event('1'), event('2'), event('3'));
    const client = await listen(server, { 'last-event-id': '1' });
    await client.read(2);
    hub.publish([event('4')]);
    expect(await client.read(3)).toEqual(['2', '3', '4']);
    client.end();
  });

  test('more clients than allowed are turned away, and a place is free again once one leaves', async () => {
    const { server, hub } = await start({}, 1);
    const client = await listen(server);
    expect((await ask(server, '/v1/stream')).status).toBe(503);
    client.end();
    while (hub.clients > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const next = await listen(server);
    next.end();
  });
});

test('a port that is taken is told', async () => {
  const { server } = await start();
  await expect(start({ port: server.port })).rejects.toMatchObject({ code: 'PORT_IN_USE' });
});
