import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A work tree as the checks see it: what git tracks or would track, so that a new file counts before its commit. */
export interface RepoFiles {
  readonly root: string;
  /** Paths relative to the root, with `/`, sorted. */
  readonly paths: readonly string[];
  readText(path: string): string;
  has(path: string): boolean;
}

export function readRepoFiles(root: string): RepoFiles {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  // A file deleted but not yet committed is still in the index.
  const paths = [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path))).sort();
  const known = new Set(paths);
  return {
    root,
    paths,
    readText: (path) => readFileSync(join(root, path), 'utf8'),
    has: (path) => known.has(path),
  };
}
