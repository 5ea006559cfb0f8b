import { spawn } from 'node:child_process';
import { canRunHere, environmentFor, runHere, type RunOptions, type RunResult } from './run-here.ts';

export type { RunOptions, RunResult } from './run-here.ts';

import { fileURLToPath } from 'node:url';

export const CLI = fileURLToPath(new URL('../../dist/cli/baton.cjs', import.meta.url));

/**
 * Runs the built command line as a user would, without a terminal and without the caller's colours: inside this process
 * if that cannot make a difference, because starting a process takes longer than most commands, and as a process of its
 * own otherwise.
 */
export async function runBaton(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return canRunHere(args, options) ? await runHere(args, options) : await runProcess(args, options);
}

/** As a process of its own, whatever the command is. */
export async function runProcess(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: options.cwd,
    env: environmentFor(options),
    timeout: options.limitMs,
    killSignal: 'SIGKILL',
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => stdout.push(piece));
  child.stderr.on('data', (piece: Buffer) => stderr.push(piece));
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: Buffer.concat(stderr).toString('utf8') };
}

/** The envelope's `data`; fails where the command answered with an error or something else on standard output. */
export async function runForData(args: readonly string[], options: RunOptions = {}): Promise<unknown> {
  const { stdout, stderr } = await runBaton([...args, '--json'], options);
  const envelope = JSON.parse(stdout) as { schema_version?: unknown; data?: unknown; error?: unknown };
  if (envelope.error !== undefined || envelope.schema_version !== 1)
    throw new Error(`${args.join(' ')}: ${stdout}${stderr}`);
  return envelope.data;
}
