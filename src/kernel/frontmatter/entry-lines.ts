/** The lines a key and its value take up in a block mapping. */
import { invalid } from './load-yaml.ts';
import { isLineBreak, lineStart, nextLine } from './text-lines.ts';
import type { YamlEntry } from './yaml-tree.ts';

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
export function valueStart(yaml: string, { keyEnd, keyStart }: YamlEntry): number {
  let at = keyEnd;
  while (yaml[at] === ' ' || yaml[at] === '\t') at += 1;
  if (yaml[at] === ':') return at + 1;
  throw cannotChange(yaml, keyStart);
}

const cannotChange = (yaml: string, offset: number): Error =>
  invalid('a key written in this form cannot be changed', countLines(yaml, offset));

const countLines = (yaml: string, offset: number): number => yaml.slice(0, offset).split(/\r\n|\n|\r/).length;
