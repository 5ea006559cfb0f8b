/** The compact form of one member of a JSON text with its names in the order of the text, whatever they look like. */

const SPACE = /\s/;
const SCALAR_END = /[\s,\]}]/;

/** `text` must be valid JSON; undefined if it has no such member. */
export function compactMember(text: string, path: readonly string[]): string | undefined {
  let at = skipSpace(text, text.startsWith('\uFEFF') ? 1 : 0);
  for (const name of path) {
    const found = findMember(text, at, name);
    if (found === undefined) return undefined;
    at = found;
  }
  return compactValue(text, at).compact;
}

interface Compacted {
  readonly compact: string;
  readonly end: number;
}

/** Offset of the member's value in the object that begins at `at`. */
function findMember(text: string, at: number, wanted: string): number | undefined {
  if (text[at] !== '{') return undefined;
  for (let i = skipSpace(text, at + 1); text[i] === '"'; i = skipSpace(text, i + 1)) {
    const nameEnd = stringEnd(text, i);
    const name: unknown = JSON.parse(text.slice(i, nameEnd));
    const value = skipSpace(text, skipSpace(text, nameEnd) + 1);
    if (name === wanted) return value;
    i = skipSpace(text, compactValue(text, value).end);
    if (text[i] !== ',') return undefined;
  }
  return undefined;
}

/** Nesting was limited when the text was parsed. */
function compactValue(text: string, at: number): Compacted {
  if (text[at] === '{' || text[at] === '[') return compactContainer(text, at);
  const end = text[at] === '"' ? stringEnd(text, at) : scalarEnd(text, at);
  return { compact: JSON.stringify(JSON.parse(text.slice(at, end))), end };
}

function compactContainer(text: string, at: number): Compacted {
  const isObject = text[at] === '{';
  const close = isObject ? '}' : ']';
  const items: string[] = [];
  let i = skipSpace(text, at + 1);
  while (text[i] !== close) {
    let name = '';
    if (isObject) {
      const nameEnd = stringEnd(text, i);
      name = `${JSON.stringify(JSON.parse(text.slice(i, nameEnd)))}:`;
      i = skipSpace(text, skipSpace(text, nameEnd) + 1);
    }
    const value = compactValue(text, i);
    items.push(name + value.compact);
    i = skipSpace(text, value.end);
    if (text[i] === ',') i = skipSpace(text, i + 1);
  }
  return { compact: `${isObject ? '{' : '['}${items.join(',')}${close}`, end: i + 1 };
}

function skipSpace(text: string, at: number): number {
  let i = at;
  while (SPACE.test(text[i] ?? '')) i += 1;
  return i;
}

/** The offset after the string that begins at `at`. */
export function stringEnd(text: string, at: number): number {
  let i = at + 1;
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

function scalarEnd(text: string, at: number): number {
  let i = at;
  while (i < text.length && !SCALAR_END.test(text[i] ?? '')) i += 1;
  return i;
}
