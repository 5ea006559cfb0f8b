/** A lock between processes on one machine, or on one shared folder. Survivors of a dead holder take it over. */
export interface Locks {
  /** Waits up to `waitMs` (default 0), then fails with LOCK_HELD naming the holder. */
  acquire(name: string, options: LockOptions): Promise<HeldLock>;
  /** Who holds it now, if anybody who still lives does. */
  inspect(name: string): Promise<LockHolder | undefined>;
}

export interface LockOptions {
  /** Who wants it, in words people understand. */
  readonly owner: string;
  readonly waitMs?: number;
}

export interface HeldLock {
  /**
   * Grows with every acquisition: a write that carries an older number comes from a former holder. After a power loss,
   * which no holder survives, counting may go on from a lower number: compare it with numbers of this boot only.
   */
  readonly fence: number;
  /** Fails with LOCK_LOST if somebody took it over meanwhile. */
  assertHeld(): Promise<void>;
  /** True when another process waits for it: a holder with more work to come releases it now and asks again. */
  isWanted(): Promise<boolean>;
  release(): Promise<void>;
}

export interface LockHolder {
  readonly owner: string;
  readonly pid: number;
  readonly host: string;
  readonly acquiredAtMs: number;
  readonly ageMs: number;
}
