export { createA2aExecutor, type A2aExecutorDeps } from './a2a-executor.ts';
export { createCommandExecutor, type CommandExecutorDeps } from './command-executor.ts';
export { guardExecutor } from './guard-executor.ts';
export { createOpenclawExecutor, type OpenclawExecutorDeps } from './openclaw-executor.ts';
