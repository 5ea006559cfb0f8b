import type { Json } from '../../kernel/json.ts';
import { stringify } from './input.ts';
import type { HandoffDocument } from './types.ts';

/** The form every document is written and counted in: two-space JSON with one final newline. */
export const renderDocument = (document: Json | HandoffDocument | object): string => `${stringify(document, 2)}\n`;
