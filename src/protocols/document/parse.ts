import { isBatonError } from '../../kernel/errors/index.ts';
import { parseJson, type Json } from '../../kernel/json.ts';
import { assertText } from './input.ts';
import { escapePart } from './pointer.ts';
import type { DocumentIssue } from './types.ts';
import { FAILURES } from './words.ts';

export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

export type ParsedText =
  | { readonly kind: 'parsed'; readonly value: Json }
  | { readonly kind: 'refused'; readonly issue: DocumentIssue };

/** Reads the text of a document; what cannot be read comes back as an issue with its place. */
export function parseDocumentText(text: string): ParsedText {
  assertText(text, 'a document');
  try {
    const value = parseJson(text, { maxBytes: MAX_DOCUMENT_BYTES });
    const issue = findChangedNumber(text, value);
    return issue === undefined ? { kind: 'parsed', value } : { kind: 'refused', issue };
  } catch (error) {
    if (isBatonError(error, 'INPUT_TOO_LARGE')) return { kind: 'refused', issue: tooLarge(error.message) };
    if (isBatonError(error, 'INPUT_INVALID')) return { kind: 'refused', issue: corrupted(error.message) };
    throw error;
  }
}

export const corrupted = (reason: string): DocumentIssue => ({
  path: '',
  rule: 'json',
  message: `${FAILURES.corrupted.failure}: ${reason}`,
  repair: `${FAILURES.corrupted.recovery}: ask the sender to re-create the handoff`,
});

export const tooLarge = (reason: string): DocumentIssue => ({
  path: '',
  rule: 'size',
  message: `the document is too large to be read: ${reason}`,
  repair: 'send less: move content to files and refer to them in payload.references.files',
});

/** Only text with this many digits in a row, or an exponent, can contain a number that reading changes. */
const MAY_CHANGE = /\d{16}|\d[eE]/;

/** A whole number past 2^53 is silently rounded by JSON readers; the next agent would work with another number. */
function findChangedNumber(text: string, value: Json): DocumentIssue | undefined {
  const path = MAY_CHANGE.test(text) ? findUnsafe(value, '') : undefined;
  if (path === undefined) return undefined;
  return {
    path,
    rule: 'number',
    message: `${path} has a number beyond 2^53, which JSON readers round`,
    repair: 'write it as a string',
  };
}

function findUnsafe(value: Json, path: string): string | undefined {
  if (typeof value === 'number')
    return Number.isInteger(value) && Number.isSafeInteger(value) ? undefined : unsafeAt(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, item] of Object.entries(value)) {
    const found = findUnsafe(item as Json, `${path}/${escapePart(name)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const unsafeAt = (value: number, path: string): string | undefined =>
  Math.abs(value) > Number.MAX_SAFE_INTEGER ? path : undefined;
