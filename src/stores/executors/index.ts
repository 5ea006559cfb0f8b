export { createCommandExecutor, type CommandExecutorDeps } from './command-executor.ts';
export { createOpenclawExecutor, type OpenclawExecutorDeps } from './openclaw-executor.ts';
