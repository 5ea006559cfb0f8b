/**
 * Where a block of raw HTML begins and ends, by the seven kinds of CommonMark. Link reference definitions: lines of a
 * paragraph that are not text, so they cannot become a heading.
 */

import type { HtmlKind } from './types.ts';

const RAW = /^<(?:script|pre|textarea|style)(?:[\s>]|$)/i;
const RAW_END = /<\/(?:script|pre|textarea|style)>/i;
const DECLARATION = /^<![A-Za-z]/;
const BLOCK_TAGS = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link ' +
    'main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead ' +
    'title tr track ul'
  ).split(' '),
);
const BLOCK = /^<\/?([A-Za-z][A-Za-z0-9]{0,20})(?:\s|\/?>|$)/;

/** The kind of block that begins with this rest of a line; `any` tags must be alone on it. */
export function findHtmlKind(rest: string): HtmlKind | undefined {
  if (RAW.test(rest)) return 'raw';
  if (rest.startsWith('<!--')) return 'comment';
  if (rest.startsWith('<?')) return 'instruction';
  if (DECLARATION.test(rest)) return 'declaration';
  if (rest.startsWith('<![CDATA[')) return 'cdata';
  const tag = BLOCK.exec(rest)?.[1];
  if (tag !== undefined && BLOCK_TAGS.has(tag.toLowerCase())) return 'block';
  return isLoneTag(rest) ? 'any' : undefined;
}

/** Blocks of tags end at a blank line, all others on the line that holds their end mark. */
export const endsAtBlank = (kind: HtmlKind): boolean => kind === 'block' || kind === 'any';

export function endsOnLine(kind: HtmlKind, rest: string): boolean {
  switch (kind) {
    case 'raw':
      return RAW_END.test(rest);
    case 'comment':
      return rest.includes('-->');
    case 'instruction':
      return rest.includes('?>');
    case 'declaration':
      return rest.includes('>');
    case 'cdata':
      return rest.includes(']]>');
    case 'block':
    case 'any':
      return false;
  }
}

const NAME_START = /[A-Za-z]/;
const NAME_PART = /[A-Za-z0-9-]/;
const ATTRIBUTE_START = /[A-Za-z_:]/;
const ATTRIBUTE_PART = /[A-Za-z0-9:._-]/;
const UNQUOTED_PART = /[^\s"'=<>`\0-\u0020]/;
const WHITE = /\s/;

/** One complete opening or closing tag and nothing else. By hand: a pattern would need backtracking over the whole line. */
function isLoneTag(rest: string): boolean {
  const isClosing = rest.startsWith('</');
  const nameStart = isClosing ? 2 : 1;
  if (!NAME_START.test(rest[nameStart] ?? '')) return false;
  let at = skip(rest, nameStart, NAME_PART);
  if (!isClosing) at = skipAttributes(rest, at);
  at = skip(rest, at, WHITE);
  if (!isClosing && rest[at] === '/') at += 1;
  return rest[at] === '>' && skip(rest, at + 1, WHITE) === rest.length;
}

/** After the last whole attribute; white space after it is left for the caller. */
function skipAttributes(rest: string, start: number): number {
  let done = start;
  for (;;) {
    const nameStart = skip(rest, done, WHITE);
    if (nameStart === done || !ATTRIBUTE_START.test(rest[nameStart] ?? '')) return done;
    const nameEnd = skip(rest, nameStart, ATTRIBUTE_PART);
    done = skipAttributeValue(rest, nameEnd) ?? nameEnd;
  }
}

function skipAttributeValue(rest: string, nameEnd: number): number | undefined {
  const equals = skip(rest, nameEnd, WHITE);
  if (rest[equals] !== '=') return undefined;
  const valueStart = skip(rest, equals + 1, WHITE);
  const quote = rest[valueStart];
  if (quote !== '"' && quote !== "'") {
    const valueEnd = skip(rest, valueStart, UNQUOTED_PART);
    return valueEnd === valueStart ? undefined : valueEnd;
  }
  const close = rest.indexOf(quote, valueStart + 1);
  return close === -1 ? undefined : close + 1;
}

function skip(rest: string, start: number, part: RegExp): number {
  let at = start;
  while (at < rest.length && part.test(rest[at] ?? '')) at += 1;
  return at;
}

const MAX_LABEL = 1_000;

/** How many lines at the start of a paragraph are link definitions. Lines come without indentation and endings. */
export function countDefinitionLines(lines: readonly string[]): number {
  const text = lines.join('\n');
  let at = 0;
  for (let next = skipDefinition(text, at); next !== undefined; next = skipDefinition(text, at)) at = next;
  if (at === 0) return 0;
  return at > text.length ? lines.length : text.slice(0, at).split('\n').length - 1;
}

/** Offset of the line after the definition at `start` (past the text after the last line), if there is one. */
function skipDefinition(text: string, start: number): number | undefined {
  const labelEnd = skipLabel(text, start);
  if (labelEnd === undefined || text[labelEnd] !== ':') return undefined;
  const destinationEnd = skipDestination(text, skipSpaces(text, labelEnd + 1, true));
  if (destinationEnd === undefined) return undefined;
  const titleStart = skipSpaces(text, destinationEnd, true);
  const titleEnd = titleStart > destinationEnd ? skipTitle(text, titleStart) : undefined;
  return (titleEnd === undefined ? undefined : lineAfter(text, titleEnd)) ?? lineAfter(text, destinationEnd);
}

/** The next line, if nothing but spaces is left on this one. */
function lineAfter(text: string, at: number): number | undefined {
  const end = skipSpaces(text, at, false);
  return end === text.length || text[end] === '\n' ? end + 1 : undefined;
}

function skipSpaces(text: string, start: number, acrossLine: boolean): number {
  let at = start;
  while (text[at] === ' ') at += 1;
  return acrossLine && text[at] === '\n' ? skipSpaces(text, at + 1, false) : at;
}

function skipLabel(text: string, start: number): number | undefined {
  if (text[start] !== '[') return undefined;
  const end = skipUntil(text, start + 1, ']', '[');
  if (end === undefined || end - start > MAX_LABEL + 1) return undefined;
  return text.slice(start + 1, end - 1).trim() === '' ? undefined : end;
}

function skipDestination(text: string, start: number): number | undefined {
  if (text[start] === '<') return skipUntil(text, start + 1, '>', '<\n');
  let at = start;
  let open = 0;
  for (; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (/\s/.test(char)) break;
    if (char === '\\' && isPunctuation(text[at + 1])) at += 1;
    else if (char === '(') open += 1;
    else if (char === ')') {
      if (open === 0) break;
      open -= 1;
    }
  }
  return at > start && open === 0 ? at : undefined;
}

function skipTitle(text: string, start: number): number | undefined {
  const quote = text[start];
  if (quote === '"' || quote === "'") return skipUntil(text, start + 1, quote, '');
  return quote === '(' ? skipUntil(text, start + 1, ')', '(') : undefined;
}

/** After the next unescaped `close`, if none of `forbidden` comes before it. */
function skipUntil(text: string, start: number, close: string, forbidden: string): number | undefined {
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === close) return at + 1;
    if (forbidden.includes(char)) return undefined;
    if (char === '\\') at += 1;
  }
  return undefined;
}

const isPunctuation = (char: string | undefined): boolean => char !== undefined && /[!-/:-@[-`{-~]/.test(char);
