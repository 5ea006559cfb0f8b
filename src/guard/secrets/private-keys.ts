/** Private keys that do not come in PEM blocks. */

import type { ShapedKind } from './shaped-kind.ts';

/** As much as a key of 4096 bits takes in each of these forms. */
const KEY_WINDOW = 3_600;

export const PRIVATE_KEY_KINDS: readonly ShapedKind[] = [
  {
    id: 'secret-ssh2-private-key',
    name: 'private key in SSH2 form',
    about: 'Finds private keys as commercial SSH programs write them.',
    example: '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----',
    keywords: ['begin ssh2 encrypted private key ----', 'begin ssh2 private key ----'],
    before: 0,
    after: KEY_WINDOW,
    shape: /^(?<value>[\s\S]{20,3600}?)(?=---- END|$)/,
    isReal: (value) => /[A-Za-z0-9+/=]{40}/.test(value),
  },
  {
    id: 'secret-putty-private-key',
    name: 'PuTTY private key',
    about: 'Finds the private part of a PuTTY key file.',
    example: 'Private-Lines: 14',
    keywords: ['private-lines:'],
    before: 0,
    after: KEY_WINDOW,
    shape: /^[ \t]{0,3}\d{1,3}\s{1,2}(?<value>[A-Za-z0-9+/=\s]{20,3600}?)(?=\nPrivate-|$)/,
    isReal: (value) => /[A-Za-z0-9+/=]{40}/.test(value),
  },
  {
    id: 'secret-json-web-key',
    name: 'private JSON web key',
    about: 'Finds JSON web keys with their private part: `d` of a pair, `k` of a shared key.',
    example: '{ "kty": "EC", "d": "…" }',
    keywords: ['"kty"'],
    before: KEY_WINDOW / 2,
    after: KEY_WINDOW,
    isLikely: isPrivate,
    shape: /\{(?<value>[^{}]{0,3600})(?=\}|$)/,
    isReal: (value) => value.includes('"kty"') && PRIVATE_PART.test(value),
  },
];

const PRIVATE_PART = /"[dk]"\s{0,2}:\s{0,2}"[A-Za-z0-9_-]{20}/;

/** The object around the word has a private part; looked for once more when the object is cut out. */
function isPrivate(text: string, keywordStart: number): boolean {
  return PRIVATE_PART.test(text.slice(Math.max(0, keywordStart - KEY_WINDOW / 2), keywordStart + KEY_WINDOW));
}

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
