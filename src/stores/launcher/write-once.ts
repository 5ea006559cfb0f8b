import { closeSync, fsyncSync, linkSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Publishes a whole file under a name that nobody has taken, durably. False: somebody was quicker, and what they wrote
 * holds.
 */
export function writeOnce(path: string, value: object): boolean {
  const temp = `${path}.${process.pid}.tmp`;
  const file = openSync(temp, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(value)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(temp, path);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false;
    throw cause;
  } finally {
    unlinkSync(temp);
  }
  syncFolder(dirname(path));
  return true;
}

function syncFolder(path: string): void {
  // Windows opens no folders; its renames are durable by themselves.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
