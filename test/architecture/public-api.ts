import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Node } from 'oxc-parser';
import { parseModule, type ParsedModule } from '../../scripts/support/ast.ts';

/** The source files of the `exports` of package.json. */
export const PUBLIC_ENTRIES: Readonly<Record<string, string>> = {
  '.': 'src/index.ts',
  './kernel': 'src/kernel/index.ts',
  './guard': 'src/guard/index.ts',
  './output': 'src/api/output.ts',
  './document': 'src/api/document.ts',
  './tasks': 'src/api/tasks.ts',
  './governance': 'src/api/governance.ts',
  './project': 'src/api/project.ts',
};

export interface PublicName {
  readonly name: string;
  /** Where it is declared; undefined if that was not found. */
  readonly file: string | undefined;
  readonly isDocumented: boolean;
}

interface Declared {
  readonly module: ParsedModule;
  readonly node: Node;
}

/** Every name of an entry, followed through re-exports to its declaration. `read` gives undefined for a missing file. */
export function listPublicNames(entry: string, read: (path: string) => string | undefined): PublicName[] {
  const modules = new Map<string, ParsedModule | undefined>();
  const open = (path: string): ParsedModule | undefined => {
    if (!modules.has(path)) {
      const text = read(path);
      modules.set(path, text === undefined ? undefined : parseModule(path, text));
    }
    return modules.get(path);
  };
  const follow = (from: string, source: string, name: string): Declared | undefined =>
    find(resolveTypes(from, source, read), name);
  const find = (path: string, name: string): Declared | undefined => {
    const module = open(path);
    if (module === undefined) return undefined;
    for (const node of module.program.body) {
      if (node.type === 'ExportAllDeclaration') {
        const found = follow(path, node.source.value, name);
        if (found !== undefined) return found;
      }
      if (node.type !== 'ExportNamedDeclaration') continue;
      if (declaredNames(node.declaration).includes(name)) return { module, node };
      const specifier = node.specifiers.find(({ exported }) => nameOf(exported) === name);
      if (specifier === undefined) continue;
      const local = nameOf(specifier.local);
      if (node.source !== null) return follow(path, node.source.value, local);
      const imported = module.imports.find(({ names }) => names.some((each) => each.local === local));
      return imported === undefined ? undefined : follow(path, imported.source, local);
    }
    return undefined;
  };
  const names = (open(entry)?.program.body ?? []).flatMap((node) =>
    node.type === 'ExportNamedDeclaration' ? node.specifiers.map(({ exported }) => nameOf(exported)) : [],
  );
  return names.map((name) => {
    const found = find(entry, name);
    return { name, file: found?.module.path, isDocumented: found !== undefined && hasComment(found) };
  });
}

export const readSource = (path: string): string | undefined =>
  existsSync(join(process.cwd(), path)) ? readFileSync(join(process.cwd(), path), 'utf8') : undefined;

/** Generated code is JavaScript with its types beside it. */
function resolveTypes(from: string, source: string, read: (path: string) => string | undefined): string {
  const path = posix.join(posix.dirname(from), source);
  const types = path.replace(/\.js$/, '.d.ts');
  return read(types) === undefined ? path : types;
}

const nameOf = (node: Node): string => ('name' in node && typeof node.name === 'string' ? node.name : '');

function declaredNames(declaration: Node | null): string[] {
  if (declaration === null) return [];
  if (declaration.type === 'VariableDeclaration') return declaration.declarations.map(({ id }) => nameOf(id));
  return 'id' in declaration && declaration.id !== null ? [nameOf(declaration.id as Node)] : [];
}

const hasComment = ({ module, node }: Declared): boolean =>
  module.comments.some(
    ({ type, value, end }) =>
      type === 'Block' &&
      value.startsWith('*') &&
      end <= node.start &&
      module.text.slice(end, node.start).trim() === '',
  );
