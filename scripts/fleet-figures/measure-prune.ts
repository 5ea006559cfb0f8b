import { join } from 'node:path';
import { readOutput, at, type Stage } from './stage.ts';
import { WORKER } from './measure-work.ts';

const SECONDS = 8;

export interface PruneFigures {
  readonly tasks: number;
  readonly bytesPerTask: number;
  /** Null if this build cannot prune. */
  readonly pruned: {
    readonly seconds: number;
    readonly removedTasks: number;
    readonly removedEvents: number;
    readonly archiveBytesPerTask: number;
    /** Tables and indexes of what is gone, at once and after a vacuum, per task that was removed. */
    readonly bytesLeftPerTask: number;
    readonly claimMs: Readonly<Record<'alone' | 'beside', { readonly median: number; readonly p99: number }>>;
  } | null;
}

export async function measurePrune(stage: Stage): Promise<PruneFigures> {
  await stage.watcher.query('VACUUM');
  const tasks = await countTasks(stage);
  const bytes = await readBytes(stage);
  const figures = { tasks, bytesPerTask: Math.round(bytes / tasks) };
  if (!(await endMonth(stage))) return { ...figures, pruned: null };
  const alone = await claimFor(stage);
  const began = performance.now();
  const cli = join(stage.build, 'dist', 'cli', 'baton.cjs');
  const pruning = stage.start('operator', cli, ['prune', '--older-than', '1s', '--yes', '--json']);
  const [output, beside] = await Promise.all([
    readOutput(pruning).then((text) => ({ text, seconds: (performance.now() - began) / 1_000 })),
    claimFor(stage),
  ]);
  const { data } = JSON.parse(output.text) as { data: { tasks: number; events: number; bytes: number } };
  const made = (await countTasks(stage)) + data.tasks - tasks;
  await stage.watcher.query('VACUUM FULL');
  const left = (await readBytes(stage)) - made * (bytes / tasks);
  return {
    ...figures,
    pruned: {
      seconds: Math.round(output.seconds * 10) / 10,
      removedTasks: data.tasks,
      removedEvents: data.events,
      archiveBytesPerTask: Math.round(data.bytes / data.tasks),
      bytesLeftPerTask: Math.max(0, Math.round(left / data.tasks)),
      claimMs: { alone, beside },
    },
  };
}

async function claimFor(stage: Stage): Promise<{ median: number; p99: number }> {
  const worker = stage.start('claimer', WORKER, [stage.build, 'claimer', String(SECONDS), '0']);
  const { claims } = JSON.parse(await readOutput(worker)) as { claims: number[] };
  const sorted = claims.toSorted((a, b) => a - b);
  return { median: at(sorted, 0.5), p99: at(sorted, 0.99) };
}

/** As if this month were over now. False if events are not kept by month. */
async function endMonth({ watcher }: Stage): Promise<boolean> {
  const { rows } = await watcher.query<{ there: string | null }>(`SELECT to_regclass('baton.event_month') AS there`);
  if (rows[0]?.there === null) return false;
  const { rows: months } = await watcher.query<{ name: string; low: string; now: string }>(
    `SELECT m.name, m.low, n.now FROM baton.event_month m, (SELECT baton.ulid_at(clock_timestamp()) AS now) n
     WHERE n.now >= m.low AND n.now < m.high`,
  );
  const { name = '', low = '', now = '' } = months[0] ?? {};
  const from = low === '' ? 'MINVALUE' : `'${low}'`;
  await watcher.query(`ALTER TABLE baton.event DETACH PARTITION baton.${name}`);
  await watcher.query(`ALTER TABLE baton.event ATTACH PARTITION baton.${name} FOR VALUES FROM (${from}) TO ('${now}')`);
  await watcher.query(`UPDATE baton.event_month SET high = '${now}' WHERE name = '${name}'`);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  return true;
}

async function countTasks({ watcher }: Stage): Promise<number> {
  const { rows } = await watcher.query<{ count: number }>('SELECT count(*)::int AS count FROM baton.task');
  return rows[0]?.count ?? 0;
}

async function readBytes({ watcher }: Stage): Promise<number> {
  const { rows } = await watcher.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(c.oid))::text AS bytes FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'baton' AND c.relkind IN ('r', 'm')`,
  );
  return Number(rows[0]?.bytes);
}
