export {
  startServing,
  type DaemonPlatform,
  type LogEntry,
  type Serving,
  type ServingOptions,
} from './daemon/serving.ts';
export { createLoginCode } from './security.ts';
export { findDaemon, readToken, writeDoor } from './daemon/places.ts';
export type { Mount } from './server.ts';
