import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentOf, type Stage } from './stage.ts';

const TASKS = 40;
const LIMIT_MS = 300_000;

export interface ProgramFigures {
  readonly tasks: number;
  readonly updatesPerTask: number;
  readonly inPlacePercent: number;
}

/** Programs that a daemon starts, each with two heartbeats: what a task writes when Baton runs its agent. */
export async function measurePrograms(stage: Stage): Promise<ProgramFigures> {
  const folder = stage.machine('daemon');
  const cli = join(stage.build, 'dist', 'cli', 'baton.cjs');
  const baton = `"${process.execPath}" "${cli}"`;
  const script = join(folder, 'agent.sh');
  const lines = ['cat >/dev/null', `${baton} heartbeat`, `${baton} heartbeat`, `${baton} complete --notes done`];
  writeFileSync(script, `#!/bin/sh\n${lines.join('\n')}\n`);
  chmodSync(script, 0o755);
  stage.run('daemon', ['agent', 'add', 'runner', '--command', './agent.sh', '--concurrency', '4']);
  for (let number = 0; number < TASKS; number += 1)
    stage.run('daemon', ['task', 'new', `Run ${number}`, '--agent', 'runner']);
  const before = await stage.readUpdates();
  const daemon = stage.start('daemon', cli, ['serve', '--port', '0', '--quiet']);
  try {
    for (let waitedMs = 0; (await countOpen(stage)) > 0 && waitedMs < LIMIT_MS; waitedMs += 1_000) await sleep(1_000);
    // The end of the last programs is noted after their tasks are done.
    await sleep(3_000);
  } finally {
    daemon.kill('SIGTERM');
  }
  const after = await stage.readUpdates();
  return {
    tasks: TASKS,
    updatesPerTask: Math.round((10 * (after.updates - before.updates)) / TASKS) / 10,
    inPlacePercent: percentOf(before, after),
  };
}

async function countOpen({ watcher }: Stage): Promise<number> {
  const { rows } = await watcher.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM baton.task WHERE agent = 'runner' AND status <> 'done'`,
  );
  return rows[0]?.count ?? 0;
}
