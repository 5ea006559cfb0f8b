import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { isJsonObject } from '../../../src/kernel/json.ts';
import { CLI, runBaton, runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const SETTINGS = { BATON_TASKS_BACKOFF_SECONDS: '1', BATON_TASKS_LEASE_SECONDS: '4', BATON_TASKS_GRACE_SECONDS: '4' };

function startServe(folder: string): ChildProcess {
  const child = spawn(process.execPath, [CLI, 'serve', '--poll', '100', '--quiet'], {
    cwd: folder,
    env: { ...process.env, ...SETTINGS },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return await new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

async function list(folder: string): Promise<Row[]> {
  const data = await runForData(['task', 'list', '--all'], { cwd: folder });
  return (data as { tasks: Row[] }).tasks;
}

async function until(folder: string, what: string, holds: (rows: Row[]) => boolean): Promise<Row[]> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 300) {
    const rows = await list(folder);
    if (holds(rows)) return rows;
    await sleep(300);
  }
  throw new Error(`waited a minute for: ${what}\n${JSON.stringify(await list(folder), null, 1)}`);
}

/** Agents as real programs that only use the packed command line. */
async function writeAgents(folder: string): Promise<void> {
  const baton = `"${process.execPath}" "${CLI}"`;
  const scripts = {
    worker: `cat > /dev/null; echo "$BATON_TASK_ID" >> starts.log; sleep 0.3; ${baton} complete --notes "worked" >/dev/null`,
    slow: `cat > /dev/null; echo "$BATON_TASK_ID" >> starts.log; sleep 6; ${baton} complete --notes "worked for long" >/dev/null`,
    mortal: `cat > /dev/null; echo "$BATON_TASK_ID" >> starts.log; if [ -e died ]; then ${baton} complete --notes "second life" >/dev/null; else touch died; kill -9 $$; fi`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(folder, `${name}.sh`), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, `${name}.sh`), 0o755);
    await runForData(['agent', 'add', name, '--command', `./${name}.sh`, '--concurrency', '2'], { cwd: folder });
  }
}

verifies(
  ['TSK-054', 'TSK-060'],
  'tasks, agents as processes, one killed, the daemon killed and started again: everything ends as it must',
  async () => {
    const folder = await tempFolder();
    await writeAgents(folder);
    for (const agent of ['worker', 'slow', 'mortal'])
      await runForData(['task', 'new', `for ${agent}`, '--agent', agent], { cwd: folder });
    const first = startServe(folder);
    await until(folder, 'all have been started', (rows) => rows.every(({ status }) => status !== 'ready'));
    first.kill('SIGKILL');
    await endOf(first);
    await runForData(['task', 'new', 'made while nobody serves', '--agent', 'worker'], { cwd: folder });
    const second = startServe(folder);
    await until(folder, 'the new one is taken up', (rows) => rows.every(({ status }) => status !== 'ready'));
    const refused = await runBaton(['serve', '--json'], { cwd: folder });
    if (refused.code !== 3) throw new Error(`a second daemon was not refused: ${refused.stdout}`);
    await until(folder, 'all are done', (rows) => rows.length === 4 && rows.every(({ status }) => status === 'done'));
    second.kill('SIGTERM');
    expect(await endOf(second)).toBe(0);
    // What was finished was not run again, and the long run survived the daemon: it was started once.
    const starts = (await readFile(join(folder, 'starts.log'), 'utf8')).trim().split('\n');
    const counts = Object.fromEntries(
      (await list(folder)).map(({ id, title }) => [title, starts.filter((line) => line === id).length]),
    );
    expect(counts).toEqual({ 'for worker': 1, 'for slow': 1, 'for mortal': 2, 'made while nobody serves': 1 });
    await checkFiles(folder);
  },
);

async function checkFiles(folder: string): Promise<void> {
  const done = (await readdir(join(folder, '.baton', 'tasks', 'done'))).filter((name) => name.endsWith('.md'));
  expect(done).toHaveLength(4);
  const ids: string[] = [];
  for (const name of await readdir(join(folder, '.baton', 'events'))) {
    for (const line of (await readFile(join(folder, '.baton', 'events', name), 'utf8')).trim().split('\n')) {
      const event: unknown = JSON.parse(line);
      if (isJsonObject(event)) ids.push(String(event['id']));
    }
  }
  expect(ids).toEqual([...new Set(ids)].toSorted());
}
