import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

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
