import type { Node } from 'oxc-parser';
import { parseModule } from '../support/ast.ts';

/** A declaration at the top of a module, or a member of a class there (`Team.send`), with the text it owns. */
export interface DeclaredSymbol {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** In the order of the text; a class comes before its members. An overloaded function is there once per signature. */
export const readSymbols = (path: string, text: string): DeclaredSymbol[] =>
  parseModule(path, text).program.body.flatMap((statement) => symbolsOf(statement));

/** The smallest symbol that holds the whole range. */
export function symbolAt(symbols: readonly DeclaredSymbol[], start: number, end: number): DeclaredSymbol | undefined {
  const holding = symbols.filter((symbol) => symbol.start <= start && end <= symbol.end);
  return holding.sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}

function symbolsOf(statement: Node, outer: Node = statement): DeclaredSymbol[] {
  const { start, end } = outer;
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      return statement.declaration === null ? [] : symbolsOf(statement.declaration, statement);
    case 'VariableDeclaration':
      return statement.declarations.flatMap(({ id }) =>
        id.type === 'Identifier' ? [{ name: id.name, start, end }] : [],
      );
    case 'ClassDeclaration':
      if (statement.id === null) return [];
      return [{ name: statement.id.name, start, end }, ...membersOf(statement.id.name, statement.body.body)];
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return statement.id === null ? [] : [{ name: statement.id.name, start, end }];
    default:
      return [];
  }
}

const membersOf = (owner: string, members: readonly Node[]): DeclaredSymbol[] =>
  members.flatMap((member) => {
    if (member.type !== 'MethodDefinition' && member.type !== 'PropertyDefinition') return [];
    const { key, start, end } = member;
    if (key.type === 'Identifier') return [{ name: `${owner}.${key.name}`, start, end }];
    return key.type === 'PrivateIdentifier' ? [{ name: `${owner}.#${key.name}`, start, end }] : [];
  });
