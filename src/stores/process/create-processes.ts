import type { Processes } from '../../kernel/ports/index.ts';
import { readAncestors } from './ancestors.ts';
import { canStart } from './can-start.ts';
import { createProcessIdentities } from './process-identity.ts';
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
