import { isBatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, parseJsonPrefix, type Json } from '../../../kernel/json.ts';
import { renderOriginalReference, type OriginalFile } from '../original.ts';
import { MAX_DOCUMENT_BYTES } from '../parse.ts';
import { findAt, withValueAt } from '../pointer.ts';
import type { DocumentIssue } from '../types.ts';

/** The protocol's prompt for a model, word for word, with document and errors filled in. */
export const renderRepairPrompt = (document: Json, errors: readonly DocumentIssue[]): string =>
  `The following handoff failed validation:

${JSON.stringify(document, null, 2)}

Validation errors:
${errors.map(({ path, message }) => `- ${path === '' ? '' : `${path}: `}${message}`).join('\n')}

Please repair the handoff to comply with universal handoff schema v3.0.
Return only the repaired JSON (no explanation).
`;

/** The JSON object of a reply: bare, in a code fence, or after some words. */
export function parseRepairReply(reply: string): Json | undefined {
  const fenced = findFenced(reply);
  for (const text of fenced === undefined ? [reply] : [fenced, reply]) {
    const start = text.indexOf('{');
    if (start === -1) continue;
    try {
      return parseJsonPrefix(text.slice(start), { maxBytes: MAX_DOCUMENT_BYTES }).value;
    } catch (error) {
      if (!isBatonError(error)) throw error;
    }
  }
  return undefined;
}

const FENCE = '```';

/** The text in the first code fence. */
function findFenced(reply: string): string | undefined {
  const open = reply.indexOf(FENCE);
  const start = reply.indexOf('\n', open);
  const end = reply.indexOf(`\n${FENCE}`, start);
  return open === -1 || start === -1 || end === -1 ? undefined : reply.slice(start, end);
}

/** The third repair attempt: the working context alone, with one reference to the file that holds everything. */
export function simplifyPayload(document: Json, original: OriginalFile): Json | undefined {
  const working = findAt(document, '/handoff/payload/working');
  if (!isJsonObject(working)) return undefined;
  const references = { files: [renderOriginalReference(original)] };
  // A literal of JSON values; interfaces have no index signature of their own.
  return withValueAt(document, '/handoff/payload', { working, references } as unknown as Json);
}
