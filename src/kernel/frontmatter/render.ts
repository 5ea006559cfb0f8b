/** Putting a new value in an old one's place. */

import { DEFAULT_SCALAR_STYLE_RULES, dump, SCALAR_STYLE, type DumpOptions, type ScalarStyleRule } from 'js-yaml';
import { equalJson } from '../canonical-json.ts';
import { BatonError } from '../errors/index.ts';
import type { Json, JsonObject } from '../json.ts';
import type { TextEdit } from '../text.ts';
import { invalid, loadYaml, YAML_AS_JSON } from './load-yaml.ts';
import { indentLines, isLineBreak, lineEnd, lineStart, nextLine, type YamlEntry, type YamlNode } from './yaml-tree.ts';

/** The text of a new file; the body follows the closing line as given. */
export function renderFrontmatter(data: JsonObject, body: string): string {
  const yaml = Object.keys(data).length === 0 ? '' : dumpYaml(data);
  assertReadsAs(yaml, data);
  return `---\n${yaml}---\n${body}`;
}

/** What is written must be read as what was meant; anything else, as a number without a finite value, is refused. */
export function assertReadsAs(yaml: string, data: JsonObject, keys: readonly string[] = Object.keys(data)): void {
  if (equalJson(tryLoad(yaml), data)) return;
  throw new BatonError('INPUT_INVALID', `frontmatter cannot contain the value given for ${keys.join(', ')}`, {
    keys,
    hint: 'use only JSON values, and leave a value that others refer to with * in its place',
  });
}

function tryLoad(yaml: string): JsonObject | undefined {
  try {
    return loadYaml({ yaml }).data;
  } catch (error) {
    if (error instanceof BatonError) return undefined;
    throw error;
  }
}

/** As a block of lines such a text would take blank lines that follow it in the file for its own. */
const quoteFinalBlankLines: ScalarStyleRule = (layout) => {
  if (layout.node.value.endsWith('\n\n')) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
};

const SCALAR_STYLE_RULES = [quoteFinalBlankLines, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)];

/** A text in lines would take an indented comment below it for its own. */
export const optionsBefore = (following: string): DumpOptions =>
  /^(?:[ \t]*(?:\r\n|\n|\r))*[ \t]+\S/.test(following)
    ? {
        scalarStyleRules: SCALAR_STYLE_RULES.filter(
          (rule) => rule !== DEFAULT_SCALAR_STYLE_RULES.tryLongOrMultilineAsBlock,
        ),
      }
    : {};

/** The library quotes each text that a YAML 1.1 or 1.2 reader would take for something else. */
export function dumpYaml(value: Json, options: DumpOptions = {}): string {
  try {
    return dump(value, { lineWidth: -1, noRefs: true, scalarStyleRules: SCALAR_STYLE_RULES, ...options });
  } catch (cause) {
    throw new BatonError('INPUT_INVALID', 'frontmatter can only contain JSON values', {}, cause);
  }
}

const DATE = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/;

/** On one line, without its ending. */
export function dumpInline(value: Json, options: DumpOptions = {}): string {
  return dumpYaml([value], { ...options, flowLevel: 0 }).slice(1, -2);
}

/** A date keeps the plain form another program gave it, which our reader takes for text. */
const plainOptions = (value: Json): DumpOptions =>
  typeof value === 'string' && DATE.test(value) ? { schema: YAML_AS_JSON } : {};

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
