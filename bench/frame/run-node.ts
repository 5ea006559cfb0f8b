import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { durationMs } from './rates.ts';

const LIMIT_MS = 60_000;

export interface NodeRun {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes that are an answer; default only 0. */
  readonly okCodes?: readonly number[];
}

/** Milliseconds from starting a process of Node with these arguments to its end. */
export const nodeRunMs = (args: readonly string[], run: NodeRun = {}): Promise<number> =>
  durationMs(() => runNode(args, run));

async function runNode(args: readonly string[], { cwd, env, okCodes = [0] }: NodeRun): Promise<void> {
  const child = spawn(process.execPath, args, {
    stdio: 'ignore',
    timeout: LIMIT_MS,
    ...(cwd === undefined ? {} : { cwd }),
    // Without what the runner itself was started with: a loader in NODE_OPTIONS would be measured too.
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  await once(child, 'exit');
  if (child.exitCode === null || !okCodes.includes(child.exitCode)) {
    throw new Error(`node ${args.join(' ')} ended with ${child.exitCode ?? child.signalCode}`);
  }
}
