import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import type { Clock, StoreOutage, Timers } from '../../../kernel/ports/index.ts';
import type { Host, StoreAddress } from './address.ts';
import { createClient, endConnection, greet, type Connection, type Limits } from './dial.ts';
import { isLost, isStarting, toStoreError } from './failures.ts';
import { HostProbe, SilenceWatch } from './host-probe.ts';

export interface ConnectionsDeps {
  readonly address: StoreAddress;
  readonly timers: Timers;
  /** Of this machine. */
  readonly wall: Clock;
  /** How many there are at most; a later caller waits. */
  readonly size: number;
  /** The database's clock was this much ahead of ours. */
  onSkew(ms: number): void;
  /** By which the server knows this process. */
  readonly application: string;
  /** How long to keep trying while no server answers or takes changes. */
  readonly patienceMs: number;
}

const IDLE_MS = 30_000;

/** Connections to whichever of the hosts takes changes. One that was lost is never used again. */
export class Connections {
  readonly #deps: ConnectionsDeps;
  readonly #idle: { readonly connection: Connection; readonly since: number }[] = [];
  readonly #waiting: (() => void)[] = [];
  #open = 0;
  #isClosed = false;
  /** Starts with the one that was good last. */
  #first = 0;
  #outage: StoreOutage | undefined;
  #recoveredMs: number | undefined;
  readonly #readOnly = new WeakMap<Connection, string>();
  #hasReadOnly = false;
  /** Where each connection leads whose work has time limits. */
  readonly #hosts = new Map<Connection, Host>();
  readonly #probe: HostProbe;
  readonly #silence: SilenceWatch<Connection>;

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps;
    this.#probe = new HostProbe({ create: (host) => this.#createClient(host, 'limited'), end: endConnection });
    this.#silence = new SilenceWatch({
      wall: deps.wall,
      timers: deps.timers,
      answers: async (connection) => {
        const host = this.#hosts.get(connection);
        return host === undefined || (await this.#probe.answers(host));
      },
      onDead: (connection) => this.#cutOff(connection),
    });
  }

  get shown(): string {
    return this.#deps.address.shown;
  }

  /** Since when no connection could be made. */
  get outage(): StoreOutage | undefined {
    return this.#outage;
  }

  get answersForMs(): number | undefined {
    return this.#recoveredMs === undefined ? undefined : this.#deps.wall.now() - this.#recoveredMs;
  }

  /** The last connection that was made takes no changes. */
  get hasReadOnly(): boolean {
    return this.#hasReadOnly;
  }

  isReadOnly(connection: Connection): boolean {
    return this.#readOnly.has(connection);
  }

  /** Fails with STORE_READ_ONLY on a connection that only reads. */
  assertWritable(connection: Connection): void {
    const reason = this.#readOnly.get(connection);
    if (reason !== undefined) throw new BatonError('STORE_READ_ONLY', `${this.shown}: ${reason}`);
  }

  get hasAlternatives(): boolean {
    return this.#deps.address.hosts.length > 1;
  }

  /** Lends a connection; one that fails in a way that leaves its state unknown is thrown away. */
  async use<T>(work: (connection: Connection) => Promise<T>, patienceMs = this.#deps.patienceMs): Promise<T> {
    const connection = this.#findIdle() ?? (await this.#take(patienceMs));
    try {
      const result = await this.watched(connection, work);
      this.#noteAnswer();
      this.#release(connection);
      return result;
    } catch (error) {
      if (isLost(error)) this.#drop(connection);
      else this.#release(connection);
      throw error;
    }
  }

  /** Work that fails, as with a lost connection, if the server does not answer anybody any more. */
  async watched<T>(connection: Connection, work: (connection: Connection) => Promise<T>): Promise<T> {
    this.#silence.begin(connection);
    try {
      return await work(connection);
    } finally {
      this.#silence.end(connection);
    }
  }

  /** What leads to the same host leads nowhere either. */
  #cutOff(connection: Connection): void {
    const host = this.#hosts.get(connection);
    const silent = new BatonError('STORE_UNREACHABLE', `${this.shown}: the server does not answer`);
    this.#noteOutage(silent);
    for (const [other, itsHost] of this.#hosts) if (itsHost === host) other.connection.stream.destroy();
  }

  /** A connection of one's own, outside the count: for listening and leading. The caller ends it. */
  async open(limits: Limits = 'limited'): Promise<Connection> {
    const { hosts } = this.#deps.address;
    let failure: unknown;
    let standby: Connection | undefined;
    for (let i = 0; i < hosts.length; i += 1) {
      const at = (this.#first + i) % hosts.length;
      const host = hosts[at];
      if (host === undefined) continue;
      try {
        const connection = await this.#connect(host, limits);
        if (this.isReadOnly(connection)) {
          // Good enough for who reads, if no other host takes changes.
          if (standby === undefined) standby = connection;
          else void endConnection(connection);
          continue;
        }
        if (standby !== undefined) void endConnection(standby);
        this.#first = at;
        this.#hasReadOnly = false;
        this.#noteAnswer();
        return connection;
      } catch (error) {
        // A host that takes changes is looked for; what the others lack is worth telling only if there is none.
        failure ??= error;
        if (isLost(error)) continue;
        if (standby !== undefined) void endConnection(standby);
        throw this.#noteOutage(error);
      }
    }
    if (standby !== undefined) {
      this.#hasReadOnly = true;
      this.#noteAnswer();
      return standby;
    }
    throw this.#noteOutage(failure);
  }

  #noteAnswer(): void {
    if (this.#outage === undefined) return;
    this.#outage = undefined;
    this.#recoveredMs = this.#deps.wall.now();
  }

  #noteOutage(cause: unknown): unknown {
    const error = toStoreError(cause, this.shown);
    // Who has connections can go on with them.
    const canGoOn = isBatonError(error, 'STORE_FULL') && this.#idle.length > 0;
    if (isBatonError(error) && !canGoOn)
      this.#outage = {
        sinceMs: this.#outage?.sinceMs ?? this.#deps.wall.now(),
        code: error.code,
        reason: error.message,
      };
    return error;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#silence.close();
    const idle = this.#idle.splice(0);
    await Promise.all(idle.map(({ connection }) => endConnection(connection)));
  }

  #findIdle(): Connection | undefined {
    const now = this.#deps.wall.now();
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      // A clock that was put back is compared with the database's again by the next connection.
      if (now >= idle.since && now - idle.since < IDLE_MS) return idle.connection;
      this.#drop(idle.connection);
    }
    return undefined;
  }

  async #take(patienceMs: number): Promise<Connection> {
    while (this.#open >= this.#deps.size && !this.#isClosed) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      const idle = this.#idle.pop();
      if (idle !== undefined) return idle.connection;
    }
    if (this.#isClosed) throw new BatonError('INTERNAL', 'the task store is closed');
    this.#open += 1;
    try {
      return await this.#openPatiently(patienceMs);
    } catch (error) {
      this.#open -= 1;
      this.#waiting.shift()?.();
      throw error;
    }
  }

  async #openPatiently(patienceMs: number): Promise<Connection> {
    const { timers } = this.#deps;
    const startMs = this.#deps.wall.now();
    for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
      try {
        return await this.open();
      } catch (error) {
        // Who asks a server that starts has its address right: that is worth waiting for.
        const mostMs = isStarting(error) ? Math.max(patienceMs, this.#deps.patienceMs) : patienceMs;
        if (!isLost(error) || this.#deps.wall.now() + pauseMs > startMs + mostMs) throw error;
        await timers.sleep(pauseMs);
      }
    }
  }

  #release(connection: Connection): void {
    if (this.#isClosed) {
      this.#drop(connection);
      return;
    }
    this.#idle.push({ connection, since: this.#deps.wall.now() });
    this.#waiting.shift()?.();
  }

  #drop(connection: Connection): void {
    this.#open -= 1;
    void endConnection(connection);
    this.#waiting.shift()?.();
  }

  #createClient(host: Host, limits: Limits): Connection {
    const { address, application } = this.#deps;
    return createClient(host, { address, application, limits });
  }

  async #connect(host: Host, limits: Limits): Promise<Connection> {
    const connection = this.#createClient(host, limits);
    if (limits === 'limited') this.#hosts.set(connection, host);
    connection.once('end', () => this.#hosts.delete(connection));
    try {
      await connection.connect();
      await this.#greet(connection);
      return connection;
    } catch (error) {
      this.#hosts.delete(connection);
      void endConnection(connection);
      throw toStoreError(error, this.shown);
    }
  }

  async #greet(connection: Connection): Promise<void> {
    const { wall, patienceMs, onSkew } = this.#deps;
    const { readOnly, skewMs, startedMs } = await greet(connection, { wall, shown: this.shown, patienceMs });
    if (readOnly !== undefined) this.#readOnly.set(connection, readOnly);
    // A process that was started after the outage has to know of it too.
    this.#recoveredMs = Math.max(this.#recoveredMs ?? -Infinity, startedMs);
    onSkew(skewMs);
  }
}
