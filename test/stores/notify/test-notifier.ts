import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Notifier } from '../../../src/kernel/ports/index.ts';
import { parseRecord, type NoticeRecord, type NotifyRule, type Sink } from '../../../src/kernel/notify/index.ts';
import { createFiles, nodeDisk } from '../../../src/stores/fs/index.ts';
import { createFileNotifier, type FileNotifierDeps } from '../../../src/stores/notify/index.ts';
import { createProcesses } from '../../../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../../../src/stores/system/index.ts';
import { aloneAlive } from '../../support/number-journal.ts';

export interface TestNotifier extends Notifier {
  readonly remarks: readonly string[];
}

export interface TestNotifierOptions extends Partial<FileNotifierDeps> {
  readonly to?: readonly Sink[];
  readonly rules?: readonly NotifyRule[];
  /** The process that asks; every other one counts as dead. */
  readonly pid?: number;
}

/** A notifier on a real folder whose one rule takes everything; pauses between attempts are short. */
export function startNotifier(dataDir: string, options: TestNotifierOptions = {}): TestNotifier {
  const remarks: string[] = [];
  const { to = [], rules = [{ name: 'all', on: ['*'], when: {}, to, dedupeMs: 60_000 }], pid = 1, ...others } = options;
  const notifier = createFileNotifier({
    disk: nodeDisk,
    files: createFiles(nodeDisk),
    processes: { ...createProcesses(), ...aloneAlive(pid) },
    clock: systemClock,
    random: systemRandom,
    dataDir,
    lockWaitMs: 10_000,
    remark: (text) => remarks.push(text),
    readRules: () => Promise.resolve(rules),
    pausesMs: [5, 5],
    ...others,
  });
  onTestFinished(async () => void (await notifier.settle(0)));
  return {
    remarks,
    notify: (notice) => notifier.notify(notice),
    wake: () => notifier.wake(),
    recorded: () => notifier.recorded(),
    settle: (limitMs) => notifier.settle(limitMs),
  };
}

export async function readRecords(dataDir: string): Promise<NoticeRecord[]> {
  const lines = (await readFile(join(dataDir, 'notices.jsonl'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
  return lines.flatMap((line) => parseRecord(line) ?? []);
}

/** `queued failed(no answer) delivered` */
export async function readStory(dataDir: string): Promise<string> {
  return (await readRecords(dataDir))
    .map((record) => record.type.slice('notice.'.length) + ('reason' in record ? `(${record.reason})` : ''))
    .join(' ');
}

export interface TestServer {
  readonly url: string;
  readonly requests: readonly { readonly headers: IncomingMessage['headers']; readonly body: unknown }[];
}

/** A real HTTP server; `answer` sees the number of the request, from 0. */
export async function startServer(answer: (response: ServerResponse, index: number) => void): Promise<TestServer> {
  const requests: { headers: IncomingMessage['headers']; body: unknown }[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      requests.push({ headers: request.headers, body: JSON.parse(Buffer.concat(pieces).toString()) as unknown });
      answer(response, requests.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, requests };
}

export const answerWith =
  (...statuses: readonly number[]) =>
  (response: ServerResponse, index: number): void => {
    response.statusCode = statuses[Math.min(index, statuses.length - 1)] ?? 200;
    response.end('ok');
  };

/** An address at which nobody listens any more. */
export async function findDeadUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/`;
}
