import { posix } from 'node:path';
import type { Mutant } from './mutant.ts';
import { symbolAt } from './symbols.ts';
import type { WorkTree } from './work-tree.ts';

/** Where the text to replace is now. */
export interface Location {
  readonly file: string;
  readonly symbol: string | undefined;
  readonly start: number;
  readonly end: number;
}

export type Located =
  | { readonly kind: 'found'; readonly location: Location }
  /** With the place that its text is at, if there is just one. */
  | { readonly kind: 'lost'; readonly reason: string; readonly likely?: Location };

/**
 * Looks in the named file first, then for the symbol's name in every file under the same top folder: a function that moved
 * is the same function. A symbol that was renamed is lost, with its new name if its text is found.
 */
export function locateMutant(tree: WorkTree, mutant: Mutant): Located {
  const { file, symbol } = mutant;
  if (tree.has(file) && (symbol === undefined || isDeclaredIn(tree, file, symbol))) return only(tree, mutant, [file]);
  const others = filesBeside(tree, file);
  if (symbol === undefined) {
    const same = others.filter((path) => posix.basename(path) === posix.basename(file));
    return same.length === 0 ? lost(`${file} is missing`) : only(tree, mutant, same);
  }
  const declaring = others.filter((path) => isDeclaredIn(tree, path, symbol));
  if (declaring.length > 0) return only(tree, mutant, declaring);
  return lostText(tree, mutant.find, others, `${symbol} is neither in ${file} nor elsewhere`);
}

/** A test that moved is found by its file name. */
export function locateTest(tree: WorkTree, test: string): string | undefined {
  if (tree.has(test)) return test;
  const same = tree.paths.filter((path) => path.startsWith('test/') && posix.basename(path) === posix.basename(test));
  return same.length === 1 ? same[0] : undefined;
}

const lost = (reason: string): Located => ({ kind: 'lost', reason });

const isDeclaredIn = (tree: WorkTree, path: string, symbol: string): boolean =>
  tree.symbols(path).some(({ name }) => name === symbol);

/** The one place in these files; a declaration of the same name without the text is another function. */
function only(tree: WorkTree, { file, symbol, find }: Mutant, files: readonly string[]): Located {
  const found = files.flatMap((path) => placesIn(tree, path, symbol, find));
  const [first] = found;
  if (first !== undefined && found.length === 1) {
    const isAnchored = symbol !== undefined || first.symbol === undefined || !/\.tsx?$/.test(first.file);
    if (isAnchored) return { kind: 'found', location: first };
    return { kind: 'lost', reason: `its text is in ${first.symbol}: name it as the symbol`, likely: first };
  }
  const where = symbol === undefined ? files.join(', ') : `${symbol} of ${files.join(', ')}`;
  const reason = `its text occurs ${found.length} times in ${where}, not once`;
  return found.length === 0 && symbol !== undefined
    ? lostText(tree, find, filesBeside(tree, file), reason)
    : lost(reason);
}

function placesIn(tree: WorkTree, file: string, symbol: string | undefined, find: string): Location[] {
  const text = tree.read(file);
  const symbols = tree.symbols(file);
  const owners = symbols.filter(({ name }) => name === symbol);
  return [...text.matchAll(looseText(find))]
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
    .filter(({ start, end }) => symbol === undefined || symbolAt(owners, start, end) !== undefined)
    .map(({ start, end }) => ({ file, symbol: symbol ?? symbolAt(symbols, start, end)?.name, start, end }));
}

/** The text with each white space replaced by any, so that a formatter may break its lines elsewhere. */
function looseText(find: string): RegExp {
  const escape = (part: string): string => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(
    find
      .split(/\s+/)
      .map(escape)
      .join(String.raw`\s+`),
    'g',
  );
}

/** A function that was renamed, or split, keeps most of its text. */
function lostText(tree: WorkTree, find: string, files: readonly string[], reason: string): Located {
  const [likely, ...more] = files.flatMap((path) => placesIn(tree, path, undefined, find));
  if (likely === undefined || more.length > 0) return lost(reason);
  return { kind: 'lost', reason: `${reason}; it is in ${likely.symbol} of ${likely.file}`, likely };
}

const filesBeside = (tree: WorkTree, file: string): string[] =>
  tree.paths.filter((path) => path.startsWith(`${file.split('/')[0]}/`) && path.endsWith(posix.extname(file)));
