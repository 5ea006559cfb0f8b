import { canonicalJson } from '../../../kernel/canonical-json.ts';
import { equalHex, sha256Tagged } from '../../../kernel/hash.ts';
import { isJsonObject, type Json } from '../../../kernel/json.ts';
import { utf8Length } from '../../../kernel/token-estimate.ts';
import { compactMember } from './compact-member.ts';
import { stringify } from '../input.ts';
import { findAt } from '../pointer.ts';
import type { DocumentIssue, HandoffDocument } from '../types.ts';

/** The two byte forms of a payload whose hash is accepted. */
export type HashForm = 'document-order' | 'canonical';

export type HashMatch =
  | { readonly kind: 'absent' }
  | { readonly kind: 'match'; readonly form: HashForm }
  | { readonly kind: 'mismatch'; readonly declared: string; readonly measured: string };

export const hashPayload = (payload: unknown): string => sha256Tagged(stringify(payload));

/** RFC 8785; undefined for text without a UTF-8 form, which canonical JSON refuses. */
export function hashCanonicalPayload(payload: Json): string | undefined {
  try {
    return sha256Tagged(canonicalJson(payload));
  } catch {
    return undefined;
  }
}

/** JavaScript puts member names that are whole numbers first; only then does the text say more than the value. */
const NUMBERED_MEMBER = /"\d+"\s*:/;

/** Compares the declared hash with the payload. `text` is the document as received, if there is one. */
export function matchPayloadHash(document: unknown, text?: string): HashMatch {
  const declared = findAt(document, '/handoff/meta/payload_hash');
  const payload = findAt(document, '/handoff/payload');
  if (typeof declared !== 'string' || !isJsonObject(payload)) return { kind: 'absent' };
  const measured = hashPayload(payload);
  if (equalHex(declared, measured)) return { kind: 'match', form: 'document-order' };
  if (text !== undefined && NUMBERED_MEMBER.test(text)) {
    const compact = compactMember(text, ['handoff', 'payload']);
    if (compact !== undefined && equalHex(declared, sha256Tagged(compact)))
      return { kind: 'match', form: 'document-order' };
  }
  const canonical = hashCanonicalPayload(payload);
  if (canonical !== undefined && equalHex(declared, canonical)) return { kind: 'match', form: 'canonical' };
  return { kind: 'mismatch', declared, measured };
}

export const hashMismatch = ({ declared, measured }: HashMatch & { kind: 'mismatch' }): DocumentIssue => ({
  path: '/handoff/meta/payload_hash',
  rule: 'payload-hash',
  message: `the payload is not the one that was hashed: declared ${declared}, measured ${measured}`,
  found: JSON.stringify(declared),
  repair: 'do not use it: ask the sender for the document again',
});

/** The document with hash and size of the payload it now has. */
export function withPayloadHash(document: HandoffDocument): HandoffDocument {
  const { handoff } = document;
  const compact = JSON.stringify(handoff.payload);
  return {
    ...document,
    handoff: {
      ...handoff,
      meta: { ...handoff.meta, payload_hash: sha256Tagged(compact), payload_size_bytes: utf8Length(compact) },
    },
  };
}
