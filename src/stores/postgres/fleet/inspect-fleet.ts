import { isUlid, parseUlidTime } from '../../../kernel/ids.ts';
import type { DaemonReport, FleetState, MachineState } from '../../../kernel/ports/index.ts';
import type { Connection } from '../connection/dial.ts';
import { send, type Row } from '../connection/statements.ts';

export interface InspectOptions {
  /** The name of the session that leads. */
  readonly leader: string | undefined;
  /** After so much silence a daemon is dead to the others. */
  readonly lifeMs: number;
  readonly now: number;
}

/** Nobody needs to know more exactly how long a queue is that is this long. */
const MAX_COUNT = 100_000;

export async function inspectFleet(
  connection: Connection,
  schema: string,
  options: InspectOptions,
): Promise<FleetState> {
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
