import type { Node } from 'oxc-parser';
import { literalString, parseModule, walk } from '../support/ast.ts';
import type { RepoFiles } from '../support/repo-files.ts';
import type { Counts } from './compare-counts.ts';

/** In lines. Most files stay under 200 and most functions under 30; what exceeds these is listed and may only shrink. */
export const LIMITS = { file: 250, function: 40 } as const;

/**
 * Lines of each file and each named function that exceeds its limit, by `path` or `path#Class.method`. A nested function
 * counts for itself too.
 */
export function measureFile(path: string, text: string): Record<string, number> {
  const sizes: Record<string, number> = {};
  const lines = text.split('\n').length - 1;
  if (lines > LIMITS.file) sizes[path] = lines;
  const module = parseModule(path, text);
  walk(module.program, (node, ancestors) => {
    if (!isFunction(node)) return;
    const name = [...ancestors, node].flatMap((each, at, all) => nameOf(each, all[at + 1]) ?? []).join('.');
    const length = module.lineAt(node.end) - module.lineAt(node.start) + 1;
    const key = `${path}#${name}`;
    if (name !== '' && length > LIMITS.function) sizes[key] = Math.max(length, sizes[key] ?? 0);
  });
  return sizes;
}

export const measureSizes = (files: RepoFiles): Counts =>
  Object.fromEntries(
    files.paths.filter(isMeasured).flatMap((path) => Object.entries(measureFile(path, files.readText(path)))),
  );

/** Tests are lists of cases and may be as long as they need. */
const isMeasured = (path: string): boolean =>
  /^(?:src|board|scripts|bench)\/.*\.tsx?$/.test(path) && !/\.gen\.|\.d\.ts$/.test(path);

/** What stays the same if a file moves: the function's name, or the file's own. */
export const movedName = (key: string): string => key.replace(/^.*\/([^/]+)$/, '$1').replace(/^[^#]*#/, '#');

const isFunction = (node: Node): boolean =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';

/** The name that a node on the way to a function gives to it: of a declaration, a class, a constant, a property. */
function nameOf(node: Node, next: Node | undefined): string | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return node.id?.name;
    case 'VariableDeclarator':
      return node.id.type === 'Identifier' ? node.id.name : undefined;
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      if (next === node.key) return undefined;
      if (node.key.type === 'Identifier') return node.key.name;
      return node.key.type === 'PrivateIdentifier' ? `#${node.key.name}` : literalString(node.key);
    default:
      return undefined;
  }
}
