/** Where a block of raw HTML begins and ends, by the seven kinds of CommonMark. */
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
