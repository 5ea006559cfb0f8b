import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import type { Node } from 'oxc-parser';
import { parseModule, walk, type ParsedModule } from '../support/ast.ts';

export interface SourceFigures {
  readonly files: number;
  readonly lines: { readonly written: number; readonly generated: number };
  /** Functions with a parameter whose type is the whole `Platform`. */
  readonly platformFunctions: number;
  readonly largestFolder: { readonly path: string; readonly files: number };
  readonly largestBarrel: { readonly path: string; readonly names: number };
  /** `...(x === undefined ? {} : { x })` and its mirror. */
  readonly conditionalSpreads: number;
  /** `from -> to`, both files of the relay named after a command. */
  readonly verbImports: readonly string[];
  /** Folders beside each other that import each other, directly or through a third. */
  readonly folderCycles: readonly (readonly string[])[];
}

/** What can be read from the text of `src` alone. */
export function readSourceFigures(root: string): SourceFigures {
  const paths = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|js)$/.test(entry.name))
    .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)))
    .sort();
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const written = paths.filter((path) => !isGenerated(path));
  const modules = new Map(written.map((path) => [path, parseModule(path, texts.get(path) ?? '')]));
  const edges = importEdges(modules);
  const countLines = (list: readonly string[]): number =>
    list.reduce((sum, path) => sum + (texts.get(path) ?? '').split('\n').length - 1, 0);
  return {
    files: written.length,
    lines: { written: countLines(written), generated: countLines(paths.filter(isGenerated)) },
    platformFunctions: countNodes(modules, takesPlatform),
    largestFolder: largestFolder(written),
    largestBarrel: largestBarrel(modules),
    conditionalSpreads: countNodes(modules, isConditionalSpread),
    verbImports: verbImports(modules, edges),
    folderCycles: folderCycles(edges),
  };
}

const isGenerated = (path: string): boolean => /\.gen\.|\.d\.ts$/.test(path);

type Modules = ReadonlyMap<string, ParsedModule>;
type Edge = readonly [from: string, to: string];

function countNodes(modules: Modules, test: (node: Node) => boolean): number {
  let count = 0;
  for (const { program } of modules.values()) {
    walk(program, (node) => {
      if (test(node)) count += 1;
    });
  }
  return count;
}

function takesPlatform(node: Node): boolean {
  const isFunction = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type);
  if (!isFunction || !('params' in node) || !Array.isArray(node.params)) return false;
  return node.params.some((parameter: unknown) => annotationName(parameter) === 'Platform');
}

/** The name of a parameter's type; of `a: T = …` and `private a: T` too. */
function annotationName(parameter: unknown): string | undefined {
  for (const path of [[], ['left'], ['parameter'], ['parameter', 'left']]) {
    const name = pick(parameter, ...path, 'typeAnnotation', 'typeAnnotation', 'typeName', 'name');
    if (typeof name === 'string') return name;
  }
  return undefined;
}

const pick = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (Reflect.get(at, key) as unknown) : undefined),
    value,
  );

function isConditionalSpread(node: Node): boolean {
  if (node.type !== 'SpreadElement') return false;
  let inner: Node = node.argument;
  while (inner.type === 'ParenthesizedExpression') inner = inner.expression;
  if (inner.type !== 'ConditionalExpression' || inner.test.type !== 'BinaryExpression') return false;
  if (pick(inner.test.right, 'name') !== 'undefined') return false;
  return [inner.consequent, inner.alternate].some(
    (branch) => branch.type === 'ObjectExpression' && branch.properties.length === 0,
  );
}

function largestFolder(paths: readonly string[]): SourceFigures['largestFolder'] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  const [path = 'src', files = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return { path, files };
}

function largestBarrel(modules: Modules): SourceFigures['largestBarrel'] {
  const sizes = [...modules.keys()]
    .filter((path) => basename(path) === 'index.ts')
    .map((path) => ({ path, names: exportedNames(modules, path).size }));
  return sizes.sort((a, b) => b.names - a.names)[0] ?? { path: 'none', names: 0 };
}

function exportedNames(modules: Modules, path: string): Set<string> {
  const names = new Set<string>();
  for (const node of modules.get(path)?.program.body ?? []) {
    if (node.type === 'ExportAllDeclaration') {
      const target = posix.join(posix.dirname(path), node.source.value);
      for (const name of exportedNames(modules, target)) names.add(name);
    }
    if (node.type !== 'ExportNamedDeclaration') continue;
    for (const { exported } of node.specifiers) if (exported.type === 'Identifier') names.add(exported.name);
    for (const name of declaredNames(node.declaration)) names.add(name);
  }
  return names;
}

function declaredNames(declaration: unknown): string[] {
  const own = pick(declaration, 'id', 'name');
  const list = pick(declaration, 'declarations');
  const declared = Array.isArray(list) ? list.map((each: unknown) => pick(each, 'id', 'name')) : [];
  return [own, ...declared].filter((name) => typeof name === 'string');
}

const importEdges = (modules: Modules): Edge[] =>
  [...modules].flatMap(([from, { imports }]) =>
    imports
      .map(({ source }) => (source.startsWith('.') ? posix.join(posix.dirname(from), source) : ''))
      .filter((to) => modules.has(to))
      .map((to) => [from, to] as const),
  );

/** A verb is a file of the relay that is named like a command: `new-task.ts` and `task-new.ts` are the same words. */
function verbImports(modules: Modules, edges: readonly Edge[]): string[] {
  const words = (path: string): string => basename(path, '.ts').split('-').sort().join('-');
  const commands = new Set(
    [...modules].filter(([path, { text }]) => isCommandFile(path, text)).map(([path]) => words(path)),
  );
  const isVerb = (path: string): boolean =>
    path.startsWith('src/relay/') && commands.has(words(path)) && hasFunction(modules.get(path)?.program.body ?? []);
  const found = edges.filter(([from, to]) => isVerb(from) && isVerb(to)).map(([from, to]) => `${from} -> ${to}`);
  return [...new Set(found)].sort();
}

const hasFunction = (body: readonly Node[]): boolean =>
  body.some((node) => node.type === 'ExportNamedDeclaration' && node.declaration?.type === 'FunctionDeclaration');

const isCommandFile = (path: string, text: string): boolean =>
  path.startsWith('src/surfaces/cli/') && text.includes('= defineCommand(');

/**
 * An import counts between the two folders in which the paths to the files diverge; a file that is in the common folder
 * itself, such as a barrel, belongs to neither.
 */
function folderCycles(edges: readonly Edge[]): string[][] {
  const reached = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    const [a, b] = partingFolders(from, to);
    if (a === undefined || b === undefined) continue;
    const known = reached.get(a) ?? new Set();
    reached.set(a, known.add(b));
  }
  const reach = new Map([...reached.keys()].map((folder) => [folder, reachableFrom(reached, folder)]));
  const cycles = [...reach]
    .filter(([folder, others]) => others.has(folder))
    .map(([folder, others]) => [...others].filter((other) => reach.get(other)?.has(folder)).sort());
  return [...new Map(cycles.map((cycle) => [cycle.join(), cycle])).values()].sort();
}

function partingFolders(from: string, to: string): [string, string] | [] {
  const [a, b] = [posix.dirname(from).split('/'), posix.dirname(to).split('/')];
  const shared = a.findIndex((part, at) => part !== b[at]);
  if (shared === -1 || shared >= b.length) return [];
  return [a.slice(0, shared + 1).join('/'), b.slice(0, shared + 1).join('/')];
}

function reachableFrom(graph: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const found = new Set(graph.get(start));
  // A set yields what is added while it is walked.
  for (const folder of found) for (const next of graph.get(folder) ?? []) found.add(next);
  return found;
}
