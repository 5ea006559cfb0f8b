import { canonicalJson } from '../../kernel/canonical-json.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import type { Json } from '../../kernel/json.ts';
import type { HandoffDocument } from '../../protocols/document/index.ts';

/** The hash by which a governed handoff names its document: of all of it, whatever the order of keys. Bare hex, as governance writes hashes. */
export const fingerprint = (document: HandoffDocument): string => sha256Hex(canonicalJson(document as unknown as Json));
