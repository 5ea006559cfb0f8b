import { given } from '../../kernel/given.ts';
import type { Json } from '../../kernel/json.ts';
import { findIsoDate, findIsoTime, renderIsoTime } from '../../kernel/time.ts';
import { cleanLine, cleanText, wholeText } from './clean-text.ts';
import type { Comment } from './foreign-task.ts';

/** A date, or a date and time in any of the forms other tools write; without a zone it counts as UTC. */
export function findForeignTime(text: string): string | undefined {
  const trimmed = text.trim();
  const epochMs = findIsoDate(trimmed) ?? findIsoTime(withZone(trimmed))?.epochMs;
  const time = epochMs === undefined ? undefined : renderIsoTime(epochMs);
  // A zone can lead into the year 10,000, which no id has room for.
  return time !== undefined && /^\d{4}-/.test(time) ? time : undefined;
}

const withZone = (text: string): string => {
  const joined = text.replace(/^(\d{4}-\d\d-\d\d) +(?=\d)/, '$1T').replace(/ +UTC$/i, 'Z');
  return /(?:Z|[+-]\d\d:?\d\d)$/i.test(joined) ? joined : `${joined}Z`;
};

/** An id as another tool gives it, a text or a number, on one line; undefined if there is none. */
export function findForeignId(value: Json | undefined): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const id = cleanLine(wholeText(String(value)));
  return id === '' ? undefined : id;
}

/** A comment from whatever form its parts have. */
export function readComment(author: Json | undefined, at: Json | undefined, text: Json): Comment {
  const name = typeof author === 'string' ? cleanLine(author) : '';
  const time = typeof at === 'string' ? findForeignTime(at) : undefined;
  return {
    ...(name === '' ? {} : { author: name }),
    ...given({ at: time }),
    text: cleanText(typeof text === 'string' ? text : JSON.stringify(text)).trim(),
  };
}
