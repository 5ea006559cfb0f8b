import { canonicalJson } from '../../../kernel/canonical-json.ts';
import { equalHex, sha256Tagged } from '../../../kernel/hash.ts';
import { isJsonObject, type Json } from '../../../kernel/json.ts';
import { utf8Length } from '../../../kernel/token-estimate.ts';
import { stringify } from '../input.ts';
import { findAt } from '../pointer.ts';
import type { DocumentIssue, HandoffDocument } from '../types.ts';

/** The two byte forms of a payload whose hash is accepted. */
export type HashForm = 'document-order' | 'canonical';

/** Whether the declared hash of a payload is true, and in which form. */
export type HashMatch =
  | { readonly kind: 'absent' }
  | { readonly kind: 'match'; readonly form: HashForm }
  | { readonly kind: 'mismatch'; readonly declared: string; readonly measured: string };

/** The hash of a payload as documents declare it. */
export const hashPayload = (payload: unknown): string => sha256Tagged(stringify(payload));

/** RFC 8785; undefined for text without a UTF-8 form, which canonical JSON refuses. */
export function hashCanonicalPayload(payload: Json): string | undefined {
  try {
    return sha256Tagged(canonicalJson(payload));
  } catch {
    return undefined;
  }
}

/** JavaScript puts member names that are whole numbers first; only then does the text say more than the value. */
const NUMBERED_MEMBER = /"\d+"\s*:/;

/** Compares the declared hash with the payload. `text` is the document as received, if there is one. */
export function matchPayloadHash(document: unknown, text?: string): HashMatch {
  const declared = findAt(document, '/handoff/meta/payload_hash');
  const payload = findAt(document, '/handoff/payload');
  if (typeof declared !== 'string' || !isJsonObject(payload)) return { kind: 'absent' };
  const measured = hashPayload(payload);
  if (equalHex(declared, measured)) return { kind: 'match', form: 'document-order' };
  if (text !== undefined && NUMBERED_MEMBER.test(text)) {
    const compact = compactMember(text, ['handoff', 'payload']);
    if (compact !== undefined && equalHex(declared, sha256Tagged(compact)))
      return { kind: 'match', form: 'document-order' };
  }
  const canonical = hashCanonicalPayload(payload);
  if (canonical !== undefined && equalHex(declared, canonical)) return { kind: 'match', form: 'canonical' };
  return { kind: 'mismatch', declared, measured };
}

export const hashMismatch = ({ declared, measured }: HashMatch & { kind: 'mismatch' }): DocumentIssue => ({
  path: '/handoff/meta/payload_hash',
  rule: 'payload-hash',
  message: `the payload is not the one that was hashed: declared ${declared}, measured ${measured}`,
  found: JSON.stringify(declared),
  repair: 'do not use it: ask the sender for the document again',
});

/** The document with hash and size of the payload it now has. */
export function withPayloadHash(document: HandoffDocument): HandoffDocument {
  const { handoff } = document;
  const compact = JSON.stringify(handoff.payload);
  return {
    ...document,
    handoff: {
      ...handoff,
      meta: { ...handoff.meta, payload_hash: sha256Tagged(compact), payload_size_bytes: utf8Length(compact) },
    },
  };
}

/** The compact form of one member of a JSON text with its names in the order of the text, whatever they look like. */

const SPACE = /\s/;
const SCALAR_END = /[\s,\]}]/;

/** `text` must be valid JSON; undefined if it has no such member. */
function compactMember(text: string, path: readonly string[]): string | undefined {
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
