import { isJsonObject, type Json } from '../../../kernel/json.ts';
import { renderOriginalReference, type OriginalFile } from '../original.ts';
import { findAt, withValueAt } from '../pointer.ts';

/** The third repair attempt: the working context alone, with one reference to the file that holds everything. */
export function simplifyPayload(document: Json, original: OriginalFile): Json | undefined {
  const working = findAt(document, '/handoff/payload/working');
  if (!isJsonObject(working)) return undefined;
  const references = { files: [renderOriginalReference(original)] };
  // A literal of JSON values; interfaces have no index signature of their own.
  return withValueAt(document, '/handoff/payload', { working, references } as unknown as Json);
}
