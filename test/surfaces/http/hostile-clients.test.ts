import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createUlidAfter } from '../../../src/kernel/ids.ts';
import { newTask } from '../../../src/relay/tasks/index.ts';
import { startTestDaemon, type RunningDaemon } from '../../support/http-daemon.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

async function expectUnharmed(daemon: RunningDaemon): Promise<void> {
  expect((await daemon.get('/healthz')).status).toBe(200);
  expect((await daemon.get('/v1/tasks')).data).toEqual({ tasks: [] });
}

const portOf = ({ url }: RunningDaemon): number => Number(new URL(url).port);

verifies('SUR-030', 'a rebound host name and a foreign page are refused for reads, writes and the stream', async () => {
  const daemon = await startTestDaemon(await tempFolder());
  const status = async (path: string, method: string, headers: Record<string, string>): Promise<number> => {
    const call = request({ host: '127.0.0.1', port: portOf(daemon), path, method, headers });
    call.end(method === 'POST' ? '{"title":"x"}' : undefined);
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode ?? 0;
  };
  const token = { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' };
  for (const foreign of [{ host: 'evil.example' }, { origin: 'https://evil.example' }, { origin: 'null' }]) {
    expect(await status('/v1/tasks', 'GET', foreign)).toBe(403);
    expect(await status('/v1/stream', 'GET', foreign)).toBe(403);
    expect(await status('/', 'GET', foreign)).toBe(403);
    expect(await status('/v1/tasks', 'POST', { ...token, ...foreign })).toBe(403);
  }
  await expectUnharmed(daemon);
});

verifies('SUR-030', 'a huge body is cut off, whether it says so or not', async () => {
  const daemon = await startTestDaemon(await tempFolder());
  const headers = { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' };
  const call = request({ host: '127.0.0.1', port: portOf(daemon), path: '/v1/tasks', method: 'POST', headers });
  call.on('error', () => undefined);
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  const piece = Buffer.alloc(1024 * 1024, 'a');
  for (let n = 0; n < 12 && !call.destroyed; n += 1) if (!call.write(piece)) await nextTurn(call);
  const [response] = await answered;
  expect(response.statusCode).toBe(413);
  call.destroy();
  await expectUnharmed(daemon);
});

/** The server may close while we still write: then no drain comes. */
const nextTurn = (call: ClientRequest): Promise<unknown> =>
  Promise.race([once(call, 'drain'), once(call, 'close'), new Promise((resolve) => setTimeout(resolve, 500))]);

verifies('SUR-030', 'bodies that trickle in hold up nobody', async () => {
  const daemon = await startTestDaemon(await tempFolder());
  const slow = Array.from({ length: 50 }, () => {
    const socket = connect(portOf(daemon), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /v1/tasks HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${daemon.token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    );
    return socket;
  });
  let ended = 0;
  for (const socket of slow) socket.once('close', () => (ended += 1));
  await expectUnharmed(daemon);
  expect((await daemon.post('/v1/tasks', { title: 'Not held up' })).status).toBe(201);
  // Every one of them is still sending: nobody waited until they were cut off.
  expect(ended).toBe(0);
  for (const socket of slow) socket.destroy();
  expect((await daemon.get('/healthz')).status).toBe(200);
});

test.each([
  ['no HTTP at all', 'GARBAGE\r\n\r\n'],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
  [
    'two lengths',
    'POST /v1/tasks HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n',
  ],
  ['an endless address', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`],
  ['a broken address', 'GET /v1/tasks/%ff HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'],
  ['OPTIONS', 'OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'],
])('broken requests are refused and change nothing: %s', async (_, text) => {
  const daemon = await startTestDaemon(await tempFolder());
  const socket = connect(portOf(daemon), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.end(text);
  let answer = '';
  for await (const piece of socket) answer += String(piece);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  await expectUnharmed(daemon);
});

verifies(
  'SUR-031',
  'a thousand clients hear every event; one more is turned away; the API goes on answering',
  async () => {
    const daemon = await startTestDaemon(await tempFolder());
    const calls: ClientRequest[] = [];
    const streams: IncomingMessage[] = [];
    for (let n = 0; n < 1_000; n += 1) {
      const call = request({ host: '127.0.0.1', port: portOf(daemon), path: '/v1/stream', agent: false });
      call.on('error', () => undefined);
      call.end();
      calls.push(call);
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      response.on('error', () => undefined);
      streams.push(response);
    }
    expect((await daemon.get('/v1/stream')).status).toBe(503);
    const heard = streams.map(
      (stream) =>
        new Promise<void>((resolve) => {
          let text = '';
          stream.on('data', (piece: Buffer) => {
            text += String(piece);
            if (text.includes('task.created')) resolve();
          });
        }),
    );
    await newTask(daemon.platform, { title: 'x', by: 'operator' });
    await Promise.all(heard);
    expect((await daemon.get('/healthz')).status).toBe(200);
    for (const call of calls) call.destroy();
  },
);

test('a client that asks for more than it could use is told to read everything again', async () => {
  const daemon = await startTestDaemon(await tempFolder());
  const store = await daemon.platform.tasks();
  const draft = { type: 'notice.raised', actor: 'test', payload: {} };
  await store.change([], () => ({ events: Array.from({ length: 10_050 }, () => draft), result: null }));
  const early = createUlidAfter(undefined, 0, { bytes: (size) => new Uint8Array(size) });
  const response = await fetch(`${daemon.url}/v1/stream?after=${early}`);
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('event: reset')) text += (await reader.read()).value ?? '';
  const [missed = ''] = text.split('event: reset');
  expect(missed.match(/event: plane/g)).toHaveLength(10_000);
  await reader.cancel();
});
