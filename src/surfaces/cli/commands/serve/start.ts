import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkInterfaces } from 'node:os';
import { basename } from 'node:path';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { renderIsoTime } from '../../../../kernel/time.ts';
import { readPushes } from '../../../../relay/inbound/index.ts';
import type { Action } from '../../../../relay/tasks/index.ts';
import type { A2aEndpoint, A2aMeans } from '../../../a2a/index.ts';
import type { DaemonPlatform, LogEntry, Mount, Serving } from '../../../http/index.ts';
import type { McpEndpoint, ToolPlatform } from '../../../mcp/index.ts';
import type { StreamLine } from '../../command.ts';
import type { Io } from '../../io.ts';
import { onStopSignal } from '../../stop-signal.ts';
import { toJson } from '../../terminal.ts';

interface MountedA2a {
  readonly mounts: Readonly<Record<string, Mount>>;
  /** Goes on with notifications that were asked for before a restart. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A2A at its paths of the daemon: the card and both bindings. The code is loaded with the first request, or if there are
 * notifications to send: most daemons never see either.
 */
function mountA2a(platform: A2aMeans): MountedA2a {
  let endpoint: Promise<A2aEndpoint> | undefined;
  const load = async (): Promise<A2aEndpoint> => {
    const { createA2aEndpoint } = await import('../../../a2a/index.ts');
    return createA2aEndpoint(platform, { project: basename(platform.project.root) });
  };
  const handle: Mount['handle'] = async (request, response) =>
    await (await (endpoint ??= load())).handle(request, response);
  return {
    mounts: {
      '/.well-known/agent-card.json': { handle },
      '/a2a': { handle, needsToken: true },
      '/a2a/v1/': { handle, needsToken: true },
    },
    start: async () => {
      if ((await readPushes(platform)).length > 0) await (await (endpoint ??= load())).start();
    },
    stop: async () => await (await endpoint)?.stop(),
  };
}

/** The MCP server at a path of the daemon. Its code is loaded with the first request: most daemons never see one. */
function mountMcp(platform: ToolPlatform): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  let endpoint: Promise<McpEndpoint> | undefined;
  const load = async (): Promise<McpEndpoint> => {
    const { createMcpEndpoint } = await import('../../../mcp/index.ts');
    return createMcpEndpoint((work) => work(platform), { remark: (text) => platform.remark(text) });
  };
  return async (request, response) => (await (endpoint ??= load())).handle(request, response);
}

/** The daemon's log on standard error: JSON lines for machines, short lines on a terminal. */
function createLog(io: Io, form: string | undefined): (entry: LogEntry) => void {
  const asJson = isJsonLog(io, form);
  return (entry) => io.remarks.write(asJson ? toJson(entry) : renderEntry(entry, io));
}

const isJsonLog = (io: Io, form: string | undefined): boolean =>
  form === undefined ? !io.isOutputTerminal : form === 'json';

/** Where the log is JSON every line of it is: remarks of the store, of notices, and the error that ends the daemon too. */
export function keepRemarksInLog(io: Io, form: string | undefined, now: () => number): void {
  if (!isJsonLog(io, form)) return;
  const log = createLog(io, form);
  const entryOf = (level: LogEntry['level'], event: string) => ({ time: renderIsoTime(now()), level, event });
  io.remarks.keepIn({
    remark: (text) => log({ ...entryOf('info', 'remark'), text }),
    fail: ({ code, message, hint }) => log({ ...entryOf('error', 'ended'), code, reason: message, hint }),
  });
}

function renderEntry({ time, level, event, ...details }: LogEntry, { errorStyle }: Io): string {
  const paint = level === 'error' ? errorStyle.red : level === 'warning' ? errorStyle.yellow : errorStyle.dim;
  const rest = Object.entries(details).map(([key, value]) => `${key}=${String(value)}`);
  return [errorStyle.dim(time.slice(11, 19)), paint(event), ...rest].join(' ');
}

interface StartOptions {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly allowHosts?: readonly string[];
  readonly tokenFile?: string | undefined;
  readonly pollMs?: number | undefined;
  readonly log?: string | undefined;
}

export const LOOPBACK = '127.0.0.1';
const WILDCARDS = new Set(['0.0.0.0', '::']);
const LEAST_POLL_MS = 10;

/** A daemon in this process: what it is, and what it does as lines until a signal ends it. */
interface Started {
  readonly serving: Serving;
  readonly lines: AsyncIterable<StreamLine>;
}

export async function start(platform: DaemonPlatform & A2aMeans, options: StartOptions, io: Io): Promise<Started> {
  const [{ createLoginCode, startServing }, { moduleFolder }] = await Promise.all([
    import('../../../http/index.ts'),
    import('./module-folder.ts'),
  ]);
  const { host = LOOPBACK, pollMs } = options;
  const actions = new ActionQueue();
  const a2a = mountA2a(platform);
  const serving = await startServing(platform, {
    host,
    port: checkPort(options.port),
    hosts: [...(options.allowHosts ?? []), ...(WILDCARDS.has(host) ? ownAddresses(platform.facts.host) : [])],
    tokenFile: options.tokenFile,
    moduleFolder,
    pid: process.pid,
    mounts: { '/mcp': { handle: mountMcp(platform) }, ...a2a.mounts },
    pollMs: pollMs === undefined ? undefined : Math.max(LEAST_POLL_MS, pollMs),
    log: createLog(io, options.log),
    onActions: (taken) => actions.add(taken),
  });
  onStopSignal(() => void serving.stop());
  await a2a.start();
  void serving.ended.then(a2a.stop, a2a.stop);
  const end = (): void => actions.end();
  void serving.ended.then(end, end);
  const code = createLoginCode(serving.token, platform);
  return {
    serving,
    lines: follow(serving, actions, io.isOutputTerminal ? `${serving.url}/#code=${code}` : serving.url),
  };
}

async function* follow(serving: Serving, actions: ActionQueue, board: string): AsyncGenerator<StreamLine> {
  const { url, hasBoard } = serving;
  yield {
    data: { listening: url, pid: process.pid, board: hasBoard },
    text: (style) =>
      `${style.bold('Baton')} listens on ${style.cyan(board)}${hasBoard ? '' : '  (the board is not built)'}`,
  };
  for await (const action of actions) {
    yield { data: action, text: (style) => `${style.bold(action.taskId)}  ${action.kind}` };
  }
  await serving.ended;
}

export function checkPort(port: number | undefined): number | undefined {
  if (port === undefined || (Number.isInteger(port) && port >= 0 && port <= 65_535)) return port;
  throw new BatonError('INPUT_INVALID', `${port} is not a port`, { hint: 'name a number from 0 to 65535' });
}

/** The names under which a server on every address of this machine is reached. */
function ownAddresses(hostName: string): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return [hostName, ...addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))];
}

/** Actions as they come, until the daemon has ended. */
class ActionQueue {
  readonly #queue: Action[] = [];
  #isOver = false;
  #wake: (() => void) | undefined;

  add(actions: readonly Action[]): void {
    this.#queue.push(...actions);
    this.#wake?.();
  }

  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Action> {
    for (;;) {
      yield* this.#queue.splice(0);
      if (this.#queue.length > 0) continue;
      if (this.#isOver) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
