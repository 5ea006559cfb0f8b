import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import type { HttpPost, SpawnCall, SpawnOutcome } from '../../../src/kernel/ports/index.ts';
import { createOpenclawExecutor } from '../../../src/stores/executors/index.ts';
import { createHttp } from '../../../src/stores/http/index.ts';
import { verifies } from '../../support/verifies.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

interface Gateway {
  readonly url: string;
  readonly requests: { readonly path: string; readonly token: string; readonly body: unknown }[];
}

/** A gateway that speaks /tools/invoke. */
async function startGateway(answer: Answer): Promise<Gateway> {
  const requests: { path: string; token: string; body: unknown }[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString('utf8');
      requests.push({
        path: `${request.method} ${request.url}`,
        token: request.headers.authorization ?? '',
        body: JSON.parse(body) as unknown,
      });
      if (request.headers.authorization !== 'Bearer secret-token') {
        response.writeHead(401).end('{"error":"unauthorized"}');
        return;
      }
      answer(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const json =
  (value: unknown, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

async function spawn(
  answer: Answer,
  settings: Record<string, unknown> = {},
  token = 'secret-token',
  limitMs?: number,
): Promise<{ outcome: SpawnOutcome; gateway: Gateway }> {
  const gateway = await startGateway(answer);
  const http = createHttp();
  const post = (request: HttpPost) => http.post(limitMs === undefined ? request : { ...request, timeoutMs: limitMs });
  const executor = createOpenclawExecutor({ http: { ...http, post }, environment: { OPENCLAW_TOKEN: token } });
  const call: SpawnCall = {
    taskId: 'TASK-2026-02-09-001',
    runId: 'r1',
    agentId: 'swe-backend',
    brief: 'Do it.',
    folder: '/x',
    dataDir: '/x',
    store: { address: 'files', schema: 'baton' },
    root: '/x',
    settings: { gateway: gateway.url, ...settings },
  };
  return { outcome: await executor.start(call), gateway };
}

verifies('TSK-061', 'a session is asked for exactly as the gateway wants it', async () => {
  const { outcome, gateway } = await spawn(json({ ok: true, sessionId: 's-1' }), { thinking: 'high' });
  expect(outcome).toEqual({ kind: 'started', sessionId: 's-1' });
  expect(gateway.requests).toEqual([
    {
      path: 'POST /tools/invoke',
      token: 'Bearer secret-token',
      body: {
        tool: 'sessions_spawn',
        args: { agentId: 'swe-backend', task: 'Do it.', thinking: 'high' },
        sessionKey: 'agent:main:main',
      },
    },
  ]);
});

verifies('TSK-061', 'the session id is found wherever gateways put it', async () => {
  const places = [
    { sessionId: 's' },
    { result: { sessionId: 's' } },
    { result: { details: { status: 'accepted', childSessionKey: 's' } } },
    { result: { details: { runId: 's' } } },
    { data: { sessionId: 's' } },
    { result: { content: [{ type: 'text', text: '{"status":"accepted","childSessionKey":"s"}' }] } },
    { result: { content: [{ type: 'text', text: '{"sessionId":"s"}' }] } },
  ];
  for (const place of places) expect((await spawn(json(place))).outcome).toEqual({ kind: 'started', sessionId: 's' });
});

verifies(
  ['TSK-061', 'TSK-055'],
  'each way a gateway can fail is told apart: what would fail again is permanent',
  async () => {
    const cut: Answer = (request) => void request.socket.destroy();
    const slow: Answer = () => undefined;
    const cases: readonly (readonly [string, Answer, boolean, number?])[] = [
      ['forbidden in a 200', json({ result: { details: { status: 'forbidden', error: 'agent not allowed' } } }), true],
      ['error in a 200', json({ result: { details: { status: 'error', error: 'busy' } } }), false],
      [
        'unknown agent in a 200',
        json({ result: { details: { status: 'error', error: 'unknown agent swe-backend' } } }),
        true,
      ],
      ['no session id', json({ ok: true, result: {} }), false],
      ['not JSON', (_, response) => void response.writeHead(200).end('<html>'), false],
      ['403', json({}, 403), true],
      ['404', json({}, 404), true],
      ['500', json({}, 500), false],
      ['429', json({}, 429), false],
      ['connection cut', cut, false],
      ['slow', slow, false, 200],
    ];
    for (const [name, answer, permanent, limitMs] of cases) {
      const { outcome } = await spawn(answer, {}, 'secret-token', limitMs);
      expect({ name, outcome }).toMatchObject({ name, outcome: { kind: 'failed', permanent } });
    }
    expect((await spawn(json({ sessionId: 's' }), {}, 'wrong')).outcome).toMatchObject({
      kind: 'failed',
      permanent: true,
    });
    const without = await spawn(json({ sessionId: 's' }), {}, '');
    expect({ outcome: without.outcome.kind, asked: without.gateway.requests }).toEqual({
      outcome: 'failed',
      asked: [],
    });
  },
);

verifies('TSK-061', 'a sub-agent is never asked to start sessions', async () => {
  const { outcome, gateway } = await spawn(json({ sessionId: 's' }), { sessionKey: 'agent:main:subagent:42' });
  expect(outcome).toMatchObject({ kind: 'failed', permanent: true });
  expect(gateway.requests).toEqual([]);
});
