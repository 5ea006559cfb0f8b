import { spawn } from 'node:child_process';
import { CLI, type RunResult } from './run-baton.ts';

export interface TerminalOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Height of the terminal, 80 columns wide; left out it has no size. */
  readonly rows?: number;
  /** After it the program is killed; default 30 seconds. */
  readonly limitMs?: number;
  /** Typed when the text before it has appeared, in this order. */
  readonly types: readonly (readonly [after: string, line: string])[];
}

/** Runs the built command line on a terminal of its own (util-linux `script`), and types as a person would. */
export async function runOnTerminal(args: readonly string[], options: TerminalOptions): Promise<RunResult> {
  const call = [process.execPath, CLI, ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const line = options.rows === undefined ? call : `stty rows ${options.rows} cols 80 && ${call}`;
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', line, '/dev/null'], {
    cwd: options.cwd,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, SHELL: '/bin/sh', ...options.env },
    timeout: options.limitMs ?? 30_000,
    killSignal: 'SIGKILL',
  });
  const waiting = [...options.types];
  let shown = '';
  child.stdout.on('data', (piece: Buffer) => {
    shown += piece.toString('utf8');
    const [next] = waiting;
    if (next === undefined || !shown.includes(next[0])) return;
    waiting.shift();
    child.stdin.write(`${next[1]}\n`);
  });
  child.stdin.on('error', () => undefined);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, stdout: shown, stderr: '' };
}
