/** Points in time, lengths of time and ages as text. Time itself comes in through the Clock port. */
import { BatonError } from './errors/index.ts';
import type { Clock } from './ports/index.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

export interface IsoTime {
  readonly epochMs: number;
  /** `Z` as opposed to an offset, even one of zero. */
  readonly isUtc: boolean;
  readonly offsetMinutes: number;
}

/** Whether a moment has come, asked in the way that tells the clock what the answer hangs on. */
export const isPast = (clock: Clock, momentMs: number): boolean => clock.isPast?.(momentMs) ?? clock.now() >= momentMs;

/** When this day began, in UTC, asked in the same way. */
export const dayOf = (clock: Clock): number => clock.dayMs?.() ?? Math.floor(clock.now() / DAY_MS) * DAY_MS;

/** `2026-02-09T21:00:00.000Z` */
export const renderIsoTime = (epochMs: number): string => new Date(epochMs).toISOString();

/** `2026-02-09T21:00:00Z` */
export const renderIsoSeconds = (epochMs: number): string => `${renderIsoTime(epochMs).slice(0, -5)}Z`;

/** `2026-02-09`, the day in UTC. */
export const renderIsoDate = (epochMs: number): string => renderIsoTime(epochMs).slice(0, -14);

/** `20260209T210000Z`, for file names. */
export const renderCompactTime = (epochMs: number): string => renderIsoSeconds(epochMs).replaceAll(/[-:]/g, '');

const ISO_TIME =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,30}))?)?(?:(Z)|([+-])(\d\d)(?::?(\d\d))?)$/i;
const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** ISO 8601 date and time with `Z` or an offset, valid in the calendar; a time without a zone has no one meaning. */
export function findIsoTime(text: string): IsoTime | undefined {
  const match = ISO_TIME.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = '0', fraction = '', z, sign, offsetHour = '0', offsetMinute = '0'] =
    match;
  const dayMs = dayStart(Number(year), Number(month), Number(day));
  if (dayMs === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;
  const offsetMinutes = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1);
  const minuteMs = dayMs + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS - offsetMinutes * MINUTE_MS;
  if (!isSecondOf(Number(second), minuteMs)) return undefined;
  const fractionMs = Number(fraction.padEnd(3, '0').slice(0, 3));
  return { epochMs: minuteMs + Number(second) * SECOND_MS + fractionMs, isUtc: z !== undefined, offsetMinutes };
}

/** A 61st second exists only as the leap second at the end of a UTC day. */
const isSecondOf = (second: number, minuteMs: number): boolean =>
  second <= 59 || (second === 60 && (((minuteMs + MINUTE_MS) % DAY_MS) + DAY_MS) % DAY_MS === 0);

/** Milliseconds since 1970 of a time in ISO 8601; fails on anything else. */
export function parseIsoTime(text: string): IsoTime {
  const found = findIsoTime(text);
  if (found !== undefined) return found;
  throw new BatonError('INPUT_INVALID', `"${excerpt(text)}" is not an ISO 8601 date and time with Z or an offset`, {
    hint: 'write it like 2026-02-09T21:00:00Z',
  });
}

/** Midnight UTC of a calendar day `YYYY-MM-DD`. */
export function findIsoDate(text: string): number | undefined {
  const match = ISO_DATE.exec(text);
  return match === null ? undefined : dayStart(Number(match[1]), Number(match[2]), Number(match[3]));
}

function dayStart(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  // Not Date.UTC, which reads the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  const isSameDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isSameDay ? date.getTime() : undefined;
}

const UNIT_MS = { w: WEEK_MS, d: DAY_MS, h: HOUR_MS, m: MINUTE_MS, s: SECOND_MS } as const;
type Unit = keyof typeof UNIT_MS;
const UNITS: readonly Unit[] = ['w', 'd', 'h', 'm', 's'];
const DURATION = /^(\d{1,9})([wdhms])$/;

/** `90s`, `5m`, `12h`, `3d`, `2w` in milliseconds. */
export function findDuration(text: string): number | undefined {
  const match = DURATION.exec(text);
  if (match === null) return undefined;
  const unit = UNITS.find((name) => name === match[2]);
  return unit === undefined ? undefined : Number(match[1]) * UNIT_MS[unit];
}

/** Milliseconds of a duration such as 90s, 12h or 3d; fails with INPUT_INVALID on anything else. */
export function parseDuration(text: string): number {
  const found = findDuration(text);
  if (found !== undefined) return found;
  throw new BatonError('INPUT_INVALID', `"${excerpt(text)}" is not a duration`, {
    hint: 'write a number and one of s, m, h, d, w, for example 90s, 12h or 3d',
  });
}

/** The largest unit that says it exactly; whole seconds only. */
export function renderDuration(durationMs: number): string {
  if (!Number.isInteger(durationMs) || durationMs < 0 || durationMs % SECOND_MS !== 0) {
    throw new BatonError('INPUT_INVALID', `${durationMs} ms is not a whole number of seconds`);
  }
  const unit = durationMs === 0 ? 's' : (UNITS.find((name) => durationMs % UNIT_MS[name] === 0) ?? 's');
  return `${durationMs / UNIT_MS[unit]}${unit}`;
}

/** For people: `45 s`, `3 min`, `2 h`, `5 d`; never more exact than one number. */
export function renderAge(ageMs: number): string {
  const age = Math.max(0, ageMs);
  if (age < MINUTE_MS) return `${Math.floor(age / SECOND_MS)} s`;
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)} h`;
  return `${Math.floor(age / DAY_MS)} d`;
}

const excerpt = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
