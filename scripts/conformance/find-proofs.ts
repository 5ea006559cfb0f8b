import type { CallExpression, Node } from 'oxc-parser';
import { literalString, parseModule, walk, type ParsedModule } from '../support/ast.ts';
import type { Problem } from '../support/problem.ts';

/** One place where a test names a requirement number. */
export interface Proof {
  readonly id: string;
  readonly file: string;
  readonly line: number;
}

export interface ProofsFound {
  readonly proofs: readonly Proof[];
  readonly problems: readonly Problem[];
}

const SWITCHED_OFF = new Set(['skip', 'todo', 'fails']);

/** Reads the `verifies(…)` calls of a test file. What cannot be read from the text alone is a problem, not a proof. */
export function findProofs(file: string, text: string): ProofsFound {
  if (!text.includes('verifies')) return { proofs: [], problems: [] };
  const module = parseModule(file, text);
  const local = localNameOfVerifies(module);
  if (local === undefined) return { proofs: [], problems: [] };
  const proofs: Proof[] = [];
  const problems: Problem[] = [];
  walk(module.program, (node, ancestors) => {
    if (node.type !== 'Identifier' || node.name !== local) return;
    const parent = ancestors.at(-1);
    if (parent === undefined || isNameOnly(parent, node)) return;
    const line = module.lineAt(node.start);
    if (parent.type !== 'CallExpression' || parent.callee !== node) {
      problems.push({ file, line, message: `${local} must be called directly, so that its numbers can be read` });
      return;
    }
    const read = readCall(parent, ancestors);
    for (const message of read.faults) problems.push({ file, line, message });
    if (read.faults.length === 0) proofs.push(...read.ids.map((id) => ({ id, file, line })));
  });
  return { proofs, problems };
}

const localNameOfVerifies = (module: ParsedModule): string | undefined =>
  module.imports
    .filter(({ source }) => source.endsWith('/verifies.ts'))
    .flatMap(({ names }) => names)
    .find(({ imported }) => imported === 'verifies')?.local;

/** The import itself, or a property that happens to have the name. */
function isNameOnly(parent: Node, node: Node): boolean {
  if (parent.type === 'ImportSpecifier') return true;
  if (parent.type === 'MemberExpression') return parent.property === node && !parent.computed;
  return parent.type === 'Property' && parent.key === node && !parent.shorthand;
}

function readCall(call: CallExpression, ancestors: readonly Node[]): { ids: readonly string[]; faults: string[] } {
  const faults: string[] = [];
  const ids = readIds(call.arguments[0]);
  if (ids === undefined) faults.push('the numbers must be a string literal or a list of them');
  if (isEmptyFunction(call.arguments[2])) faults.push('the test is empty and proves nothing');
  const off = optionThatSwitchesOff(call.arguments[3]);
  if (off !== undefined) faults.push(`a test with ${off} proves nothing`);
  if (ancestors.some(isSkippedGroup)) faults.push('a test in a skipped group proves nothing');
  return { ids: ids ?? [], faults };
}

function readIds(node: Node | undefined): readonly string[] | undefined {
  const single = literalString(node);
  if (single !== undefined) return [single];
  if (node?.type !== 'ArrayExpression' || node.elements.length === 0) return undefined;
  const ids: string[] = [];
  for (const element of node.elements) {
    const id = literalString(element);
    if (id === undefined) return undefined;
    ids.push(id);
  }
  return ids;
}

const isEmptyFunction = (node: Node | undefined): boolean =>
  (node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression') &&
  node.body?.type === 'BlockStatement' &&
  node.body.body.length === 0;

function optionThatSwitchesOff(node: Node | undefined): string | undefined {
  if (node?.type !== 'ObjectExpression') return undefined;
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
    if (SWITCHED_OFF.has(property.key.name)) return property.key.name;
  }
  return undefined;
}

/** `describe.skip(…)` and its like; a condition (`skipIf`) has its reason and is left to the reader. */
const isSkippedGroup = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier' &&
  SWITCHED_OFF.has(node.callee.property.name);
