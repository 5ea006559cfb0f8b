import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Platform } from '../../src/kernel/ports/index.ts';
import { startServing, type LogEntry, type Serving, type ServingOptions } from '../../src/surfaces/http/index.ts';
import { testPlatform } from './test-platform.ts';

export interface RunningDaemon extends Serving {
  readonly platform: Platform;
  readonly log: readonly LogEntry[];
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** With the token. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Of the envelope. */
  readonly data: unknown;
  readonly error: { readonly code: string; readonly message: string; readonly hint: string } | undefined;
}

/** The daemon over real files in a folder, on any free port. */
export async function startTestDaemon(
  folder: string,
  options: Partial<ServingOptions> = {},
  whenDone: (clean: () => Promise<void>) => void = onTestFinished,
): Promise<RunningDaemon> {
  const platform = await testPlatform(folder);
  const log: LogEntry[] = [];
  const daemon = await startServing(platform, {
    host: '127.0.0.1',
    port: 0,
    hosts: [],
    moduleFolder: join(import.meta.dirname, '..', '..'),
    pid: process.pid,
    feedMs: 20,
    log: (entry) => log.push(entry),
    ...options,
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= daemon.stop());
  // Asked for after the folder, so this is done before the folder is removed.
  whenDone(async () => {
    await stop();
    await platform.notifier.settle(2_000);
  });
  return {
    ...daemon,
    stop,
    platform,
    log,
    get: (path, headers = {}) => read(fetch(`${daemon.url}${path}`, { headers })),
    post: (path, body, headers = {}) =>
      read(
        fetch(`${daemon.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${daemon.token}`, ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
  };
}

async function read(asked: Promise<Response>): Promise<Reply> {
  const response = await asked;
  const text = await response.text();
  const isEnvelope = text.startsWith('{"schema_version"');
  const envelope = isEnvelope ? (JSON.parse(text) as { data?: unknown; error?: Reply['error'] }) : {};
  return {
    status: response.status,
    headers: response.headers,
    text,
    data: envelope.data,
    error: envelope.error,
  };
}
