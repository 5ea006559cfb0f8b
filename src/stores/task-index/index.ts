export type { UnreadPart } from './dependencies.ts';
export { encodeLink, findEarlierRun, hasLinks, stampEvents, withoutStaleCheckpoint, linkOf } from './finished-tasks.ts';
export { findTraced, idKey, inIdOrder, KEPT_KEYS, orderKey, routeKey } from './order.ts';
export { TaskIndex } from './task-index.ts';
