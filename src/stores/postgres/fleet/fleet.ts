import { isUlid, parseUlidTime } from '../../../kernel/ids.ts';
import type { Clock, DaemonReport, Fleet, FleetState, MachineState, Timers } from '../../../kernel/ports/index.ts';
import type { Connection } from '../connection/dial.ts';
import { send, type Row, type Statement } from '../connection/statements.ts';
import type { Database } from '../database.ts';
import { LOCK_SPACE } from '../schema/migrate.ts';
import { ALIVE, type DaemonSession, type Leader } from './daemon-session.ts';

interface PostgresFleetDeps {
  readonly database: Database;
  readonly session: DaemonSession;
  readonly leader: Leader;
  readonly timers: Timers;
  readonly wall: Clock;
}

/**
 * A daemon that was not heard of for so long is dead to the others: six beats of its session, after which the server ends
 * it too. A link that was gone for ten seconds needs half of this to be noticed and opened again.
 */
const LIFE_MS = 30_000;
const LIFE = `interval '${LIFE_MS} milliseconds'`;
/** Asked with every commit; known from the last look at the others, which an idle daemon takes every five seconds. */
const NOTIFIER_MS = 6_000;
const TURN_TRIES = 20;
const TURN_PAUSE_MS = 100;

/** Daemons on one schema: each has a row there, which it renews for as long as it lives. */
export class PostgresFleet implements Fleet {
  readonly #deps: PostgresFleetDeps;
  readonly #table: string;
  #said: { readonly id: string; readonly report: string } | undefined;
  /** The lock tells processes apart, not what goes on in one. */
  #isInTurn = false;
  #notifier = { isThere: false, until: 0 };

  constructor(deps: PostgresFleetDeps) {
    this.#deps = deps;
    this.#table = `${deps.database.schema}.daemon`;
  }

  async readOthers(id: string): Promise<readonly DaemonReport[]> {
    const rows = await this.#deps.database.read({
      text: `SELECT report FROM ${this.#table} WHERE id <> $1 AND seen_at > clock_timestamp() - ${LIFE} ORDER BY id`,
      values: [id],
    });
    // Only `report` writes that column.
    const others = rows.map((row) => JSON.parse(String(row['report'])) as DaemonReport);
    const isThere = others.some(({ notifies }) => notifies);
    this.#notifier = { isThere, until: this.#deps.wall.now() + NOTIFIER_MS };
    return others;
  }

  async report(own: DaemonReport): Promise<void> {
    const { database, session } = this.#deps;
    // Without tables there is nothing to look after.
    if (!(await database.hasTables())) return;
    const said = JSON.stringify({ ...own, skewMs: database.skewMs });
    // Said again at each beat anyway.
    if (said === this.#said?.report) return;
    const saying: Statement = {
      text: `INSERT INTO ${this.#table} AS d (id, report, seen_at) VALUES ($1, $2, clock_timestamp())
             ON CONFLICT (id) DO UPDATE SET report = excluded.report, seen_at = excluded.seen_at`,
      values: [own.id, said],
    };
    await session.use((connection) => connection.query(saying));
    session.beat = saying;
    this.#said = { id: own.id, report: said };
  }

  async leave(): Promise<void> {
    if (this.#said === undefined) return;
    const { id } = this.#said;
    this.#said = undefined;
    const { session } = this.#deps;
    session.beat = ALIVE;
    await session.use((connection) =>
      connection.query(
        `WITH gone AS (DELETE FROM ${this.#table} WHERE id = $1 RETURNING id)
         DELETE FROM ${this.#table} WHERE seen_at < clock_timestamp() - interval '1 day' AND id NOT IN (SELECT id FROM gone)`,
        [id],
      ),
    );
    await session.end();
  }

  async inTurn<R>(work: () => Promise<R>): Promise<R | undefined> {
    const { session } = this.#deps;
    if (!(await this.#takeTurn())) return undefined;
    try {
      return await work();
    } finally {
      // Where the session is lost the server has ended the turn.
      await session
        .use((connection) => connection.query('SELECT pg_advisory_unlock($1, hashtext($2))', this.#turn))
        .catch(() => undefined);
      this.#isInTurn = false;
    }
  }

  /** Another daemon that lives and has rules for notices. */
  async hasNotifier(): Promise<boolean> {
    if (this.#deps.wall.now() >= this.#notifier.until) await this.readOthers(this.#said?.id ?? '');
    return this.#notifier.isThere;
  }

  async assertReachable(): Promise<void> {
    await this.#deps.session.use((connection) => connection.query(ALIVE));
  }

  async findLeader(): Promise<string | undefined> {
    const { database, leader } = this.#deps;
    return await database.retrying((connection) => leader.find(connection));
  }

  async inspect(): Promise<FleetState> {
    const { database, leader, wall } = this.#deps;
    const nothing = { machines: [], undelivered: 0, unnumbered: 0, lagMs: 0, connections: { own: 0, all: 0, max: 0 } };
    return await database.withTables(nothing, async (connection) => {
      const application = await leader.findApplication(connection);
      return await inspectFleet(connection, database.schema, { leader: application, lifeMs: LIFE_MS, now: wall.now() });
    });
  }

  get #turn(): unknown[] {
    return [LOCK_SPACE, `turn ${this.#deps.database.schema}`];
  }

  async #takeTurn(): Promise<boolean> {
    for (let i = 0; i < TURN_TRIES; i += 1) {
      if (await this.#tryTurn()) return true;
      await this.#deps.timers.sleep(TURN_PAUSE_MS);
    }
    return false;
  }

  async #tryTurn(): Promise<boolean> {
    if (this.#isInTurn) return false;
    this.#isInTurn = true;
    try {
      const { rows } = await this.#deps.session.use((connection) =>
        connection.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS got', this.#turn),
      );
      this.#isInTurn = rows[0]?.got === true;
    } catch (error) {
      this.#isInTurn = false;
      throw error;
    }
    return this.#isInTurn;
  }
}

interface InspectOptions {
  /** The name of the session that leads. */
  readonly leader: string | undefined;
  /** After so much silence a daemon is dead to the others. */
  readonly lifeMs: number;
  readonly now: number;
}

/** Nobody needs to know more exactly how long a queue is that is this long. */
const MAX_COUNT = 100_000;

async function inspectFleet(connection: Connection, schema: string, options: InspectOptions): Promise<FleetState> {
  const countOf = (table: string): string =>
    `(SELECT count(*) FROM (SELECT FROM ${schema}.${table} LIMIT ${MAX_COUNT}) t)::int`;
  const [daemons = [], [queue] = [], [slots] = []] = await send(connection, [
    {
      text: `SELECT report, (extract(epoch FROM clock_timestamp() - seen_at) * 1000)::bigint::text AS silent
             FROM ${schema}.daemon WHERE seen_at > clock_timestamp() - interval '1 day' ORDER BY id`,
    },
    {
      text: `SELECT ${countOf('outbox')} AS undelivered, ${countOf('event_inbox')} AS unnumbered,
                    (SELECT min(event_id) FROM ${schema}.outbox) AS oldest`,
    },
    {
      text: `SELECT count(*) FILTER (WHERE application_name LIKE 'baton%' AND datname = current_database())::int AS own,
                    count(*)::int AS all,
                    current_setting('max_connections')::int
                      - current_setting('superuser_reserved_connections')::int AS max
             FROM pg_stat_activity WHERE backend_type = 'client backend'`,
    },
  ]);
  const oldest = queue?.['oldest'];
  return {
    machines: daemons.map((row) => toMachine(row, options)),
    undelivered: Number(queue?.['undelivered'] ?? 0),
    unnumbered: Number(queue?.['unnumbered'] ?? 0),
    lagMs: typeof oldest === 'string' && isUlid(oldest) ? Math.max(0, options.now - parseUlidTime(oldest)) : 0,
    connections: { own: Number(slots?.['own']), all: Number(slots?.['all']), max: Number(slots?.['max']) },
  };
}

function toMachine(row: Row, { leader, lifeMs }: InspectOptions): MachineState {
  // Only daemons write that column.
  const report = JSON.parse(String(row['report'])) as DaemonReport;
  const silentMs = Math.max(0, Number(row['silent']));
  const { host, pid } = report;
  const leads = host !== undefined && pid !== undefined && applicationName({ host, pid }) === leader;
  return { report, silentMs, isAlive: silentMs <= lifeMs, leads };
}

/** A longer one is cut by the server. */
const MAX_BYTES = 63;

/** How a process shows up among the sessions of the server: `baton ada 1234`. The host is cut, never the process. */
export function applicationName({ host, pid }: { readonly host: string; readonly pid: number }): string {
  const plain = host.replaceAll(/[^\x21-\x7e]/g, '?');
  return `baton ${plain.slice(0, MAX_BYTES - `baton  ${pid}`.length)} ${pid}`;
}
