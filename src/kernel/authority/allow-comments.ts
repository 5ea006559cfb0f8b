import { splitLines } from '../text.ts';

const MARK = 'baton-allow';

/** The lines of a text with a `baton-allow` comment, each with the one below it that it speaks for. */
export function listAllowComments(text: string): readonly string[] {
  if (!text.includes(MARK)) return [];
  const lines = splitLines(text).map(({ start, end }) => text.slice(start, end));
  return lines.flatMap((line, index) => (line.includes(MARK) ? [line, lines[index + 1] ?? ''] : []));
}
