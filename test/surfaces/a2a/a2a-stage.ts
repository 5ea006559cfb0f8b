import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Role, type Message, type Part, type SendMessageRequest, type Task } from '@a2a-js/sdk';
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
  type Client,
} from '@a2a-js/sdk/client';
import { onTestFinished } from 'vitest';
import { CLI } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';

export type Binding = 'JSONRPC' | 'HTTP+JSON';
export const BINDINGS: readonly Binding[] = ['JSONRPC', 'HTTP+JSON'];

/** A real `baton serve` in a process of its own. */
export interface A2aDaemon {
  readonly url: string;
  readonly token: string;
  readonly process: ChildProcess;
  connect(binding?: Binding, token?: string): Promise<Client>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

export async function startDaemon(folder: string, more: Readonly<Record<string, string>> = {}): Promise<A2aDaemon> {
  const env = { ...process.env, NO_COLOR: '1', BATON_CACHE_DIR: join(folder, '..', 'baton-test-cache'), ...more };
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--poll', '50', '--jsonl'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  const [first] = (await once(lines, 'line')) as [string];
  const { data, listening } = JSON.parse(first) as { data?: { listening: string }; listening?: string };
  const url = data?.listening ?? listening ?? '';
  lines.on('line', () => undefined);
  const token = (await readFile(join(folder, '.baton', 'serve', 'token'), 'utf8')).trim();
  const kill = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'close');
  };
  onTestFinished(() => kill());
  return {
    url,
    token,
    process: child,
    kill,
    connect: (binding = 'JSONRPC', as = token) => connect(url, binding, as),
  };
}

/** The SDK's own client, with the token in each request. */
async function connect(url: string, binding: Binding, token: string): Promise<Client> {
  const fetchImpl: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
      preferredTransports: [binding],
      cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
    }),
  );
  return await factory.createFromUrl(url);
}

export async function a2aStage(): Promise<{ readonly folder: string; readonly daemon: A2aDaemon }> {
  const folder = await tempFolder();
  return { folder, daemon: await startDaemon(folder) };
}

export const text = (value: string): Part => ({
  content: { $case: 'text', value },
  metadata: undefined,
  filename: '',
  mediaType: '',
});

export interface SendOptions extends Partial<Message> {
  readonly wait?: boolean;
}

let count = 0;

export function request(words: string, { wait = false, ...fields }: SendOptions = {}): SendMessageRequest {
  return {
    tenant: '',
    message: {
      messageId: `m-${process.pid}-${(count += 1)}`,
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [text(words)],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
      ...fields,
    },
    configuration: {
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
      returnImmediately: !wait,
    },
    metadata: undefined,
  };
}

export async function send(client: Client, words: string, options: SendOptions = {}): Promise<Task> {
  const result = await client.sendMessage(request(words, options));
  if (!('history' in result)) throw new Error('the answer is not a task');
  return result;
}
