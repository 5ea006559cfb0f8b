import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const LIMIT_MS = 120_000;

export interface TimedRun {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes that are an answer; default only 0. */
  readonly okCodes?: readonly number[];
}

export interface Times {
  readonly wallMs: number;
  /** Processor time of the program and of all it started. */
  readonly cpuMs: number;
}

/** bash knows the processor time of a program with everything that the program waited for; Node only its own. */
const TIMED = 'TIMEFORMAT="%3R %3U %3S"; time "$@" </dev/null >/dev/null 2>/dev/null';

export async function runTimed(command: readonly string[], { cwd, env, okCodes = [0] }: TimedRun = {}): Promise<Times> {
  const script = `${TIMED}; echo "$?"`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script, 'timed', ...command], {
    timeout: LIMIT_MS,
    ...(cwd === undefined ? {} : { cwd }),
    // Without what the runner itself was started with: a loader in NODE_OPTIONS would be measured too.
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  if (!okCodes.includes(Number(stdout))) throw new Error(`${command.join(' ')} ended with ${stdout.trim()}`);
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = stderr.trim().split(' ').map(Number);
  return { wallMs: wall * 1000, cpuMs: (user + system) * 1000 };
}
