import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { LaunchCall } from './launch-files.ts';

/**
 * The process exists, with its id, start time and group, before it becomes the program: a shell waits for one line and
 * then replaces itself. If nobody says "go", because the launcher died, the line never comes and nothing is run.
 */
const GATE = 'read -r go <&3 || exit 125; exec 3<&-; : >"$1"; shift; exec "$@"';

export interface GatedProgram {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  open(): void;
  /** It ends without having run anything. */
  abandon(): void;
}

const hasGate = process.platform !== 'win32';

export async function spawnGated(call: LaunchCall, startedPath: string): Promise<GatedProgram> {
  const input = call.inputPath === undefined ? undefined : openSync(call.inputPath, 'r');
  try {
    const [command, args] = hasGate
      ? ['/bin/sh', ['-c', GATE, 'baton', startedPath, call.command, ...call.args]]
      : [call.command, call.args];
    const child = spawn(command, args, {
      detached: true,
      windowsHide: true,
      cwd: call.cwd,
      env: { ...process.env, ...call.env },
      stdio: [input ?? 'ignore', 'pipe', 'pipe', ...(hasGate ? (['pipe'] as const) : [])],
    });
    const ended = new Promise<{ code: number | null; signal: string | null }>((settle) => {
      child.once('exit', (code, signal) => settle({ code, signal }));
    });
    await new Promise<void>((settle, reject) => {
      child.once('spawn', settle);
      child.once('error', reject);
    });
    const gate = hasGate ? (child.stdio[3] as Writable) : undefined;
    // It may end before it has read the line.
    gate?.on('error', () => undefined);
    return {
      child,
      ended,
      open: () => void gate?.end('go\n'),
      abandon: () => (gate === undefined ? void child.kill('SIGKILL') : void gate.destroy()),
    };
  } finally {
    if (input !== undefined) closeSync(input);
  }
}
