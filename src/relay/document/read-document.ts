import { resolve } from 'node:path';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { Json } from '../../kernel/json.ts';
import { findUtf8 } from '../../kernel/text.ts';
import {
  corrupted,
  isHandoffDocument,
  MAX_DOCUMENT_BYTES,
  parseDocumentText,
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

export type DocumentText =
  | { readonly kind: 'text'; readonly text: string; readonly value: Json }
  | { readonly kind: 'refused'; readonly issue: DocumentIssue };

/** Bytes as received to text and value. A byte order mark stays in the text, which is counted as received. */
export function decodeDocument(bytes: Uint8Array): DocumentText {
  if (bytes.length > MAX_DOCUMENT_BYTES)
    return { kind: 'refused', issue: tooLarge(`more than ${MAX_DOCUMENT_BYTES} bytes`) };
  const text = findUtf8(bytes);
  if (text === undefined) return { kind: 'refused', issue: corrupted('it is not UTF-8 text, at line 1, column 1') };
  const parsed = parseDocumentText(text);
  return parsed.kind === 'parsed' ? { kind: 'text', text, value: parsed.value } : parsed;
}

/** For commands that change a document: its text and value, or a failure that says why not. */
export function getDocumentText(bytes: Uint8Array): { readonly text: string; readonly value: Json } {
  const read = decodeDocument(bytes);
  if (read.kind === 'text') return read;
  throw new BatonError('DOCUMENT_INVALID', read.issue.message, { hint: read.issue.repair, rule: read.issue.rule });
}

/** As getDocumentText, and the document passes the schema. */
export function getDocument(bytes: Uint8Array): { readonly text: string; readonly document: HandoffDocument } {
  const { text, value } = getDocumentText(bytes);
  if (isHandoffDocument(value)) return { text, document: value };
  throw new BatonError('DOCUMENT_INVALID', 'the document does not pass the schema');
}
