export {
  decideLockState,
  describeHolder,
  findAgentProcess,
  MAX_LOCK_BYTES,
  parseLock,
  renderLock,
  type LockFacts,
  type LockState,
} from './lock.ts';
