import { spawn } from 'node:child_process';

export interface CommandResult {
  readonly code: number;
  /** stdout and stderr, in the order they came. */
  readonly output: string;
  readonly durationMs: number;
  readonly timedOut: boolean;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program without input and keeps what it prints. It never rejects: a program that cannot start has code 127. */
export function runCommand(program: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const started = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let timedOut = false;
    // Its own process group, so that the limit also ends what it started.
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const timer = setTimeout(() => {
      timedOut = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, options.timeoutMs);
    const finish = (code: number): void => {
      clearTimeout(timer);
      const output = Buffer.concat(chunks).toString('utf8');
      resolve({ code, output, durationMs: performance.now() - started, timedOut });
    };
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`));
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}
