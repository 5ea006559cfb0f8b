import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether `name` is in the folder or in one around it. A unit of its own, so that asking loads nothing else. */
export function isAround(folder: string, name: string): boolean {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, name))) return true;
    if (dirname(current) === current) return false;
  }
}

export { standardFiles } from './standard-files.ts';
