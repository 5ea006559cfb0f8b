import { readFileSync, statfsSync } from 'node:fs';

const SHM = '/dev/shm';
const MIN_BYTES = 2 * 1024 ** 3;

/**
 * A folder in memory, for tests that make many small files and are not about a disk: waiting for its flushes is half of
 * their time. Undefined if there is none.
 */
export function findMemoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(SHM);
    return isUsable(readFileSync('/proc/self/mounts', 'utf8'), bavail * bsize) ? SHM : undefined;
  } catch {
    return undefined;
  }
}

/** With room enough, and with leave to run programs from it: containers often give neither. */
export const isUsable = (mounts: string, freeBytes: number): boolean =>
  freeBytes >= MIN_BYTES &&
  mounts
    .split('\n')
    .map((line) => line.split(' '))
    .some(([, folder, , options = '']) => folder === SHM && !options.split(',').includes('noexec'));
