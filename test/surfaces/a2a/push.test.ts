import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TaskPushNotificationConfig } from '@a2a-js/sdk';
import { expect, onTestFinished } from 'vitest';
import { runBaton, runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { BINDINGS, request, send, startDaemon } from './a2a-stage.ts';

interface Pushed {
  readonly body: {
    readonly task?: { id: string; status: { state: string } };
    readonly statusUpdate?: { taskId: string; status: { state: string } };
  };
  readonly headers: NodeJS.Dict<string | string[]>;
}

interface Receiver {
  readonly origin: string;
  readonly pushed: Pushed[];
  /** Answers with this from now on. */
  answerWith(status: number): void;
}

async function startReceiver(): Promise<Receiver> {
  const pushed: Pushed[] = [];
  let status = 204;
  const server = createServer((incoming, response) => {
    let text = '';
    incoming.on('data', (piece: Buffer) => (text += piece.toString('utf8')));
    incoming.on('end', () => {
      if (status < 300) pushed.push({ body: JSON.parse(text) as Pushed['body'], headers: incoming.headers });
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, pushed, answerWith: (next) => (status = next) };
}

const configOf = (taskId: string, url: string, more: Partial<TaskPushNotificationConfig> = {}) => ({
  tenant: '',
  id: 'mine',
  taskId,
  url,
  token: 'told-you',
  authentication: undefined,
  ...more,
});

const statesOf = (pushed: readonly Pushed[]): string[] =>
  pushed.map(({ body }) => (body.task ?? body.statusUpdate)?.status.state ?? '');

async function finish(cwd: string, id: string): Promise<void> {
  const { run } = (await runForData(['claim', id, '--agent', 'mia'], { cwd })) as { run: { runId: string } };
  await runForData(['complete', id, '--agent', 'mia', '--run', run.runId, '--notes', 'written'], { cwd });
}

const waiting = { timeout: 60_000, interval: 50 };

for (const binding of BINDINGS) {
  verifies(
    'SUR-040',
    `${binding}: who asks for notifications is told each state, and the result at the end`,
    async () => {
      const receiver = await startReceiver();
      const folder = await tempFolder();
      const daemon = await startDaemon(folder, { BATON_A2A_PUSH: receiver.origin });
      const client = await daemon.connect(binding);
      expect((await client.getAgentCard()).capabilities?.pushNotifications).toBe(true);
      const asked = request('Write it');
      const config = configOf('', `${receiver.origin}/hook`, {
        authentication: { scheme: 'Bearer', credentials: 'secret' },
      });
      const sent = await client.sendMessage({
        ...asked,
        configuration: { acceptedOutputModes: [], returnImmediately: true, taskPushNotificationConfig: config },
      });
      const id = 'history' in sent ? sent.id : '';
      const place = { tenant: '', taskId: id, id: 'mine' };
      // Credentials are not told again.
      expect(await client.getTaskPushNotificationConfig(place)).toMatchObject({
        url: `${receiver.origin}/hook`,
        authentication: { scheme: 'Bearer', credentials: '' },
      });
      const listed = await client.listTaskPushNotificationConfig({
        tenant: '',
        taskId: id,
        pageSize: 0,
        pageToken: '',
      });
      expect(listed.configs).toHaveLength(1);
      await finish(folder, id);
      await expect.poll(() => statesOf(receiver.pushed).at(-1), waiting).toBe('TASK_STATE_COMPLETED');
      expect(receiver.pushed.at(-1)?.body.task).toMatchObject({ id });
      expect(receiver.pushed.at(-1)?.headers).toMatchObject({
        authorization: 'Bearer secret',
        'x-a2a-notification-token': 'told-you',
      });
      // What has ended needs no receiver any more.
      await expect.poll(() => readdir(join(folder, '.baton', 'serve', 'push')), waiting).toEqual([]);
    },
  );
}

verifies(
  'SUR-040',
  'a receiver that is away is told after kill -9 of the daemon, and the end once it answers',
  async () => {
    const receiver = await startReceiver();
    const folder = await tempFolder();
    const env = { BATON_A2A_PUSH: receiver.origin };
    const daemon = await startDaemon(folder, env);
    const client = await daemon.connect();
    const task = await send(client, 'Survive');
    receiver.answerWith(503);
    await client.createTaskPushNotificationConfig(configOf(task.id, `${receiver.origin}/hook`));
    await daemon.kill('SIGKILL');
    await finish(folder, task.id);
    receiver.answerWith(200);
    await startDaemon(folder, env);
    await expect.poll(() => statesOf(receiver.pushed), waiting).toEqual(['TASK_STATE_COMPLETED']);
  },
);

verifies(
  'SUR-040',
  'notifications go only where a person allowed it, whatever is asked for or lies on disk',
  async () => {
    const [receiver, stranger] = [await startReceiver(), await startReceiver()];
    const folder = await tempFolder();
    const daemon = await startDaemon(folder, { BATON_A2A_PUSH: `${receiver.origin} https://hooks.example.org` });
    const client = await daemon.connect();
    const task = await send(client, 'Carefully');
    const bad = [
      `${stranger.origin}/hook`,
      'http://169.254.169.254/latest/meta-data',
      'http://hooks.example.org/plain',
      `${receiver.origin.replace('//', '//user:pass@')}/hook`,
      'file:///etc/passwd',
      'not an address',
    ];
    for (const url of bad) {
      await expect(client.createTaskPushNotificationConfig(configOf(task.id, url)), url).rejects.toThrow(
        /cannot be sent/,
      );
      const asked = request('Never made');
      const configuration = {
        acceptedOutputModes: [],
        returnImmediately: true,
        taskPushNotificationConfig: configOf('', url),
      };
      await expect(client.sendMessage({ ...asked, configuration }), url).rejects.toThrow(/cannot be sent/);
    }
    const split = configOf(task.id, `${receiver.origin}/hook`, { token: 'a\r\nx-evil: 1' });
    await expect(client.createTaskPushNotificationConfig(split)).rejects.toThrow(/header/);
    await client.createTaskPushNotificationConfig(configOf(task.id, `${receiver.origin}/hook`));
    const planted = { request: configOf(task.id, `${stranger.origin}/hook`), failures: 0, retryAtMs: 0 };
    await writeFile(
      join(folder, '.baton', 'serve', 'push', `${task.id}.planted.json`),
      JSON.stringify({ mark: 'x', content: JSON.stringify(planted) }),
    );
    await finish(folder, task.id);
    await expect.poll(() => statesOf(receiver.pushed).at(-1), waiting).toBe('TASK_STATE_COMPLETED');
    expect(stranger.pushed).toEqual([]);
    const { tasks } = (await runForData(['task', 'list', '--all'], { cwd: folder })) as { tasks: unknown[] };
    expect(tasks).toHaveLength(1);
  },
);

verifies('SUR-040', 'without an allowed origin nothing is offered, and every method says so', async () => {
  const folder = await tempFolder();
  const daemon = await startDaemon(folder);
  const client = await daemon.connect();
  const task = await send(client, 'Plain');
  const rpc = async (method: string): Promise<unknown> => {
    const response = await fetch(`${daemon.url}/a2a`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${daemon.token}`,
        'content-type': 'application/json',
        'a2a-version': '1.0',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { taskId: task.id, id: 'x', url: 'https://a.b' } }),
    });
    return ((await response.json()) as { error?: { code: number } }).error?.code;
  };
  for (const verb of ['Create', 'Get', 'Delete'])
    expect(await rpc(`${verb}TaskPushNotificationConfig`), verb).toBe(-32003);
  expect(await rpc('ListTaskPushNotificationConfigs')).toBe(-32003);
  expect((await runBaton(['doctor'], { cwd: folder })).stderr).toBe('');
});

verifies(
  'SUR-040',
  'an origin that is allowed while the daemon runs counts after a restart, and the card says so',
  async () => {
    const folder = await tempFolder();
    const env = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') };
    const offers = async ({ url }: { url: string }): Promise<unknown> => {
      const card = await (await fetch(`${url}/.well-known/agent-card.json`)).json();
      return (card as { capabilities: { pushNotifications?: boolean } }).capabilities.pushNotifications ?? false;
    };
    const daemon = await startDaemon(folder, env);
    await runForData(['config', 'set', 'a2a.push', 'https://hooks.example.org', '--user'], { cwd: folder, env });
    const task = await send(await daemon.connect(), 'Before');
    expect(await offers(daemon)).toBe(false);
    const config = configOf(task.id, 'https://hooks.example.org/x');
    const early = await daemon.connect();
    await expect((async () => await early.createTaskPushNotificationConfig(config))()).rejects.toThrow(/not supported/);
    await daemon.kill();
    const next = await startDaemon(folder, env);
    expect(await offers(next)).toBe(true);
    const client = await next.connect();
    expect(await client.createTaskPushNotificationConfig(config)).toMatchObject({ taskId: task.id });
  },
);
