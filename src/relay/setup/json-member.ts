/**
 * Entries of ours in a JSON file that belongs to somebody else: comments, layout and order stay, and removing an
 * entry restores the file byte for byte. A list or object that had to be created for an entry goes with it; one that
 * was there empty stays. The layout tells them apart: what we add to an empty one has a space before it.
 */
import { createScanner, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { BatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import type { Json } from '../../kernel/json.ts';
import { applyEdits, detectLineEnding, type TextEdit } from '../../kernel/text.ts';

type Path = readonly string[];

/** Puts `value` under `path`, making the objects on the way; a value that is there is replaced. */
export function setMember(text: string | undefined, path: Path, value: Json): string {
  if (isBlank(text)) return renderNew(nest(path, value));
  const { node, rest } = descend(getRoot(text), path);
  const [key, ...deeper] = rest;
  if (key === undefined) return replaceNode(text, node, value);
  return insert(text, node, `${JSON.stringify(key)}: `, nest(deeper, value));
}

/** Adds an element to the list under `path`, which is created if it is missing. */
export function appendElement(text: string | undefined, path: Path, value: Json): string {
  if (isBlank(text)) return renderNew(nest(path, [value]));
  const { node, rest } = descend(getRoot(text), path);
  const [key, ...deeper] = rest;
  if (key !== undefined) return insert(text, node, `${JSON.stringify(key)}: `, nest(deeper, [value]));
  if (node.type !== 'array') throw notA('a list', path);
  return insert(text, node, '', value);
}

/** Removes the elements of the list under `path` that `isOurs` names. Empty if nothing else was in the file. */
export function removeElements(text: string, path: Path, isOurs: (value: unknown) => boolean): string {
  let source = text;
  while (source !== '') {
    const { node, rest } = descend(getRoot(source), path);
    if (rest.length > 0 || node.type !== 'array') return source;
    const ours = node.children?.find((child) => isOurs(valueOf(child)));
    if (ours === undefined) return source;
    source = removeNode(source, ours);
  }
  return source;
}

/** Removes the value under `path`. Empty if nothing else was in the file. */
export function removeMember(text: string, path: Path): string {
  const { node, rest } = descend(getRoot(text), path);
  if (rest.length > 0 || node.parent === undefined) return text;
  return removeNode(text, node.parent);
}

export function findValue(text: string | undefined, path: Path): unknown {
  if (isBlank(text)) return undefined;
  const { node, rest } = descend(getRoot(text), path);
  return rest.length === 0 ? valueOf(node) : undefined;
}

const isBlank = (text: string | undefined): text is undefined | '' => text === undefined || text.trim() === '';

const renderNew = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`;

function getRoot(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root?.type !== 'object' || errors.length > 0) {
    throw new BatonError('INPUT_INVALID', 'it is not a JSON object', {
      ...given({ offset: errors[0]?.offset }),
      hint: 'fix the file, then run the command again; nothing was changed',
    });
  }
  return root;
}

/** Follows the path as far as it exists. */
function descend(root: Node, path: Path): { readonly node: Node; readonly rest: Path } {
  let node = root;
  for (const [depth, key] of path.entries()) {
    const property = node.type === 'object' ? node.children?.find((child) => keyOf(child) === key) : undefined;
    const value = property?.children?.[1];
    if (value === undefined) {
      if (node.type !== 'object') throw notA('an object', path.slice(0, depth));
      return { node, rest: path.slice(depth) };
    }
    node = value;
  }
  return { node, rest: [] };
}

const keyOf = (property: Node): unknown => property.children?.[0]?.value;

const notA = (what: string, path: Path): BatonError =>
  new BatonError('INPUT_INVALID', `${path.join('.') || 'the file'} is not ${what}`, {
    hint: 'fix the file, then run the command again; nothing was changed',
  });

function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value;
  const entries = (node.children ?? []).map((property): [string, unknown] => [
    String(keyOf(property)),
    property.children?.[1] === undefined ? undefined : valueOf(property.children[1]),
  ]);
  return Object.fromEntries(entries);
}

const nest = (path: Path, value: Json): Json => path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);

function replaceNode(text: string, node: Node, value: Json): string {
  const edit = { start: node.offset, end: node.offset + node.length, text: render(text, node, value) };
  return applyEdits(text, [edit]);
}

function insert(text: string, container: Node, label: string, value: Json): string {
  const last = container.children?.at(-1);
  const close = container.offset + container.length - 1;
  if (last === undefined) {
    const content = ` ${label}${JSON.stringify(value)}`;
    return applyEdits(text, [{ start: container.offset + 1, end: container.offset + 1, text: content }]);
  }
  const lastEnd = last.offset + last.length;
  const comma = findComma(text, lastEnd, close);
  const hasLines = text.slice(container.offset, close).includes('\n');
  const indent = hasLines ? indentAt(text, container.children?.[0]?.offset ?? last.offset) : '';
  const ending = detectLineEnding(text);
  const body = label + (hasLines ? renderLines(value, indent, stepOf(text), ending) : JSON.stringify(value));
  const edits: TextEdit[] = comma === undefined ? [{ start: lastEnd, end: lastEnd, text: ',' }] : [];
  const at = hasLines ? lineEndBefore(text, close) : (comma ?? lastEnd - 1) + 1;
  const lead = hasLines ? ending + indent : ' ';
  edits.push({ start: at, end: at, text: `${lead}${body}${comma === undefined ? '' : ','}` });
  return applyEdits(text, edits);
}

/** Takes a node out of its container with the comma that came with it. */
function removeNode(text: string, node: Node): string {
  const container = node.parent;
  const siblings = container?.children ?? [];
  if (container === undefined) return text;
  const open = container.offset + 1;
  const close = container.offset + container.length - 1;
  if (siblings.length === 1) {
    const wasEmpty = text.slice(open, node.offset) === ' ';
    if (wasEmpty) return applyEdits(text, [{ start: open, end: node.offset + node.length, text: '' }]);
    return container.parent === undefined ? '' : removeNode(text, container.parent);
  }
  const index = siblings.indexOf(node);
  const before = siblings[index - 1];
  const end = node.offset + node.length;
  const start = leadStart(text, node.offset);
  const comma = findComma(text, end, siblings[index + 1]?.offset ?? close);
  if (comma !== undefined) {
    // Nothing was before it: what was before the next entry goes, so that the next one takes its place.
    const gap = start < node.offset ? 0 : (/^[ \t]*/.exec(text.slice(comma + 1))?.[0].length ?? 0);
    return applyEdits(text, [{ start, end: comma + 1 + gap, text: '' }]);
  }
  // The last entry, and no comma after it: the one before it was added with it.
  const own = before === undefined ? undefined : findComma(text, before.offset + before.length, node.offset);
  const edits: TextEdit[] = own === undefined ? [] : [{ start: own, end: own + 1, text: '' }];
  return applyEdits(text, [...edits, { start: Math.max(start, (own ?? 0) + 1), end, text: '' }]);
}

/** Where the white space before `offset` begins: its line's ending and indentation, or one space. */
function leadStart(text: string, offset: number): number {
  const blank = /(?:\r?\n)?[ \t]*$/.exec(text.slice(0, offset));
  return offset - (blank?.[0].length ?? 0);
}

/** The comma between two offsets, comments skipped. */
function findComma(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  const offset = scanner.getTokenOffset();
  return offset < to && text[offset] === ',' ? offset : undefined;
}

/** After the last thing on the lines before the closing bracket, a comment included. */
const lineEndBefore = (text: string, close: number): number => {
  const lead = /(?:\r?\n)?[ \t]*$/.exec(text.slice(0, close));
  return close - (lead?.[0].length ?? 0);
};

function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

/** The file's own step of indentation. */
function stepOf(text: string): string {
  return /^\{[^\n]*\n([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
}

const render = (text: string, node: Node, value: Json): string =>
  text.slice(node.offset, node.offset + node.length).includes('\n')
    ? renderLines(value, indentAt(text, node.offset), stepOf(text), detectLineEnding(text))
    : JSON.stringify(value);

const renderLines = (value: Json, indent: string, step: string, ending: string): string =>
  JSON.stringify(value, null, step).replaceAll('\n', () => ending + indent);
