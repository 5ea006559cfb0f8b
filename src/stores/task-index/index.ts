export { findEarlierRun, stampEvents, withoutStaleCheckpoint } from './stamp-events.ts';
export { findTraced, idKey, inIdOrder, KEPT_KEYS, orderKey, routeKey } from './order-key.ts';
export { linkOf } from './finished-tasks.ts';
export { TaskIndex } from './task-index.ts';
