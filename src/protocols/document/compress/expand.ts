import { BatonError } from '../../../kernel/errors/index.ts';
import { sha256Tagged } from '../../../kernel/hash.ts';
import type { Json } from '../../../kernel/json.ts';
import type { OriginalFile } from '../original.ts';
import { parseDocumentText } from '../parse.ts';
import { findAt } from '../pointer.ts';
import type { HandoffDocument } from '../types.ts';

/** The whole document out of the text of its file, if it is the one that `document` was made from. */
export function readOriginal(document: HandoffDocument, original: OriginalFile, text: string): Json {
  if (sha256Tagged(text) !== original.checksum) {
    throw new BatonError('DOCUMENT_ORIGINAL_CHANGED', `${original.path} has changed since the document was shortened`, {
      path: original.path,
    });
  }
  const parsed = parseDocumentText(text);
  if (parsed.kind === 'parsed') {
    const other = IDENTITY.find(([path, form]) => isOther(findAt(parsed.value, path), findAt(document, path), form));
    if (other === undefined) return parsed.value;
    throw new BatonError('DOCUMENT_ORIGINAL_CHANGED', `${original.path} holds another document: ${other[0]} differs`, {
      path: original.path,
    });
  }
  throw new BatonError('DOCUMENT_ORIGINAL_CHANGED', `${original.path} is not a document: ${parsed.issue.message}`, {
    path: original.path,
  });
}

/** What shortening never changes. What a repair filled in or converted is not in this form in the original. */
const IDENTITY: readonly (readonly [path: string, form: RegExp])[] = [
  ['/handoff/trace_id', /^[0-9a-f-]{36}$/],
  ['/handoff/timestamp', /Z$/],
  ['/handoff/source/skill', /./],
  ['/handoff/source/workflow_id', /./],
  ['/handoff/target/skill', /./],
];

const isOther = (there: unknown, here: unknown, form: RegExp): boolean =>
  typeof there === 'string' && form.test(there) && there !== here;
