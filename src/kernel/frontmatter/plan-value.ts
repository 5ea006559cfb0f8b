/** Putting a new value in an old one's place. */
import { SCALAR_STYLE, type DumpOptions } from 'js-yaml';
import type { Json } from '../json.ts';
import type { TextEdit } from '../text.ts';
import { entryColumn, entryEnd, valueStart } from './entry-lines.ts';
import { dumpInline, dumpYaml, optionsBefore, plainOptions } from './render.ts';
import { indentLines, lineEnd, lineStart, nextLine } from './text-lines.ts';
import type { YamlEntry, YamlNode } from './yaml-tree.ts';

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
