import type { Json } from '../../kernel/json.ts';
import { cleanLine, wholeText } from './clean-text.ts';

/** An id as another tool gives it, a text or a number, on one line; undefined if there is none. */
export function findForeignId(value: Json | undefined): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const id = cleanLine(wholeText(String(value)));
  return id === '' ? undefined : id;
}
