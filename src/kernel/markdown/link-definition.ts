/** Link reference definitions: lines of a paragraph that are not text, so they cannot become a heading. */

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
