import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createLoginCode } from '../../../src/surfaces/http/index.ts';
import { createLoginDesk } from '../../../src/surfaces/http/security.ts';
import { createTurnstile } from '../../../src/surfaces/http/while-away.ts';
import { startTestDaemon, type RunningDaemon } from '../../support/http-daemon.ts';
import { createSeededRandom } from '../../support/task-stores.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const portOf = ({ url }: RunningDaemon): number => Number(new URL(url).port);

/** `fetch` sets some headers itself; this sends exactly these. */
async function ask(daemon: RunningDaemon, path: string, headers: Record<string, string> = {}) {
  const call = request({ host: '127.0.0.1', port: portOf(daemon), path, headers });
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of response) text += String(piece);
  return { status: response.statusCode, type: response.headers['content-type'] ?? '', text };
}

verifies(
  'SEC-030',
  'what comes from a page of another site is refused for reads too; following a link is not',
  async () => {
    const daemon = await startTestDaemon(await tempFolder());
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    for (const path of ['/v1/tasks', '/v1/stream', '/v1/project', '/metrics', '/healthz', '/icon.svg', '/'])
      expect([path, (await ask(daemon, path, crossSite)).status]).toEqual([path, 403]);
    const visit = { ...crossSite, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await ask(daemon, '/tasks/TASK-2026-01-01-001', visit)).status).toBe(200);
    expect((await ask(daemon, '/v1/tasks', visit)).status).toBe(403);
    expect((await ask(daemon, '/', { ...crossSite, 'sec-fetch-dest': 'iframe' })).status).toBe(403);
    expect((await ask(daemon, '/v1/tasks', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  },
);

verifies('SEC-030', 'a page of another port of this machine, and a doubled slash, reach nothing', async () => {
  const daemon = await startTestDaemon(await tempFolder());
  expect((await ask(daemon, '/v1/tasks', { origin: 'http://127.0.0.1:1' })).status).toBe(403);
  expect((await ask(daemon, '//v1/tasks')).status).toBe(404);
});

verifies('SEC-030', 'an address that does not exist is 404 and never the page of the board', async () => {
  const daemon = await startTestDaemon(await tempFolder());
  for (const path of ['/v1', '/v1/', '/v1/nothing', '/v2/tasks', '/api/tasks', '/mcp/x', '/metrics/x', '/a2a', '/x']) {
    const { status, type } = await ask(daemon, path);
    expect([path, status, type]).toEqual([path, 404, 'application/json; charset=utf-8']);
  }
  for (const path of ['/', '/traces', '/tasks/TASK-2026-01-01-001'])
    expect((await ask(daemon, path)).type).toBe('text/html; charset=utf-8');
});

verifies('SEC-030', 'a body that drips is cut off, whatever route reads it', async () => {
  const daemon = await startTestDaemon(await tempFolder(), { requestTimeoutMs: 300 });
  for (const path of ['/v1/tasks', '/v1/messages', '/v1/login']) {
    const socket = connect(portOf(daemon), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${daemon.token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
    );
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const drip = setInterval(() => socket.write(' '), 50);
    await closed;
    clearInterval(drip);
  }
  expect((await daemon.get('/healthz')).status).toBe(200);
});

verifies(
  'SEC-030',
  'the board gets its token for a code that works once; nothing that is logged holds it',
  async () => {
    const daemon = await startTestDaemon(await tempFolder());
    const code = createLoginCode(daemon.token, daemon.platform);
    const logIn = (given: string) => daemon.post('/v1/login', { code: given }, { authorization: '' });
    expect((await logIn(code)).data).toEqual({ token: daemon.token });
    expect((await logIn(code)).error).toMatchObject({ code: 'LOGIN_CODE_INVALID' });
    const other = createLoginCode('another-token-of-another-daemon', daemon.platform);
    for (const wrong of ['', 'x', other, `${code}x`, daemon.token]) expect((await logIn(wrong)).status).toBe(401);
    const foreign = await daemon.post('/v1/login', { code }, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(JSON.stringify(daemon.log)).not.toContain(daemon.token);
    expect(code).not.toContain(daemon.token);
  },
);

test('a code lapses, and does not reach further into the future than a code may', () => {
  const random = createSeededRandom(1);
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  const desk = createLoginDesk('a-token-of-sixteen', clock);
  const early = createLoginCode('a-token-of-sixteen', { clock, random });
  clock.nowMs += 5 * 60_000;
  expect(desk.redeem(early)).toBe(false);
  const late = createLoginCode('a-token-of-sixteen', { clock: { now: () => clock.nowMs + 60_000 }, random });
  expect(desk.redeem(late)).toBe(false);
  expect(desk.redeem(createLoginCode('a-token-of-sixteen', { clock, random }))).toBe(true);
});

verifies('SEC-030', 'a flood is answered or turned away, and the health check still answers', async () => {
  const daemon = await startTestDaemon(await tempFolder());
  const statuses = new Map<number, number>();
  const flood = new AbortController();
  const health: number[] = [];
  const watching = (async () => {
    while (!flood.signal.aborted) health.push((await ask(daemon, '/healthz')).status ?? 0);
  })();
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      for (let n = 0; n < 40; n += 1) {
        const { status = 0 } = await ask(daemon, n % 2 === 0 ? '/v1/project' : '/v1/tasks');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  flood.abort();
  await watching;
  expect([...statuses.keys()].filter((status) => ![200, 404, 503].includes(status))).toEqual([]);
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(2_000);
  expect(health.length).toBeGreaterThan(0);
  expect(new Set(health)).toEqual(new Set([200]));
});

test('a turnstile lets so many in, lets so many wait, and turns the rest away', async () => {
  const turnstile = createTurnstile({ inside: 2, waiting: 1 });
  const gates: (() => void)[] = [];
  const work = (): Promise<void> => new Promise((resolve) => gates.push(resolve));
  const first = [turnstile.pass(work), turnstile.pass(work), turnstile.pass(work)];
  await expect(turnstile.pass(work)).rejects.toMatchObject({ code: 'SERVER_BUSY' });
  expect(gates).toHaveLength(2);
  gates[0]?.();
  await first[0];
  await new Promise((resolve) => setImmediate(resolve));
  expect(gates).toHaveLength(3);
  gates.forEach((open) => open());
  await Promise.all(first);
});
