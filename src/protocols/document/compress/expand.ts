import { BatonError } from '../../../kernel/errors/index.ts';
import { sha256Tagged } from '../../../kernel/hash.ts';
import type { Json } from '../../../kernel/json.ts';
import type { OriginalFile } from '../original.ts';
import { parseDocumentText } from '../parse.ts';

/** The whole document out of the text of its file, if it is the one this document was made from. */
export function readOriginal(original: OriginalFile, text: string): Json {
  if (sha256Tagged(text) !== original.checksum) {
    throw new BatonError('DOCUMENT_ORIGINAL_CHANGED', `${original.path} has changed since the document was shortened`, {
      path: original.path,
    });
  }
  const parsed = parseDocumentText(text);
  if (parsed.kind === 'parsed') return parsed.value;
  throw new BatonError('DOCUMENT_ORIGINAL_CHANGED', `${original.path} is not a document: ${parsed.issue.message}`, {
    path: original.path,
  });
}
