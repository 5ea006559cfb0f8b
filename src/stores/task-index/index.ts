export { findEarlierRun, withoutStaleCheckpoint } from './earlier-run.ts';
export { idKey, inIdOrder, orderKey, routeKey } from './order-key.ts';
export { KEPT_KEYS } from './recent-keys.ts';
export { stampEvents } from './stamp-events.ts';
export type { FinishedTask } from './finished-tasks.ts';
export { TaskIndex } from './task-index.ts';
export { linkOf } from './task-links.ts';
export { findTraced } from './traced.ts';
