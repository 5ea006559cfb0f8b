import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readRepoFiles } from './repo-files.ts';

/** Copies what git tracks or would track, and lets the copy use the same packages. */
export function copyWorkTree(root: string, copy: string): void {
  for (const path of readRepoFiles(root).paths) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    copyFileSync(join(root, path), join(copy, path));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}
