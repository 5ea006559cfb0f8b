import { readRepoFiles } from '../support/repo-files.ts';
import { readSymbols, type DeclaredSymbol } from './symbols.ts';

/** The files of the work tree, each read and parsed at most once. */
export interface WorkTree {
  readonly paths: readonly string[];
  has(path: string): boolean;
  read(path: string): string;
  /** Empty for a file that is not TypeScript. */
  symbols(path: string): readonly DeclaredSymbol[];
}

export function readWorkTree(root: string): WorkTree {
  const files = readRepoFiles(root);
  const texts = new Map<string, string>();
  const symbols = new Map<string, readonly DeclaredSymbol[]>();
  const read = (path: string): string => remember(texts, path, () => files.readText(path));
  return {
    paths: files.paths,
    has: files.has,
    read,
    symbols: (path) => remember(symbols, path, () => (/\.tsx?$/.test(path) ? readSymbols(path, read(path)) : [])),
  };
}

function remember<T>(known: Map<string, T>, key: string, make: () => T): T {
  const old = known.get(key);
  if (old !== undefined) return old;
  const made = make();
  known.set(key, made);
  return made;
}
