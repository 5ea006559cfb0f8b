export { createA2aExecutor } from './a2a-executor.ts';
export { createCommandExecutor } from './command-executor.ts';
export { guardExecutor } from './guard-executor.ts';
export { createOpenclawExecutor } from './openclaw-executor.ts';
