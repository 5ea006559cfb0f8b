import { resolve } from 'node:path';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { Json } from '../../kernel/json.ts';
import { findUtf8, positionAt } from '../../kernel/text.ts';
import {
  assertDocument,
  corrupted,
  MAX_DOCUMENT_BYTES,
  parseDocumentText,
  renderDocument,
  tooLarge,
  type DocumentIssue,
  type HandoffDocument,
} from '../../protocols/document/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';

/** The bytes of a document, or why they were not read. */
export type DocumentBytes =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly issue: DocumentIssue };

export async function readDocumentBytes(
  { files, project: { folder } }: Pick<Platform, 'files' | 'project'>,
  path: string,
): Promise<DocumentBytes> {
  try {
    return { kind: 'bytes', bytes: await files.readBytes(resolve(folder, path), { maxBytes: MAX_DOCUMENT_BYTES }) };
  } catch (error) {
    if (isBatonError(error, 'INPUT_TOO_LARGE')) return { kind: 'refused', issue: tooLarge(error.message) };
    throw error;
  }
}

/** A document as callers have it: bytes as received, text, or the value itself. */
export type DocumentInput = Uint8Array | string | object;

export type DocumentText =
  | { readonly kind: 'text'; readonly text: string; readonly value: Json }
  | { readonly kind: 'refused'; readonly issue: DocumentIssue };

/** What was received as text and value. A byte order mark stays in the text, which is counted as received. */
export function decodeDocument(input: DocumentInput): DocumentText {
  const text = input instanceof Uint8Array ? decodeBytes(input) : textOf(input);
  if (typeof text !== 'string') return text;
  const parsed = parseDocumentText(text);
  return parsed.kind === 'parsed' ? { kind: 'text', text, value: parsed.value } : parsed;
}

type Refused = Extract<DocumentText, { kind: 'refused' }>;

function decodeBytes(bytes: Uint8Array): string | Refused {
  if (bytes.length > MAX_DOCUMENT_BYTES)
    return { kind: 'refused', issue: tooLarge(`more than ${MAX_DOCUMENT_BYTES} bytes`) };
  return findUtf8(bytes) ?? { kind: 'refused', issue: corrupted(`it is not UTF-8 text, at ${placeOfFault(bytes)}`) };
}

/** The first byte that begins no character. */
function placeOfFault(bytes: Uint8Array): string {
  let low = 0;
  let high = bytes.length;
  const isFine = (end: number): boolean => {
    try {
      // A character that only begins before the end is no fault yet.
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (isFine(middle)) low = middle;
    else high = middle - 1;
  }
  const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, low), { stream: true });
  const { line, column } = positionAt(before, before.length);
  return `line ${line}, column ${column} (byte ${low + 1})`;
}

/** A value is counted and checked in the form it would be written in. */
function textOf(input: unknown): string {
  if (typeof input === 'string') return input;
  if (typeof input === 'object' && input !== null) return renderDocument(input);
  const found = input === null ? 'null' : typeof input;
  throw new BatonError('INPUT_INVALID', `a document is bytes, text or an object; found ${found}`);
}

/** For commands that change a document: its text and value, or a failure that says why not. */
export function getDocumentText(input: DocumentInput): { readonly text: string; readonly value: Json } {
  const read = decodeDocument(input);
  if (read.kind === 'text') return read;
  throw new BatonError('DOCUMENT_INVALID', read.issue.message, { hint: read.issue.repair, rule: read.issue.rule });
}

/** As getDocumentText, and the document passes the schema. */
export function getDocument(input: DocumentInput): { readonly text: string; readonly document: HandoffDocument } {
  const { text, value } = getDocumentText(input);
  assertDocument(value);
  return { text, document: value };
}
