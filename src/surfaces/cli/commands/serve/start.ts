import { networkInterfaces } from 'node:os';
import { BatonError } from '../../../../kernel/errors/index.ts';
import type { Action } from '../../../../relay/tasks/index.ts';
import type { A2aMeans } from '../../../a2a/index.ts';
import type { DaemonPlatform, Serving } from '../../../http/index.ts';
import type { StreamLine } from '../../command.ts';
import type { Io } from '../../io.ts';
import { createLog } from './log.ts';
import { mountA2a, mountMcp } from './mount.ts';
import { onStopSignal } from '../../stop-signal.ts';

export interface StartOptions {
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
export interface Started {
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
