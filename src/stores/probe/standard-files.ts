import { fstatSync, readSync, statSync, writeSync } from 'node:fs';
import type { StandardFiles } from '../../kernel/ports/index.ts';

const BUSY = 'EAGAIN';
const NULL_DEVICE = '/dev/null';

/** Standard input and output of this process without Node's streams, which take milliseconds to load. */
export const standardFiles: StandardFiles = {
  // Windows has other rules for pipes; a terminal wants what Node's stream knows of it.
  isPlain(file) {
    if (process.platform === 'win32') return false;
    try {
      const facts = fstatSync(file);
      return facts.isFile() || facts.isFIFO() || facts.isSocket() || facts.rdev === statSync(NULL_DEVICE).rdev;
    } catch {
      return false;
    }
  },
  write: (file, bytes) => unlessBusy(() => writeSync(file, bytes)),
  read: (file, buffer) => unlessBusy(() => readSync(file, buffer)),
};

/** Another program may have set a pipe it shares with us to answer instead of waiting. */
function unlessBusy(call: () => number): number | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === BUSY) return undefined;
    throw error;
  }
}
