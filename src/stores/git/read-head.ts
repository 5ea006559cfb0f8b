import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepoPlace } from './locate-repo.ts';

export type Head =
  | { readonly kind: 'branch'; readonly branch: string; readonly commit: string }
  | { readonly kind: 'detached'; readonly commit: string };

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * HEAD without starting git: 0.03 ms instead of 4. Undefined wherever the files are not the plain case, or a branch
 * has no commit yet: then git must be asked. Holds for SHA-1 and SHA-256 repositories; a reftable one never looks plain.
 */
export function readHead(place: RepoPlace): Head | undefined {
  const text = readPlainFile(join(place.gitFolder, 'HEAD'));
  if (text === undefined || COMMIT.test(text))
    return text === undefined ? undefined : { kind: 'detached', commit: text };
  const [, ref = '', branch = ''] = /^ref: (refs\/heads\/([^\s\p{Cc}~^:?*[\\]+))$/u.exec(text) ?? [];
  if (branch === '' || branch.includes('..') || branch.startsWith('.')) return undefined;
  // Packing writes the packed file before it removes the loose one, so in this order no branch can slip through.
  const commit = readPlainFile(join(place.commonFolder, ref)) ?? findPacked(place.commonFolder, ref);
  return commit !== undefined && COMMIT.test(commit) ? { kind: 'branch', branch, commit } : undefined;
}

function findPacked(commonFolder: string, ref: string): string | undefined {
  const text = readPlainFile(join(commonFolder, 'packed-refs'));
  if (text === undefined) return undefined;
  const end = `${text}\n`.indexOf(` ${ref}\n`);
  return end === -1 ? undefined : text.slice(text.lastIndexOf('\n', end) + 1, end);
}

/** Undefined for anything but a readable regular file. In old repositories HEAD may be a link to the branch. */
function readPlainFile(path: string): string | undefined {
  try {
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8').trimEnd() : undefined;
  } catch {
    return undefined;
  }
}
