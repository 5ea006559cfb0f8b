export { createCommandExecutor } from './command-executor.ts';
export { guardExecutor } from './guard-executor.ts';
export { createA2aExecutor, createOpenclawExecutor } from './late-executors.ts';
