import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
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
  // A file deleted but not yet committed is still in the index; a link (node_modules of a second work tree) is no text.
  const isFile = (path: string): boolean => lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
  const paths = [...new Set(listed.split('\0'))].filter((path) => path !== '' && isFile(path)).sort();
  const known = new Set(paths);
  return {
    root,
    paths,
    readText: (path) => readFileSync(join(root, path), 'utf8'),
    has: (path) => known.has(path),
  };
}
