import { findIsoDate, findIsoTime, renderIsoTime } from '../../kernel/time.ts';

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
