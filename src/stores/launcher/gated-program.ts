import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
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

/**
 * Why a command cannot be started from this folder; undefined if it can. Asked before anything is started, as a shell
 * in between would turn a missing program into one that failed.
 */
export function findStartObstacle(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (!isFolder(cwd)) return `cannot start ${command}: there is no folder ${cwd}`;
  if (process.platform === 'win32') return undefined;
  if (isAbsolute(command) || command.includes('/')) {
    const path = resolve(cwd, command);
    return isProgram(path) ? undefined : `cannot start ${command}: ${describe(path)}`;
  }
  const folders = (env['PATH'] ?? '/usr/bin:/bin').split(delimiter);
  const isFound = folders.some((folder) => isProgram(resolve(cwd, join(folder === '' ? '.' : folder, command))));
  return isFound ? undefined : `cannot start ${command}: it is not on the PATH`;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function describe(path: string): string {
  try {
    return statSync(path).isFile() ? `${path} is not executable` : `${path} is not a file`;
  } catch {
    return `there is no ${path}`;
  }
}
