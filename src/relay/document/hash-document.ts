import { BatonError } from '../../kernel/errors/index.ts';
import { isJsonObject } from '../../kernel/json.ts';
import { utf8Length } from '../../kernel/token-estimate.ts';
import {
  findAt,
  hashCanonicalPayload,
  hashPayload,
  matchPayloadHash,
  type HashMatch,
} from '../../protocols/document/index.ts';
import { getDocumentText, type DocumentInput } from './read-document.ts';

/** The hashes of a document's payload, and whether the declared one is true. */
export interface PayloadHashes {
  readonly payload_hash: string;
  readonly canonical_hash: string | null;
  readonly payload_size_bytes: number;
  /** Whether the hash the document declares is true. */
  readonly declared: HashMatch;
}

/** The hashes of a document's payload, beside the one it declares. */
export function hashDocument(input: DocumentInput): PayloadHashes {
  const { text, value } = getDocumentText(input);
  const payload = findAt(value, '/handoff/payload');
  if (!isJsonObject(payload)) throw new BatonError('DOCUMENT_INVALID', 'the document has no payload to hash');
  return {
    payload_hash: hashPayload(payload),
    canonical_hash: hashCanonicalPayload(payload) ?? null,
    payload_size_bytes: utf8Length(JSON.stringify(payload)),
    declared: matchPayloadHash(value, text),
  };
}
