/** Putting a new value in an old one's place. */
import { SCALAR_STYLE, type DumpOptions } from 'js-yaml';
import type { Json } from '../json.ts';
import type { TextEdit } from '../text.ts';
import { invalid } from './load-yaml.ts';
import { dumpInline, dumpYaml, optionsBefore, plainOptions } from './render.ts';
import { indentLines, isLineBreak, lineEnd, lineStart, nextLine, type YamlEntry, type YamlNode } from './yaml-tree.ts';

/** `holds` is present if one value on one line replaces another, and says which. */
export interface YamlEdit extends TextEdit {
  readonly holds?: Json;
}

export function planValue(yaml: string, entry: YamlEntry, value: Json): YamlEdit {
  const { value: node } = entry;
  return node.kind === 'empty' || node.kind === 'inline'
    ? planInline(yaml, entry, node, value)
    : planLines(yaml, entry, node, value);
}

type InlineNode = Extract<YamlNode, { kind: 'empty' | 'inline' }>;
type LinesNode = Exclude<YamlNode, InlineNode>;

/** Only the value itself is replaced, so that a comment after it stays. */
function planInline(yaml: string, entry: YamlEntry, node: InlineNode, value: Json): YamlEdit {
  const colon = valueStart(yaml, entry);
  const end = node.kind === 'empty' ? colon : node.end;
  const isOnItsOwn = yaml.slice(end, lineEnd(yaml, end)).trim() === '';
  const wasBrackets = node.kind === 'inline' && node.style === undefined;
  if (isOnItsOwn && !wasBrackets && needsLines(value)) {
    return { start: colon, end: entryEnd(yaml, entry), text: dumpAfterColon(yaml, entry, value) };
  }
  const text = dumpInline(value, node.kind === 'inline' ? styleOptions(node, value) : {});
  const start = node.kind === 'empty' ? colon : node.start;
  return { start, end, text: node.kind === 'empty' ? ` ${text}` : text, holds: value };
}

/** The key's line stays if it has a comment. */
function planLines(yaml: string, entry: YamlEntry, node: LinesNode, value: Json): TextEdit {
  const colon = valueStart(yaml, entry);
  const end = entryEnd(yaml, entry);
  const comment = yaml.slice(colon, lineEnd(yaml, colon));
  const isAligned =
    node.kind === 'lines' && node.isList && node.start - lineStart(yaml, node.start) === entryColumn(yaml, entry);
  const text = dumpAfterColon(yaml, entry, value, { seqNoIndent: isAligned });
  if (!comment.trimStart().startsWith('#')) return { start: colon, end, text };
  if (text.startsWith('\n')) return { start: nextLine(yaml, colon), end, text: text.slice(1) };
  return { start: colon, end, text: ` ${dumpInline(value)}${comment}\n` };
}

/** A collection that is not empty, or a text of several lines, is easier to read below its key. */
const needsLines = (value: Json): boolean =>
  typeof value === 'string'
    ? value.includes('\n')
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0;

function dumpAfterColon(yaml: string, entry: YamlEntry, value: Json, options: DumpOptions = {}): string {
  const following = yaml.slice(entryEnd(yaml, entry));
  const dumped = dumpYaml({ key: value }, { ...options, ...optionsBefore(following) });
  return indentLines(dumped.slice('key:'.length), entryColumn(yaml, entry));
}

/** Quotes stay as they were. */
function styleOptions(node: Extract<InlineNode, { kind: 'inline' }>, value: Json): DumpOptions {
  if (node.style === SCALAR_STYLE.SINGLE_QUOTED) return { forceQuotes: true, quoteStyle: 'single' };
  if (node.style === SCALAR_STYLE.DOUBLE_QUOTED) return { forceQuotes: true, quoteStyle: 'double' };
  return plainOptions(value);
}

/** The lines a key and its value take up in a block mapping. */

/** Where the key's line begins; nothing but the `?` of a key too long for one line may be before the key. */
export function entryStart(yaml: string, { keyStart }: YamlEntry): number {
  const start = lineStart(yaml, keyStart);
  const before = yaml.slice(start, keyStart).trim();
  if (before === '' || before.startsWith('?')) return start;
  throw cannotChange(yaml, keyStart);
}

export const isExplicit = (yaml: string, { keyStart }: YamlEntry): boolean =>
  yaml.slice(lineStart(yaml, keyStart), keyStart).includes('?');

/** After the last line of the value; comments and blank lines that follow it stay. */
export function entryEnd(yaml: string, entry: YamlEntry): number {
  const { value } = entry;
  const end = value.kind === 'empty' ? entry.keyEnd : value.end;
  const isAfterLine = end > 0 && isLineBreak(yaml[end - 1]);
  return isAfterLine ? end : nextLine(yaml, end);
}

export function entryColumn(yaml: string, { keyStart }: YamlEntry): number {
  const line = yaml.slice(lineStart(yaml, keyStart), keyStart);
  return line.length - line.trimStart().length;
}

/** After the colon. */
function valueStart(yaml: string, { keyEnd, keyStart }: YamlEntry): number {
  let at = keyEnd;
  while (yaml[at] === ' ' || yaml[at] === '\t') at += 1;
  if (yaml[at] === ':') return at + 1;
  throw cannotChange(yaml, keyStart);
}

const cannotChange = (yaml: string, offset: number): Error =>
  invalid('a key written in this form cannot be changed', countLines(yaml, offset));

const countLines = (yaml: string, offset: number): number => yaml.slice(0, offset).split(/\r\n|\n|\r/).length;
