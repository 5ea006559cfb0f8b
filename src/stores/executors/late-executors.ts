import type { Executor } from '../../kernel/ports/index.ts';
import type { A2aExecutorDeps } from './a2a-executor.ts';
import type { OpenclawExecutorDeps } from './openclaw-executor.ts';

/** Agents on other machines: their code is loaded with the first call, as few commands have one to make. */
export const createA2aExecutor = (deps: A2aExecutorDeps): Executor =>
  createLate(async () => (await import('./a2a-executor.ts')).createA2aExecutor(deps));

export const createOpenclawExecutor = (deps: OpenclawExecutorDeps): Executor =>
  createLate(async () => (await import('./openclaw-executor.ts')).createOpenclawExecutor(deps));

function createLate(load: () => Promise<Executor>): Executor {
  let loading: Promise<Executor> | undefined;
  const get = (): Promise<Executor> => (loading ??= load());
  return {
    start: async (call) => await (await get()).start(call),
    look: async (session) => await (await get()).look(session),
    stop: async (session) => await (await get()).stop(session),
  };
}
