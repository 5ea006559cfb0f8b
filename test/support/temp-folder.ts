import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A real, empty folder (its path without symlinks) that is removed when the test ends. */
export async function tempFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'baton-test-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
