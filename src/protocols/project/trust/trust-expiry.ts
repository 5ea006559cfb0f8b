/** Until when an assertion holds: by its date and time to live, by its Expires cell, or by commits. */
import { BatonError } from '../../../kernel/errors/index.ts';
import { DAY_MS, findDuration, findIsoDate, findIsoTime } from '../../../kernel/time.ts';
import type { Claim } from './trust.ts';

/** When an assertion stops to hold. */
export type Expiry =
  /** Nothing in the row says when it was verified: nobody can say that it still holds. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'at'; readonly epochMs: number }
  /** After this many commits since the one named in the provenance. */
  | { readonly kind: 'commits'; readonly limit: number }
  /** Somebody wrote that it does not expire: `stable`. */
  | { readonly kind: 'never' };

const NEVER = /^(?:stable|permanent|never|none|forever|∞)$/i;

const COMMITS = /^(\d{1,6})c$/;

/** The end of the calendar: whatever lasts longer, no date can say it. */
const LAST_DAY_MS = Date.UTC(9999, 11, 31);
const LONGEST_MS = 100 * 366 * DAY_MS;

/**
 * Verified plus TTL; if those cannot be read, the Expires cell; if that cannot either, the time assertions of this kind
 * have. A bare date counts from 00:00 UTC of that day.
 */
export function decideExpiry(claim: Pick<Claim, 'property' | 'verified' | 'ttl' | 'expires'>): Expiry {
  const ttl = readTtl(claim.ttl);
  const commits = COMMITS.exec(ttl);
  if (commits !== null) return { kind: 'commits', limit: Number(commits[1]) };
  if (NEVER.test(ttl)) return { kind: 'never' };
  const from = findTime(claim.verified);
  const written = findTime(claim.expires);
  if (from !== undefined && findDuration(ttl) !== undefined) return { kind: 'at', epochMs: addTtl(from, ttl) };
  if (written !== undefined) return { kind: 'at', epochMs: written };
  return from === undefined ? { kind: 'unknown' } : { kind: 'at', epochMs: addTtl(from, defaultTtl(claim.property)) };
}

/** Days are counted from the day itself: verifying late in the day gains no hours. */
const addTtl = (from: number, ttl: string): number =>
  Math.min(LAST_DAY_MS, (countsDays(ttl) ? startOfDay(from) : from) + (findDuration(ttl) ?? 0));

/** Also as people write it: `3 days`, `2 W`. */
function readTtl(text: string): string {
  const match = /^(\d{1,9})\s*(h|hours?|d|days?|w|weeks?|c|commits?)$/i.exec(text.trim());
  return match === null ? text.trim() : `${match[1]}${(match[2] ?? '').slice(0, 1).toLowerCase()}`;
}

/** Hours and anything shorter run to the second, however many they are. */
export const countsDays = (ttl: string): boolean => !/[hms]$/.test(ttl);

const findTime = (text: string): number | undefined => findIsoTime(text)?.epochMs ?? findIsoDate(text);
const startOfDay = (epochMs: number): number => Math.floor(epochMs / DAY_MS) * DAY_MS;

/** What an assertion's age is measured by. */
export interface TrustClock {
  readonly nowMs: number;
  /** The same question in the words of a clock that wants to know what is asked. */
  isPast?(momentMs: number): boolean;
  /** Commits between an assertion's own commit and HEAD; undefined if git cannot say. */
  commitsSince(commit: string): number | undefined;
}

export function isExpired(claim: Claim, clock: TrustClock): boolean {
  const expiry = decideExpiry(claim);
  if (expiry.kind === 'unknown') return true;
  if (expiry.kind === 'never') return false;
  if (expiry.kind === 'at') return clock.isPast?.(expiry.epochMs) ?? clock.nowMs >= expiry.epochMs;
  const commit = commitOf(claim);
  const distance = commit === undefined ? undefined : clock.commitsSince(commit);
  // A commit that git does not know any more cannot vouch for anything.
  return distance === undefined || distance >= expiry.limit;
}

/** What was verified and is no more. */
export const hasExpired = (claim: Claim, clock: TrustClock): boolean =>
  claim.status === 'verified' && isExpired(claim, clock);

/** An expired `verified` counts as `assumed`; every other status as written. */
export const decideEffective = (claim: Claim, clock: TrustClock): string =>
  hasExpired(claim, clock) ? 'assumed' : claim.status || 'unknown';

/** The commit an assertion was verified at: the last word of its provenance that looks like one. */
export const commitOf = ({ provenance }: Pick<Claim, 'provenance'>): string | undefined =>
  provenance
    .split(/\s+/)
    .findLast((word) => /^@?[0-9a-f]{7,64}$/.test(word))
    ?.replace(/^@/, '');

/** Build and tests churn, architecture and conventions hardly; everything else a week. */
export function defaultTtl(property: string): string {
  if (/\b(build|builds|test|tests|testing|ci|lint)\b/i.test(property)) return '1d';
  if (/\b(architecture|convention|conventions|design)\b/i.test(property)) return '30d';
  return '7d';
}

/** A time to live that somebody wrote in a table, in its short form; undefined if it is not one. */
export function findTtl(text: string): string | undefined {
  const ttl = readTtl(text);
  return isTtl(ttl) ? ttl : undefined;
}

function isTtl(text: string): boolean {
  const ttlMs = findDuration(text);
  return COMMITS.test(text) || (ttlMs !== undefined && ttlMs > 0 && ttlMs <= LONGEST_MS);
}

export function parseTtl(text: string): string {
  if (isTtl(text)) return text;
  throw new BatonError('INPUT_INVALID', `"${text.slice(0, 40)}" is not a time to live`, {
    hint: 'write 12h, 3d, 2w, at most a hundred years, or a number of commits such as 20c',
  });
}
