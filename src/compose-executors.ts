import type { Executor, Files, Processes } from './kernel/ports/index.ts';
import { createA2aExecutor, createCommandExecutor, createOpenclawExecutor } from './stores/executors/index.ts';
import { createHttp } from './stores/http/index.ts';
import { systemClock } from './stores/system/index.ts';

export interface ExecutorParts {
  readonly files: Files;
  readonly processes: Processes;
  readonly environment: Readonly<Record<string, string | undefined>>;
  dataDir(): string;
}

/** How agents are started, by the name that they are added with. */
export const composeExecutors = (parts: ExecutorParts): ReadonlyMap<string, Executor> =>
  new Map<string, Executor>([
    ['a2a', createA2aExecutor({ ...parts, clock: systemClock })],
    ['command', createCommandExecutor({ ...parts, clock: systemClock })],
    ['openclaw', createOpenclawExecutor({ ...parts, http: createHttp() })],
  ]);
