import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseModule, type ParsedModule } from '../../scripts/support/ast.ts';

/** Where a file stands. `unit` is the folder other folders may enter only through its index.ts. */
export interface Place {
  readonly layer: string;
  readonly unit: string;
}

export interface SourceFile extends ParsedModule, Place {}

export interface SourceTree {
  readonly files: readonly SourceFile[];
  has(path: string): boolean;
}

/** Layers whose direct subfolders are units of their own. */
const GROUPS = new Set(['protocols', 'relay', 'stores', 'surfaces']);

/** `src/protocols/tasks/parse.ts` is in layer `protocols`, unit `src/protocols/tasks`; `src/index.ts` in layer `index.ts`. */
export function placeOf(path: string): Place {
  const [, layer = '', second = '', ...rest] = path.split('/');
  return { layer, unit: GROUPS.has(layer) && rest.length > 0 ? `src/${layer}/${second}` : `src/${layer}` };
}

/** The path a relative import leads to. */
export const targetOf = (file: SourceFile, source: string): string => posix.join(posix.dirname(file.path), source);

const isGenerated = (path: string): boolean => /\.gen\.(?:ts|js)$/.test(path) || path.endsWith('.d.ts');

export function sourceTree(contents: Readonly<Record<string, string>>): SourceTree {
  const files = Object.entries(contents)
    .filter(([path]) => path.endsWith('.ts') && !isGenerated(path))
    .map(([path, text]) => ({ ...parseModule(path, text), ...placeOf(path) }));
  return { files, has: (path) => Object.hasOwn(contents, path) };
}

export function readSourceTree(root: string): SourceTree {
  const paths = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)));
  return sourceTree(Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
}
