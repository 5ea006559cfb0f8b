import type { Json } from '../../kernel/json.ts';
import type { HandoffDocument } from './types.ts';

/** The form every document is written and counted in: two-space JSON with one final newline. */
export const renderDocument = (document: Json | HandoffDocument): string => `${JSON.stringify(document, null, 2)}\n`;
