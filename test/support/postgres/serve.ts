import { spawn, type ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { CLI } from '../run-baton.ts';
import { until } from './plane-actions.ts';

/** A daemon as a program of its own, which ends with the test. */
export interface Served {
  readonly child: ChildProcess;
  /** Lines of standard error. */
  readonly log: string[];
  /** Lines of standard output. */
  output(): readonly string[];
  url(): Promise<string>;
}

export function serve(cwd: string, env: Readonly<Record<string, string>>): Served {
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--poll', '200', '--log', 'json'], {
    cwd,
    env: { ...process.env, ...env },
  });
  const log: string[] = [];
  let [out, err] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => (out += piece.toString('utf8')));
  child.stderr.on('data', (piece: Buffer) => {
    const lines = `${err}${piece.toString('utf8')}`.split('\n');
    err = lines.pop() ?? '';
    log.push(...lines);
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
  });
  return {
    child,
    log,
    output: () => out.split('\n').slice(0, -1),
    url: async () => {
      await until('it listens', () => out.includes('listening'));
      return (JSON.parse(out.split('\n')[0] ?? '') as { listening: string }).listening;
    },
  };
}
