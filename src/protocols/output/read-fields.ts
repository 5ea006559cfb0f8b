import type { OutputStatus } from '../../kernel/outcome.ts';
import { findIsoTime } from '../../kernel/time.ts';
import { onOneLine } from './plain-text.ts';
import { NO_DETAILS, OUTPUT_STATUSES } from './schema.ts';

/** A value as written after its marker, and whether decoration had to be removed. */
export interface FieldValue {
  readonly text: string;
  readonly isDecorated: boolean;
}

/** After a bold marker its closing stars are left, and some write a colon. */
export function readValue(raw: string): FieldValue {
  const line = onOneLine(raw);
  const bare = onOneLine(raw.replace(/^\*\*/, '')).replace(/^:(?:\*\* )?\s*/, '');
  return { text: bare, isDecorated: bare.length !== line.length && bare !== '' };
}

/** No path and no status is longer; it also bounds the work on a line that is nothing but decoration. */
const MAX_WRAPPED_LENGTH = 4_096;
const MAX_LAYERS = 4;
const WRAPPED = /^(`{1,3}|\*{1,3}|_{1,2}|["'])(.+)\1$/;

/** Back-ticks, quotes or bold type around the whole value. */
function unwrap(value: FieldValue): FieldValue {
  let { text } = value;
  if (text.length > MAX_WRAPPED_LENGTH) return value;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) text = WRAPPED.exec(text)?.[2]?.trim() || text;
  return { text, isDecorated: value.isDecorated || text !== value.text };
}

export function readStatus(value: FieldValue): {
  readonly status: OutputStatus | undefined;
  readonly isDecorated: boolean;
} {
  const { text, isDecorated } = unwrap(value);
  const word = text.replace(/\.$/, '').toLowerCase();
  return {
    status: OUTPUT_STATUSES.find((status) => status === word),
    isDecorated: isDecorated || text.length !== word.length,
  };
}

export function readDetailsFile(value: FieldValue): FieldValue {
  const bare = unwrap(value);
  return bare.text.toLowerCase() === NO_DETAILS ? { ...bare, text: NO_DETAILS } : bare;
}

export const readTime = (text: string): number | undefined => findIsoTime(text)?.epochMs;

/** A value as a reader will see it, free of everything readers take for decoration. */
export function unwrapValue(text: string): string {
  const bare = onOneLine(text).replace(/^[\s:*>]+/, '');
  const { text: inner } = unwrap({ text: bare, isDecorated: false });
  return inner === bare ? bare : unwrapValue(inner);
}
