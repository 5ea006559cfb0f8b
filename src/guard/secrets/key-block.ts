/** How far the block of a private key reaches after its first line. */

/** The longest keys in use take a fifth of this. */
const LONGEST_BLOCK = 65_536;
const DASHES = '-----';

/** A line of the body or of its headers, in whatever it is quoted: indented, commented, or in a string with escapes. */
const BLOCK_LINE = /[ \t>|*#"'`+-]{0,40}(?:(?<body>[A-Za-z0-9+/=]+)|[A-Za-z-]{3,24}: [^\n\\]{1,120})?/y;
const LINE_END = /[ \t"'`,;+)]{0,8}(?:\r?\n|(?:\\r)?\\n|$)/y;
const BLANK = / /y;
/** The body is wrapped evenly: a shorter line is its last. */
const FULL_LINE = 24;

/**
 * Up to the line that ends the block, or without one up to the last line that belongs to it. Nothing in a block has five
 * dashes, so the next ones end the search: blocks without an end cannot make it walk the same text twice.
 */
export function findKeyEnd(text: string, start: number): number | undefined {
  const window = text.slice(start, start + LONGEST_BLOCK);
  const dashes = window.indexOf(DASHES);
  if (dashes !== -1 && window.startsWith('END', dashes + DASHES.length)) return start + dashes;
  const end = lastBlockLine(dashes === -1 ? window : window.slice(0, dashes));
  return end === 0 ? undefined : start + end;
}

function lastBlockLine(block: string): number {
  let end = 0;
  for (let at = 0; at < block.length;) {
    const line = matchAt(BLOCK_LINE, block, at);
    const body = line?.groups?.['body'] ?? '';
    const lineEnd = at + (line?.[0].length ?? 0);
    const isFull = body.length >= FULL_LINE;
    const ending = matchAt(LINE_END, block, lineEnd) ?? (isFull ? matchAt(BLANK, block, lineEnd) : null);
    // A short word before others is prose; alone on its line it is what was left over for the last.
    if (isFull || (body !== '' && ending !== null)) end = lineEnd;
    if (ending === null || (body !== '' && !isFull)) break;
    const next = lineEnd + ending[0].length;
    if (next === at) break;
    at = next;
  }
  return end;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
