import { BatonError, sha256Tagged, type Json } from '../../kernel/index.ts';
import type { OriginalFile } from './compress/original.ts';
import { parseDocumentText } from './parse.ts';
import { findAt } from './pointer.ts';
import type { HandoffDocument } from './types.ts';

/** The whole document out of the text of its file, if it is the one this document was made from. */
export function readOriginal(document: HandoffDocument, original: OriginalFile, text: string): Json {
  if (sha256Tagged(text) !== original.checksum) {
    throw new BatonError('DOCUMENT_ORIGINAL_CHANGED', `${original.path} has changed since the document was shortened`, {
      path: original.path,
    });
  }
  const parsed = parseDocumentText(text);
  const isSame = parsed.kind === 'parsed' && findAt(parsed.value, '/handoff/trace_id') === document.handoff.trace_id;
  if (isSame) return parsed.value;
  throw new BatonError('DOCUMENT_ORIGINAL_CHANGED', `${original.path} does not hold the original of this document`, {
    path: original.path,
  });
}
