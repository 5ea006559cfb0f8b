import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fetchNode, fetchPackages } from '../../test/support/fetch-packages.ts';

/** Outside the repository: other versions of Node and the peers take several minutes to fetch. */
const CACHE = process.env['BATON_BENCH_CACHE'] ?? join(homedir(), '.cache', 'baton-bench');

/** A Node of this line, fetched if it is not there yet. */
export function findNode(line: string): string {
  const folder = join(CACHE, `node-${line}`);
  const known = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(known)) return known;
  mkdirSync(folder, { recursive: true });
  return fetchNode(folder, line);
}

/** The program of a peer's package, started by Node; undefined if the registry does not have it. */
export function findPeer(name: string, program: string): string | undefined {
  const folder = join(CACHE, name);
  const path = join(folder, 'node_modules', '.bin', program);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  try {
    fetchPackages(folder, name);
  } catch {
    return undefined;
  }
  return existsSync(path) ? path : undefined;
}
