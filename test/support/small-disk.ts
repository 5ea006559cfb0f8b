import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { tempFolder } from './temp-folder.ts';

/** Only root on Linux may mount; elsewhere a recording disk with faults stands in. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** A folder that is a file system of its own with room for 64 kB. */
export async function mountSmall(): Promise<string> {
  const folder = await tempFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', [folder]));
  return folder;
}

export const makeReadOnly = (folder: string): Buffer => execFileSync('mount', ['-o', 'remount,ro', folder]);
