import { isAbsolute, resolve } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Json } from '../../kernel/json.ts';
import { findOriginal, MAX_DOCUMENT_BYTES, readOriginal } from '../../protocols/document/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { getDocument, type DocumentInput } from './read-document.ts';
import { resolveSession } from './session-folder.ts';

/** The original of a compressed document. */
export interface Expanded {
  /** The whole document, exactly as it was before. */
  readonly document: Json;
  readonly text: string;
  readonly from: string;
}

/** The document as it was before it was shortened. */
export async function expandDocument(
  platform: Pick<Platform, 'files' | 'project'>,
  input: DocumentInput,
): Promise<Expanded> {
  const { document } = getDocument(input);
  const original = findOriginal(document);
  if (original === undefined) throw new BatonError('DOCUMENT_NOT_COMPRESSED', 'the document refers to no original');
  const base = resolveSession(platform.project, document.handoff.source.session_path);
  const from = isAbsolute(original.path) ? original.path : resolve(base, original.path);
  const text = await platform.files.readText(from, { maxBytes: MAX_DOCUMENT_BYTES });
  return { document: readOriginal(document, original, text), text, from };
}
