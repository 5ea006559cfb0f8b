import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

export interface StageOptions {
  readonly url: string;
  /** Folder of a build. */
  readonly build: string;
  readonly folder: string;
}

export interface UpdateCounts {
  readonly updates: number;
  readonly inPlace: number;
}

/** A database and the programs of one build. */
export interface Stage {
  readonly build: string;
  readonly watcher: Client;
  /** A folder of its own for each machine, made on first use. */
  machine(name: string): string;
  run(machine: string, args: readonly string[]): { readonly status: number | null; readonly stdout: string };
  start(machine: string, program: string, args: readonly string[]): ChildProcess;
  /** Of the table of tasks, since the database was made. */
  readUpdates(): Promise<UpdateCounts>;
  readLogBytes(): Promise<number>;
  close(): Promise<void>;
}

/** The server counts a second or so after the session that did it. */
const COUNTS_LATE_MS = 2_000;

export async function openStage({ url, build, folder }: StageOptions): Promise<Stage> {
  const watcher = new Client({ connectionString: url });
  await watcher.connect();
  const env = { ...process.env, BATON_STORE: url, HOME: folder, XDG_STATE_HOME: join(folder, 'state') };
  const machine = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  return {
    build,
    watcher,
    machine,
    run(name, args) {
      const cli = join(build, 'dist', 'cli', 'baton.cjs');
      return spawnSync(process.execPath, [cli, ...args], { cwd: machine(name), env, encoding: 'utf8' });
    },
    start: (name, program, args) =>
      spawn(process.execPath, [program, ...args], {
        cwd: machine(name),
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    async readUpdates() {
      await sleep(COUNTS_LATE_MS);
      const { rows } = await watcher.query<{ updates: string; hot: string }>(
        `SELECT n_tup_upd::text AS updates, n_tup_hot_upd::text AS hot FROM pg_stat_user_tables
         WHERE schemaname = 'baton' AND relname = 'task'`,
      );
      return { updates: Number(rows[0]?.updates ?? 0), inPlace: Number(rows[0]?.hot ?? 0) };
    },
    async readLogBytes() {
      const { rows } = await watcher.query<{ at: string }>(
        `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS at`,
      );
      return Number(rows[0]?.at);
    },
    close: async () => await watcher.end(),
  };
}

export const percentOf = (before: UpdateCounts, after: UpdateCounts): number =>
  Math.round((100 * (after.inPlace - before.inPlace)) / Math.max(1, after.updates - before.updates));

/** Waits for its end and reads what it printed. */
export async function readOutput(child: ChildProcess): Promise<string> {
  let text = '';
  child.stdout?.on('data', (piece: Buffer) => (text += piece.toString('utf8')));
  if (child.exitCode === null) await once(child, 'close');
  return text;
}

export const at = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
