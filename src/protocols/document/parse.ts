import { isBatonError } from '../../kernel/errors/index.ts';
import { parseJson, type Json } from '../../kernel/json.ts';
import { assertText } from './input.ts';
import { stringEnd } from './checks/payload-hash.ts';
import { escapePart } from './pointer.ts';
import type { DocumentIssue } from './types.ts';
import { FAILURES } from './words.ts';

export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** A document as it was read, or why it could not be. */
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

/** A whole number past 2^53 can be rounded by JSON readers; the next agent would work with another number. */
function findChangedNumber(text: string, value: Json): DocumentIssue | undefined {
  if (findNumber(value, isLarge, '') === undefined) return undefined;
  const changed = new Set<number>();
  for (const number of numbersIn(text)) if (isChanged(number)) changed.add(Number(number));
  const path = changed.size === 0 ? undefined : findNumber(value, (number) => changed.has(number), '');
  if (path === undefined) return undefined;
  return {
    path,
    rule: 'number',
    message: `${path} has a number beyond 2^53, which JSON readers round`,
    repair: 'write it as a string',
  };
}

const isLarge = (number: number): boolean => Math.abs(number) > Number.MAX_SAFE_INTEGER;

/** Where the first such number is. */
function findNumber(value: Json, isWanted: (number: number) => boolean, path: string): string | undefined {
  if (typeof value === 'number') return isWanted(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, item] of Object.entries(value)) {
    const found = findNumber(item as Json, isWanted, `${path}/${escapePart(name)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The numbers of a JSON text as they are written; digits inside strings are none. */
function* numbersIn(text: string): Generator<string> {
  const token = /"|-?\d[\d.eE+-]*/g;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    if (found[0] === '"') token.lastIndex = stringEnd(text, found.index);
    else yield found[0];
  }
}

/** True for a large number whose value is not that of its shortest text, and for one without a value. */
function isChanged(written: string): boolean {
  const number = Number(written);
  return isLarge(number) && (!Number.isFinite(number) || decimalOf(written) !== decimalOf(String(number)));
}

/** Digits and power of ten: `1500`, `1.5e3` and `15e2` are the same. */
function decimalOf(number: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  return `${sign}${significant}e${Number(power) - fraction.length + digits.length - significant.length}`;
}
