/** What makes a handoff file unfit to be trusted as text. */
import { listSections, scanMarkdown } from '../../kernel/markdown/index.ts';
import { splitLines, withoutByteOrderMark } from '../../kernel/text.ts';

/** What kind of damage a file has. */
export type CorruptionKind = 'empty' | 'not-text' | 'conflict' | 'truncated';

/** Damage to a handoff file. */
export interface Corruption {
  readonly kind: CorruptionKind;
  readonly line: number;
  readonly message: string;
}

const CONFLICT = /^(?:<{7} |={7}$|>{7} |\|{7} )/;

/** `knownLines` is the manifest's count: an open section or fence in a file that became shorter was cut off. */
export function findCorruption(name: string, text: string, knownLines: number | undefined): Corruption | undefined {
  if (withoutByteOrderMark(text).trim() === '') return { kind: 'empty', line: 1, message: `${name} is empty` };
  const nul = text.indexOf('\0');
  if (nul !== -1) return { kind: 'not-text', line: 1, message: `${name} holds NUL bytes` };
  return findConflict(name, text) ?? findCut(name, text, knownLines);
}

function findConflict(name: string, text: string): Corruption | undefined {
  if (!text.includes('<<<<<<<') && !text.includes('>>>>>>>')) return undefined;
  const { lines } = scanMarkdown(text);
  const marks = lines.flatMap((line, index) =>
    line.kind !== 'fence' && CONFLICT.test(text.slice(line.start, line.end)) ? [index + 1] : [],
  );
  const has = (mark: string): boolean => marks.some((line) => text.startsWith(mark, lines[line - 1]?.start ?? 0));
  if (!has('<<<<<<<') && !has('>>>>>>>')) return undefined;
  return {
    kind: 'conflict',
    line: marks[0] ?? 1,
    message: `${name} has conflict markers of a merge (line ${marks[0]})`,
  };
}

function findCut(name: string, text: string, knownLines: number | undefined): Corruption | undefined {
  if (knownLines === undefined || splitLines(text).length >= knownLines) return undefined;
  const open = listSections(text).problems.find(({ kind }) => kind === 'unclosed');
  const fence = scanMarkdown(text).fences.find(({ closeLine, depth }) => closeLine === undefined && depth === 0);
  const line = open?.line ?? fence?.line;
  if (line === undefined) return undefined;
  const what = open === undefined ? 'a code fence' : `section "${open.name}"`;
  return {
    kind: 'truncated',
    line,
    message: `${name} is truncated: ${what} at line ${line} is never closed, and ${knownLines} lines are on record`,
  };
}
