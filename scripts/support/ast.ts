import { parseSync, visitorKeys, type Comment, type Node, type Program } from 'oxc-parser';

export interface ModuleImport {
  readonly source: string;
  readonly line: number;
  readonly dynamic: boolean;
  /** Names as the other module exports them; `*` for all of it. */
  readonly names: readonly ImportedName[];
}

export interface ImportedName {
  readonly imported: string;
  readonly local: string;
}

export interface ParsedModule {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly imports: readonly ModuleImport[];
  readonly syntaxErrors: readonly string[];
  lineAt(offset: number): number;
}

export function parseModule(path: string, text: string): ParsedModule {
  const parsed = parseSync(path, text);
  const lineAt = lineFinder(text);
  return {
    path,
    text,
    program: parsed.program,
    comments: parsed.comments,
    imports: collectImports(parsed.program, lineAt),
    syntaxErrors: parsed.errors.map((error) => error.message),
    lineAt,
  };
}

/** Visits every node, parents first; `ancestors` runs from the program down to the node's parent. */
export function walk(root: Node, visit: (node: Node, ancestors: readonly Node[]) => void): void {
  const ancestors: Node[] = [];
  const step = (node: Node): void => {
    visit(node, ancestors);
    ancestors.push(node);
    for (const key of visitorKeys[node.type] ?? []) {
      const child: unknown = Reflect.get(node, key);
      for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) step(each);
    }
    ancestors.pop();
  };
  step(root);
}

/** The value of a string literal; undefined for anything else, template literals included. */
export const literalString = (node: Node | null | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function collectImports(program: Program, lineAt: (offset: number) => number): ModuleImport[] {
  const imports: ModuleImport[] = [];
  walk(program, (node) => {
    const found = importOf(node);
    if (found !== undefined) imports.push({ ...found, line: lineAt(node.start) });
  });
  return imports;
}

function importOf(node: Node): Omit<ModuleImport, 'line'> | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return { source: node.source.value, dynamic: false, names: node.specifiers.map(importedName) };
    case 'ExportAllDeclaration':
      return { source: node.source.value, dynamic: false, names: [{ imported: '*', local: '*' }] };
    case 'ExportNamedDeclaration':
      if (node.source === null) return undefined;
      return {
        source: node.source.value,
        dynamic: false,
        names: node.specifiers.map(({ local }) => ({ imported: nameOf(local), local: nameOf(local) })),
      };
    case 'ImportExpression': {
      const source = literalString(node.source);
      return source === undefined ? undefined : { source, dynamic: true, names: [{ imported: '*', local: '*' }] };
    }
    default:
      return undefined;
  }
}

function importedName(specifier: Node): ImportedName {
  if (specifier.type === 'ImportSpecifier') {
    return { imported: nameOf(specifier.imported), local: specifier.local.name };
  }
  if (specifier.type === 'ImportDefaultSpecifier') return { imported: 'default', local: specifier.local.name };
  return { imported: '*', local: specifier.type === 'ImportNamespaceSpecifier' ? specifier.local.name : '*' };
}

const nameOf = (node: Node): string => (node.type === 'Identifier' ? node.name : (literalString(node) ?? node.type));
