import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import type { Processes } from '../../kernel/ports/index.ts';
import { createProcessIdentities, readAncestors } from './process-identity.ts';
import { runProgram } from './run-program.ts';
import { startProgram, stopProgram } from './start-program.ts';

export const createProcesses = (
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Processes => ({
  run: runProgram,
  start: startProgram,
  stop: stopProgram,
  ...createProcessIdentities(),
  ancestors: () => readAncestors(process.ppid),
  canStart: (command, folder) => canStart(command, folder, environment),
});

/** npm and npx put these on the PATH of what they run, and of nothing that is started later. */
const ONLY_WHILE_NPM_RUNS = /node_modules[\\/]\.bin[\\/]?$/;

/** Whether a program that something else starts later, such as a host, finds this command. Not looked for on Windows. */
async function canStart(
  command: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  if (process.platform === 'win32') return true;
  if (command.includes('/')) return await isProgram(resolve(folder, command));
  const folders = (env['PATH'] ?? '').split(delimiter).filter((each) => !ONLY_WHILE_NPM_RUNS.test(each));
  const found = await Promise.all(folders.map((each) => isProgram(resolve(folder, join(each || '.', command)))));
  return found.includes(true);
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
