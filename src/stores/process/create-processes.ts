import type { Processes } from '../../kernel/ports/index.ts';
import { readAncestors } from './ancestors.ts';
import { createProcessIdentities } from './process-identity.ts';
import { runProgram } from './run-program.ts';

export const createProcesses = (): Processes => ({
  run: runProgram,
  ...createProcessIdentities(),
  ancestors: () => readAncestors(process.ppid),
});
