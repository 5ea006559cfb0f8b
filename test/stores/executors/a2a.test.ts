import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Executor, SpawnCall } from '../../../src/kernel/ports/index.ts';
import { createA2aExecutor } from '../../../src/stores/executors/index.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

interface Peer {
  readonly url: string;
  readonly tokens: string[];
}

/** A server that is not ours, and does as it is told. */
async function startPeer(answer: Answer): Promise<Peer> {
  const tokens: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    tokens.push(request.headers.authorization ?? '');
    request.on('data', (piece: Buffer) => (body += piece.toString('utf8')));
    request.on('end', () => answer(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tokens };
}

const cardAt = (url: string): object => ({
  name: 'Far',
  description: 'x',
  version: '1',
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
});

const json = (response: ServerResponse, body: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

async function stage(): Promise<{ executor: Executor; dataDir: string; call(card: string, more?: object): SpawnCall }> {
  const folder = await tempFolder();
  const dataDir = join(folder, '.baton');
  const { files } = await testPlatform(folder);
  const environment = { FAR_TOKEN: 'secret-token' };
  const executor = createA2aExecutor({ files, clock: { now: () => Date.now() }, environment, dataDir: () => dataDir });
  return {
    executor,
    dataDir,
    call: (card, more = {}) => ({
      taskId: 'TASK-2026-02-09-001',
      runId: 'run-1',
      agentId: 'far',
      brief: 'brief',
      text: 'Do it',
      traceId: 'trace-1',
      folder: join(dataDir, 'tasks', 'in-progress', 'TASK-2026-02-09-001'),
      dataDir,
      store: { address: 'files', schema: '' },
      root: folder,
      settings: { card, tokenEnv: 'FAR_TOKEN', pollSeconds: 0.05, ...more },
    }),
  };
}

verifies('SUR-040', 'a card or a redirect that leads elsewhere gets neither a connection nor the token', async () => {
  const { executor, call } = await stage();
  const thief = await startPeer((_request, response) => json(response, {}));
  const lying = await startPeer((_request, response) => json(response, cardAt(`${thief.url}/a2a`)));
  expect(await executor.start(call(lying.url))).toMatchObject({ kind: 'failed' });
  const moved = await startPeer((_request, response) => void response.writeHead(302, { location: thief.url }).end());
  expect(await executor.start(call(moved.url))).toMatchObject({ kind: 'failed', permanent: false });
  expect(thief.tokens).toEqual([]);
  expect(await executor.start(call('file:///etc/passwd'))).toMatchObject({ kind: 'failed', permanent: true });
  expect(await executor.start(call(lying.url, { tokenEnv: 'NOT_SET' }))).toMatchObject({
    kind: 'failed',
    permanent: true,
  });
  expect(await executor.start(call('http://127.0.0.1:1'))).toMatchObject({ kind: 'failed', permanent: false });
});

verifies(
  'SUR-040',
  'the run is the message, artifacts stay in outputs, and an agent that is away is not dead',
  async () => {
    const { executor, call, dataDir } = await stage();
    const calls: { method: string; params: { message?: { messageId: string; contextId: string } } }[] = [];
    let state = 'TASK_STATE_WORKING';
    let isAway = false;
    const artifacts = [
      { artifactId: 'a', name: '../../../evil.md', parts: [{ text: 'one' }] },
      {
        artifactId: 'b',
        name: 'evil.md',
        parts: [{ text: 'two' }, { raw: Buffer.from([0, 255]).toString('base64'), filename: '/etc/x' }],
      },
      {
        artifactId: 'c',
        name: 'big.bin',
        description: 'too large',
        parts: [{ text: 'no' }],
        metadata: { tooLarge: true },
      },
      { artifactId: 'd', name: 'nothing.md', parts: [] },
    ];
    const peer = await startPeer((request, response, body) => {
      if (isAway) return void response.destroy();
      if (request.method === 'GET') return json(response, cardAt(`${peer.url}/a2a`));
      const asked = JSON.parse(body) as (typeof calls)[number] & { id: number };
      calls.push(asked);
      const task = { id: 'far@1', contextId: 'trace-1', status: { state }, artifacts };
      json(response, { jsonrpc: '2.0', id: asked.id, result: asked.method === 'SendMessage' ? { task } : task });
    });
    const started = await executor.start(call(peer.url));
    expect(started).toEqual({ kind: 'started', sessionId: 'far@1@TASK-2026-02-09-001/run-1' });
    expect(calls[0]).toMatchObject({
      method: 'SendMessage',
      params: { message: { messageId: 'run-1', contextId: 'trace-1' } },
    });
    const session = {
      runId: 'run-1',
      agentId: 'far',
      sessionId: started.kind === 'started' ? started.sessionId : '',
      startedAt: '',
      settings: call(peer.url).settings,
    };
    expect(await executor.look(session)).toEqual({ kind: 'alive' });
    isAway = true;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await executor.look(session)).toEqual({ kind: 'unknown' });
    [isAway, state] = [false, 'TASK_STATE_COMPLETED'];
    expect((await executor.look(session)).kind).toBe('ended');
    const outputs = join(dataDir, 'tasks', 'in-progress', 'TASK-2026-02-09-001', 'outputs');
    const report = JSON.parse(
      await readFile(join(dataDir, 'runs', 'TASK-2026-02-09-001', 'run_result.json'), 'utf8'),
    ) as {
      deliverables: string[];
    };
    const lost = ['big.bin: too large', 'nothing.md: it was sent without content'];
    const notes = ['one', ...lost.map((what) => `Not taken over from the remote agent: ${what}`)].join('\n');
    expect(report).toMatchObject({ outcome: 'done', runId: 'run-1', notes });
    expect(report.deliverables.every((path) => /^outputs\/[\w.-]+$/.test(path))).toBe(true);
    expect(report.deliverables).toHaveLength(4);
    const texts = await Promise.all(
      report.deliverables.map((path) => readFile(join(outputs, path.slice('outputs/'.length)))),
    );
    expect(texts.slice(0, 3).map(String)).toEqual(['one', 'two', Buffer.from([0, 255]).toString()]);
    expect(report.deliverables[3]).toBe('outputs/not-taken-over.md');
    for (const what of lost) expect(String(texts[3])).toContain(`- ${what}\n`);
  },
);
