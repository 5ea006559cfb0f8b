export { findEarlierRun, withoutStaleCheckpoint } from './earlier-run.ts';
export { idKey, orderKey, routeKey } from './order-key.ts';
export { KEPT_KEYS } from './recent-keys.ts';
export { stampEvents } from './stamp-events.ts';
export type { FinishedTask } from './finished-task.ts';
export { TaskIndex } from './task-index.ts';
export { ALL_TASKS, findTraced } from './traced.ts';
