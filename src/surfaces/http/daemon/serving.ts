/** The daemon's doors: API, event stream and board around the scheduler of one data dir. */
import { given } from '../../../kernel/given.ts';
import { BatonError, isBatonError, type ErrorCode } from '../../../kernel/errors/index.ts';
import { renderIsoTime } from '../../../kernel/time.ts';
import type { Platform, StoreOutage, TaskStore } from '../../../kernel/ports/index.ts';
import { startDaemon, type Action } from '../../../relay/tasks/index.ts';
import { createEventFeed, createEventHub, cursorAt, streamFrom, toStreamed } from '../event-stream.ts';
import { createLoginDesk, isLoopbackAddress, SECURITY_HEADERS } from '../security.ts';
import { createMetrics, createStoreGauges, type Metrics } from '../metrics.ts';
import { createRoutes, METRICS, type RoutePlatform } from '../routes/index.ts';
import { startHttp, type AccessEntry, type HttpOptions, type RunningHttp } from '../server.ts';
import { findBoardFolder, prepareFolder, readAssets, readToken, removeAddress, writeAddress } from './places.ts';
import { createFailureLog, repeat, type Repeated } from './repeat.ts';
import { createWhileAway } from '../while-away.ts';

export interface ServingOptions {
  readonly host: string;
  /** Undefined: the usual one, or any other if that is taken. */
  readonly port: number | undefined;
  readonly tokenFile?: string | undefined;
  /** Names this server is reached by, beside its address. */
  readonly hosts: readonly string[];
  /** Where this package's own modules are: the board is beside them. */
  readonly moduleFolder: string;
  readonly pid: number;
  readonly mounts?: HttpOptions['mounts'];
  readonly pollMs?: number | undefined;
  readonly feedMs?: number | undefined;
  readonly requestTimeoutMs?: number;
  log(entry: LogEntry): void;
  onActions?(actions: readonly Action[]): void;
}

/** One line of the log. */
export interface LogEntry {
  readonly time: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly event: string;
  readonly [detail: string]: unknown;
}

export interface Serving {
  readonly url: string;
  readonly token: string;
  readonly hasBoard: boolean;
  stop(): Promise<void>;
  /** Settles when it has ended; rejects if the scheduler could not continue. */
  readonly ended: Promise<void>;
}

const USUAL_PORT = 7_420;
const MAX_CLIENTS = 1_000;
/** A change wakes the feed; this is for platforms that do not tell of changes. */
const FEED_MS = 2_000;
/** Over a database every commit is told: asking more often would keep the server busy for nothing. */
const TOLD_MS = 5_000;
/** A scheduler that fails this often in a row makes the daemon not ready. */
const FAILURES_TO_NOT_READY = 3;

const OUTAGES: ReadonlySet<ErrorCode> = new Set([
  'STORE_UNREACHABLE',
  'STORE_FULL',
  'STORE_READ_ONLY',
  'STORE_LOGIN_REFUSED',
  'STORE_FORBIDDEN',
  'STORE_TLS_FAILED',
]);

type Log = (level: LogEntry['level'], event: string, details?: object) => void;

/** What the scheduler, the routes and the files of a daemon need together. */
export type DaemonPlatform = RoutePlatform & Pick<Platform, 'timers'>;

/** Fails with LOCK_HELD if another daemon runs on the same data dir, with PORT_IN_USE if a named port is taken. */
export async function startServing(platform: DaemonPlatform, options: ServingOptions): Promise<Serving> {
  const log: Log = (level, event, details = {}) =>
    options.log({ time: renderIsoTime(platform.clock.now()), level, event, ...details });
  const metrics = createMetrics(METRICS);
  const plane = await startPlane(platform, options, metrics, log);
  try {
    const { server, token, hasBoard } = await openDoors(platform, options, { metrics, plane, log });
    await writeAddress(platform, { url: server.url, pid: options.pid });
    log('info', 'started', { url: server.url, dataDir: platform.project.dataDir, pid: options.pid });
    const close = async (): Promise<void> => {
      await removeAddress(platform);
      await server.close();
      await plane.stop();
      log('info', 'stopped');
    };
    let closing: Promise<void> | undefined;
    const stop = (): Promise<void> => (closing ??= close());
    const ended = endWith(plane, stop);
    ended.catch(() => undefined);
    return { url: server.url, token, hasBoard, stop, ended };
  } catch (error) {
    await plane.stop();
    throw error;
  }
}

/** The daemon is over when its doors are closed too, however the plane ended. */
async function endWith(plane: Plane, stop: () => Promise<void>): Promise<void> {
  try {
    await plane.ended;
  } finally {
    await stop();
  }
}

interface Doors {
  readonly server: RunningHttp;
  readonly token: string;
  readonly hasBoard: boolean;
}

async function openDoors(
  platform: DaemonPlatform,
  options: ServingOptions,
  { metrics, plane, log }: { readonly metrics: Metrics; readonly plane: Plane; readonly log: Log },
): Promise<Doors> {
  await prepareFolder(platform);
  const token = await readToken(platform, options.tokenFile);
  const board = await findBoardFolder(platform.files, options.moduleFolder);
  const assets = board === undefined ? new Map() : await readAssets(platform.files, board);
  const { hub } = plane;
  const desk = createLoginDesk(token, platform.clock);
  const routes = createRoutes({
    platform,
    metrics,
    wake: plane.wake,
    whyNotReady: plane.whyNotReady,
    findOutage: plane.findOutage,
    readStoreGauges: createStoreGauges(platform, plane.findOutage),
    streamClients: () => hub.clients,
    redeem: (code) => (desk.redeem(code) ? token : undefined),
  });
  const whileAway = createWhileAway(plane.findOutage);
  const hosts = new Set([options.host, ...options.hosts].map((name) => name.toLowerCase()));
  const start = (port: number): Promise<RunningHttp> =>
    startHttp({
      host: options.host,
      port,
      gate: { hosts, token, isOpenAddress: !isLoopbackAddress(options.host) },
      routes,
      assets,
      hub,
      streamFrom: (last) => streamFrom(platform, plane.cursor(), last),
      metrics,
      whileAway,
      ...given({ mounts: options.mounts, requestTimeoutMs: options.requestTimeoutMs }),
      log: (entry) => logAccess(entry, log),
    });
  return { server: await startOnPort(options.port, start), token, hasBoard: assets.size > 0 };
}

/** Several projects on one machine are usual: only a port that was named is insisted on. */
async function startOnPort(
  port: number | undefined,
  start: (port: number) => Promise<RunningHttp>,
): Promise<RunningHttp> {
  if (port !== undefined) return await start(port);
  try {
    return await start(USUAL_PORT);
  } catch (error) {
    if (isBatonError(error, 'PORT_IN_USE')) return await start(0);
    throw error;
  }
}

interface Plane {
  readonly hub: ReturnType<typeof createEventHub>;
  readonly ended: Promise<void>;
  /** The event that was streamed last. */
  cursor(): string;
  wake(): void;
  whyNotReady(): string | undefined;
  findOutage(): StoreOutage | undefined;
  stop(): Promise<void>;
}

/** The scheduler, and the follower of the event log that feeds the stream. */
async function startPlane(
  platform: Parameters<typeof startDaemon>[0],
  options: ServingOptions,
  metrics: Metrics,
  log: Log,
): Promise<Plane> {
  const hub = createEventHub(MAX_CLIENTS, SECURITY_HEADERS);
  let failures = 0;
  let reason = '';
  let outage: StoreOutage | undefined;
  let store: TaskStore | undefined;
  let unsubscribe: (() => Promise<void>) | undefined;
  const failureLog = createFailureLog();
  const note = (part: string, error: BatonError | Error): void => {
    reason = error.message;
    metrics.count('baton_failures_total', { part });
    const code = isBatonError(error) ? { code: error.code, hint: error.hint } : {};
    if (failureLog.note(part, error)) log('error', 'failed', { part, ...code, reason });
  };
  const recover = (part: string): void => {
    const code = failureLog.clear(part);
    if (code !== undefined) log('info', 'recovered', { part, code });
  };
  const scheduler = await startDaemon(platform, {
    ...given({ pollMs: options.pollMs }),
    onPass: ({ actions }, durationMs) => {
      failures = 0;
      outage = undefined;
      metrics.observe('baton_tick_seconds', durationMs / 1000);
      for (const { kind } of actions) metrics.count('baton_actions_total', { kind });
      if (actions.length > 0) options.onActions?.(actions);
    },
    onFailure: (error) => {
      failures += 1;
      if (OUTAGES.has(error.code))
        outage ??= { sinceMs: platform.clock.now(), code: error.code, reason: error.message };
      note('scheduler', error);
    },
    onRecovery: () => recover('scheduler'),
  });
  const feed = createEventFeed(platform, cursorAt(platform.clock.now()), (events) => {
    for (const { type } of events) metrics.count('baton_events_total', { type });
    hub.publish(events.map(toStreamed));
    scheduler.wake();
  });
  let isTold = false;
  const feeder: Repeated = repeat({
    pauseMs: () => options.feedMs ?? (isTold ? TOLD_MS : FEED_MS),
    work: async () => {
      store = await platform.tasks();
      // Here, because the database may be away when the daemon starts.
      unsubscribe ??= store.onChange?.(() => feeder.wake());
      isTold = unsubscribe !== undefined && store.fleet !== undefined;
      await feed.read();
      recover('events');
    },
    onFailure: (error) => note('events', error instanceof Error ? error : new BatonError('INTERNAL', String(error))),
  });
  return {
    hub,
    ended: scheduler.ended,
    cursor: () => feed.cursor,
    wake: () => [feeder, scheduler].forEach((part) => part.wake()),
    whyNotReady: () => (failures >= FAILURES_TO_NOT_READY ? `the scheduler fails: ${reason}` : undefined),
    // Before the first connection only the scheduler knows.
    findOutage: () => (store?.server === undefined ? outage : store.server.outage),
    async stop() {
      await Promise.all([unsubscribe?.(), feeder.stop()]);
      await scheduler.stop();
    },
  };
}

function logAccess({ method, path, status, durationMs, error }: AccessEntry, log: Log): void {
  if (status < 400) return;
  const code = isBatonError(error) ? { code: error.code } : {};
  const reason = error instanceof Error ? error.message : String(error ?? 'the answer says why');
  const details = { method, path, status, ms: Math.round(durationMs), ...code, reason };
  if (status < 500) return log('warning', 'refused', details);
  log('error', 'request failed', details);
}
