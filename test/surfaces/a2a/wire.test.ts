import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { toRestErrorBody } from '@a2a-js/sdk/errors';
import { expect } from 'vitest';
import { BatonError } from '../../../src/kernel/errors/index.ts';
import { toRpcError, withoutPlaces } from '../../../src/surfaces/a2a/rpc-call.ts';
import { runForData } from '../../support/run-baton.ts';
import { OWN_PROCESS } from '../../support/run-here.ts';
import { verifies } from '../../support/verifies.ts';
import { a2aStage, BINDINGS, send, type A2aDaemon } from './a2a-stage.ts';

interface Answer {
  readonly status: number;
  readonly body: {
    readonly id?: unknown;
    readonly result?: { readonly tasks?: readonly unknown[] };
    readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  };
}

/** As programs without the SDK speak: any body, any address. */
function wire({ url, token }: A2aDaemon) {
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { authorization: `Bearer ${token}`, 'a2a-version': '1.0', 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, { ...init, headers: { ...headers, ...init.headers } });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    await ask(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
  return {
    ask,
    post,
    call: async (method: string, params: unknown): Promise<Answer> =>
      await post('/a2a', { jsonrpc: '2.0', id: 1, method, params }),
  };
}

const message = (more: object) => ({ message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }], ...more } });

verifies('SUR-040', 'JSON-RPC: what is not JSON, not a request or no method has the code of its own', async () => {
  const { daemon } = await a2aStage();
  const { ask, post } = wire(daemon);
  const cases: readonly (readonly [unknown, number, unknown])[] = [
    ['{"jsonrpc":', -32700, null],
    ['\u0000', -32700, null],
    ['[]', -32600, null],
    ['"text"', -32600, null],
    [[{ jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} }], -32600, null],
    [{ id: 3, method: 'ListTasks', params: {} }, -32600, 3],
    [{ jsonrpc: '2.0', id: {}, method: 'ListTasks', params: {} }, -32600, null],
    [{ jsonrpc: '2.0', id: 4, params: {} }, -32600, 4],
    [{ jsonrpc: '2.0', id: 'a', method: 'Nothing' }, -32601, 'a'],
    [{ jsonrpc: '2.0', id: 5, method: 'constructor', params: {} }, -32601, 5],
    [{ jsonrpc: '2.0', id: 6, method: 'GetTask' }, -32602, 6],
  ];
  for (const [body, code, id] of cases) {
    const answer = await post('/a2a', body);
    expect([answer.status, answer.body.error?.code, answer.body.id], JSON.stringify(body)).toEqual([200, code, id]);
    if (code !== -32602) expect(answer.body.error).not.toHaveProperty('data');
  }
  const got = await ask('/a2a');
  expect([got.status, got.body.error?.code]).toEqual([405, -32600]);
});

verifies('SUR-040', 'values of a wrong type are refused with the field that is wrong, in both bindings', async () => {
  const { folder, daemon } = await a2aStage();
  const { ask, post, call } = wire(daemon);
  const sends: readonly (readonly [object, string])[] = [
    [{}, 'message is missing'],
    [{ message: 'text' }, 'message must be an object'],
    [message({ messageId: 7 }), 'messageId must be a string'],
    [message({ role: undefined }), 'role is missing'],
    [message({ role: 'ROLE_KING' }), 'role must be one of ROLE_USER, ROLE_AGENT'],
    [message({ role: 'ROLE_UNSPECIFIED' }), 'role must be one of'],
    [message({ parts: 'text' }), 'parts must be a list'],
    [message({ parts: [null] }), 'parts[0] must be an object'],
    [message({ parts: [{ text: 5 }] }), 'parts[0].text must be a string'],
    [message({ parts: [{ text: 'half \uD800' }] }), 'text must be text without half characters'],
    [message({ parts: [{ text: 'zero \u0000' }] }), 'text must be text without half characters and zero bytes'],
    [message({ parts: [{}] }), 'exactly one of text, raw, url, data'],
    [message({ parts: [{ text: 'a', url: 'https://a.b' }] }), 'exactly one of text, raw, url, data'],
    [message({ parts: [{ raw: 'not base64!' }] }), 'raw must be base64'],
    [message({ parts: [{ raw: 12 }] }), 'raw must be base64'],
    [message({ metadata: [] }), 'metadata must be an object'],
    [message({ taskId: {} }), 'taskId must be a string'],
    [{ ...message({}), configuration: { returnImmediately: 'yes' } }, 'returnImmediately must be true or false'],
    [{ ...message({}), configuration: { historyLength: -1 } }, 'historyLength must be a whole number'],
  ];
  for (const [params, words] of sends) {
    const rpc = await call('SendMessage', params);
    expect([rpc.status, rpc.body.error?.code, rpc.body.error?.message]).toEqual([
      200,
      -32602,
      expect.stringContaining(words),
    ]);
    const rest = await post('/a2a/v1/message:send', params);
    expect([rest.status, rest.body.error?.message]).toEqual([400, expect.stringContaining(words)]);
  }
  for (const params of [{ pageSize: 'a' }, { pageSize: 1.5 }, { status: 'WHAT' }, { includeArtifacts: 'no' }])
    expect((await call('ListTasks', params)).body.error?.code, JSON.stringify(params)).toBe(-32602);
  for (const query of ['pageSize=a', 'status=WHAT', 'includeArtifacts=no', 'historyLength=-1'])
    expect((await ask(`/a2a/v1/tasks?${query}`)).status, query).toBe(400);
  for (const path of ['%zz', '%zz:cancel', '%E0%A4%A/pushNotificationConfigs', 'a/pushNotificationConfigs/%zz'])
    expect((await ask(`/a2a/v1/tasks/${path}`)).status, path).toBe(400);
  const { tasks } = (await runForData(['task', 'list', '--all'], { cwd: folder })) as { tasks: unknown[] };
  expect(tasks).toEqual([]);
});

verifies('SUR-040', 'includeArtifacts=false is false, as the address says it', async () => {
  const { folder, daemon } = await a2aStage();
  const { id } = await send(await daemon.connect(), 'With a result');
  const { run } = (await runForData(['claim', id, '--agent', 'mia'], { cwd: folder })) as { run: { runId: string } };
  const report = ['--run', run.runId, '--notes', 'ok', '--summary', '-'];
  await runForData(['complete', id, '--agent', 'mia', ...report], { cwd: folder, input: 'S\n' });
  const { ask } = wire(daemon);
  const listed = async (query: string): Promise<unknown> => {
    const { body } = await ask(`/a2a/v1/tasks?${query}`);
    const { tasks } = body as { tasks?: readonly { artifacts?: unknown[] }[] };
    return tasks?.[0]?.artifacts?.length ?? 0;
  };
  expect(await listed('includeArtifacts=true')).toBe(1);
  expect(await listed('includeArtifacts=false')).toBe(0);
  expect(await listed('')).toBe(0);
});

verifies('SUR-040', 'the version may be a parameter of the address, and its patch number does not count', async () => {
  const { daemon } = await a2aStage();
  const { ask, post } = wire(daemon);
  const none = { 'a2a-version': '' };
  const list = { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} };
  for (const [query, status] of [
    ['A2A-Version=1.0', 200],
    ['A2A-Version=1.0.4', 200],
    ['a2a-version=1.0', 200],
    ['A2A-Version=0.3', 400],
    ['A2A-Version=1.1', 400],
    ['', 400],
  ] as const) {
    expect((await ask(`/a2a/v1/tasks?${query}`, { headers: none })).status, query).toBe(status);
    const { body } = await post(`/a2a?${query}`, list, none);
    expect(body.error?.code, query).toBe(status === 200 ? undefined : -32009);
  }
  // The header counts first.
  expect((await ask('/a2a/v1/tasks?A2A-Version=0.3')).status).toBe(200);
  expect((await ask('/a2a/v1/tasks?A2A-Version=1.0', { headers: { 'a2a-version': '0.3' } })).status).toBe(400);
});

for (const binding of BINDINGS) {
  verifies('SUR-040', `${binding}: a message that is repeated is in the history once, as it first came`, async () => {
    const { folder, daemon } = await a2aStage();
    const client = await daemon.connect(binding);
    const wordsOf = ({ history }: Awaited<ReturnType<typeof send>>): unknown[] =>
      history.map(({ parts }) => (parts[0]?.content?.$case === 'text' ? parts[0].content.value : ''));
    const { id } = await send(client, 'first', { messageId: 'one' });
    expect(wordsOf(await send(client, 'something else', { messageId: 'one' }))).toEqual(['first']);
    const more = { messageId: 'two', taskId: id };
    const all = await Promise.all(Array.from({ length: 50 }, () => send(client, 'second', more)));
    expect(wordsOf(await send(client, 'second', more))).toEqual(['first', 'second']);
    expect(new Set(all.map((task) => task.id))).toEqual(new Set([id]));
    expect(wordsOf(await client.getTask({ tenant: '', id, historyLength: undefined }))).toEqual(['first', 'second']);
    const { body } = (await runForData(['task', 'show', id], { cwd: folder, env: OWN_PROCESS })) as { body: string };
    expect(body.match(/: second$/gm)).toHaveLength(1);
    // Under the same id, but for another task: it would be lost.
    const other = await send(client, 'other', { messageId: 'three' });
    await expect(send(client, 'second', { messageId: 'two', taskId: other.id })).rejects.toThrow(/another task/);
  });

  verifies('SUR-040', `${binding}: a raw part is kept byte for byte if it is text, and refused if not`, async () => {
    const { folder, daemon } = await a2aStage();
    const client = await daemon.connect(binding);
    const raw = (bytes: readonly number[], mediaType: string) => ({
      content: { $case: 'raw' as const, value: Buffer.from(bytes) },
      metadata: undefined,
      filename: 'file.bin',
      mediaType,
    });
    const jpeg = raw([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10], 'image/jpeg');
    await expect(send(client, '', { parts: [jpeg] })).rejects.toThrow(/image\/jpeg.*only text/);
    await expect(send(client, '', { parts: [raw([0xff, 0xfe], 'text/plain')] })).rejects.toThrow(/not text/);
    await expect(send(client, '', { parts: [raw([0x61, 0x00], 'text/plain')] })).rejects.toThrow(/not text/);
    const strange = raw([0x74, 0x63, 0x6b], 'application/x-strange');
    await expect(send(client, '', { parts: [strange] })).rejects.toThrow(/only text/);
    const bytes = [0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a, 0xc3, 0xa9];
    const { id } = await send(client, '', { parts: [raw(bytes, 'text/plain')] });
    const { artifacts } = (await runForData(['task', 'show', id], { cwd: folder, env: OWN_PROCESS })) as {
      artifacts: string[];
    };
    const path = artifacts.find((name) => name.endsWith('-file.bin')) ?? '';
    expect([...(await readFile(join(folder, '.baton', 'tasks', 'ready', id, path)))]).toEqual(bytes);
    const { tasks } = (await runForData(['task', 'list', '--all'], { cwd: folder })) as { tasks: unknown[] };
    expect(tasks).toHaveLength(1);
  });
}

verifies('SUR-040', 'after a request that is too large the connection is closed, and the answer says so', async () => {
  const { daemon } = await a2aStage();
  const headers = {
    authorization: `Bearer ${daemon.token}`,
    'a2a-version': '1.0',
    'content-type': 'application/json',
    'content-length': 64 * 1024 * 1024,
  };
  for (const path of ['/a2a', '/a2a/v1/message:send']) {
    const asked = request(`${daemon.url}${path}`, { method: 'POST', headers, agent: new Agent({ keepAlive: true }) });
    asked.on('error', () => undefined);
    const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
    // No more than what is needed to be refused: the rest never comes.
    asked.write(Buffer.alloc(11 * 1024 * 1024, ' '));
    const [response] = await answered;
    expect(response.headers.connection, path).toBe('close');
    response.resume();
    await once(response, 'end');
    asked.destroy();
  }
  const { call } = wire(daemon);
  expect((await call('ListTasks', {})).status).toBe(200);
});

verifies('SUR-040', 'an error of this machine is answered without the path it happened at', () => {
  const failed = new BatonError('FILE_NOT_FOUND', '/home/ada/x/dispatch.json: there is no such file', { path: '/x' });
  const shown = [failed, new Error("ENOENT: no such file, open '/home/ada/x'")].map((error) =>
    JSON.stringify([toRpcError(withoutPlaces(error)), toRestErrorBody(withoutPlaces(error), 500)]),
  );
  for (const text of shown) expect(text).not.toMatch(/ada|\/x/);
  expect(shown[0]).toContain('FILE_NOT_FOUND');
});

verifies(
  'SUR-040',
  'a JSON-RPC request without an id is carried out and not answered, not even with an error',
  async () => {
    const { daemon } = await a2aStage();
    const headers = {
      authorization: `Bearer ${daemon.token}`,
      'a2a-version': '1.0',
      'content-type': 'application/json',
    };
    const cases = [
      { method: 'SendMessage', params: message({ messageId: 'quiet' }) },
      { method: 'SendStreamingMessage', params: message({ messageId: 'quiet-stream' }) },
      { method: 'GetTask', params: { id: 'TASK-2026-01-01-001' } },
      { method: 'Nothing', params: {} },
    ];
    for (const more of cases) {
      const params =
        more.method === 'SendMessage' ? { ...more.params, configuration: { returnImmediately: true } } : more.params;
      const body = JSON.stringify({ jsonrpc: '2.0', ...more, params });
      const reply = await fetch(`${daemon.url}/a2a`, { method: 'POST', headers, body });
      expect([more.method, reply.status, await reply.text()]).toEqual([more.method, 204, '']);
    }
    expect((await wire(daemon).call('ListTasks', {})).body.result?.tasks).toHaveLength(2);
  },
);
