/** Where a token may begin, and whether all of it is there. */

import { crc32 } from '../../kernel/hash.ts';
import { isAlphanumeric, isHex, unitAt } from '../text/units.ts';
import type { PrefixedKind } from './prefixed.ts';
import type { TokenCheck } from './service-prefixes.ts';

const BACKSLASH = 92;
const PERCENT = 37;
const DASH = 45;
const DOT = 46;
const SLASH = 47;

/** A token does not begin in the middle of a word, a file name or a path; web hooks do. */
const isInsideToken = (unit: number): boolean => isAlphanumeric(unit) || unit === 95 || unit === 46 || unit === 45;

/** Prefixes that are also words or parts of names; all others with a sign of their own are recognised after any sign. */
const ORDINARY =
  /^(?:access|api|ext|key|live|mob|perm|pubkey|retool|rootly|rubygems|sdk|secret|test|polar|pat|sat|ico|ops|pul|[a-z]{1,2})[-_.:]$/i;
const OWN_SIGN = /[-_]$/;
/** Long enough not to occur by accident inside a row of random letters. */
const LEAST_ANYWHERE = 6;
/** What names are put before tokens with: `DEPLOY_`, `stage-`, `config.`, the folders of an address. */
const AFTER_NAME = /(?:^|[^A-Za-z0-9_-])(?:(?:[A-Z]+|[A-Z]?[a-z]+)[_-]){1,4}$|[./]$/;
const LONGEST_NAME = 48;

/** Whether a token with this beginning may begin at `start`. */
export function mayBeginAt(text: string, start: number, prefix: string): boolean {
  const before = unitAt(text, start - 1);
  const isBorder = !isInsideToken(before) && (before !== SLASH || prefix.includes('/'));
  // The address of a web hook may begin with the name of its owner.
  const isHost = (before === DOT || before === DASH) && /^[a-z]+\.[a-z.]+\//.test(prefix);
  if (isBorder || isHost || endsEscape(text, start)) return true;
  if (isAlphanumeric(before) || !OWN_SIGN.test(prefix) || ORDINARY.test(prefix)) return false;
  return prefix.length >= LEAST_ANYWHERE || AFTER_NAME.test(text.slice(Math.max(0, start - LONGEST_NAME), start));
}

/** `\n`, `\u000A` and `%20` end before the token; their letters are not part of it. */
function endsEscape(text: string, end: number): boolean {
  if (unitAt(text, end - 2) === BACKSLASH) return /[nrtbfv0]/.test(text.charAt(end - 1));
  const isHexPair = isHex(unitAt(text, end - 1)) && isHex(unitAt(text, end - 2));
  if (isHexPair && unitAt(text, end - 3) === PERCENT) return true;
  return /\\u[0-9a-fA-F]{4}$/.test(text.slice(Math.max(0, end - 6), end));
}

const MASK = /[#*•]{3}|\.{3}|…/y;

/** Whether what follows was already made unreadable: the rest of the value is not there. */
export function isMaskedAt(text: string, end: number): boolean {
  MASK.lastIndex = end;
  return MASK.test(text);
}

/** A form that requires this many characters in a row matches only whole tokens. */
const WHOLE_ROW = 16;

/** Dots after a whole token hide nothing of it. */
export const isWholeToken = ({ getBody }: PrefixedKind, body: string): boolean =>
  /[A-Za-z0-9=]$/.test(body) &&
  [...getBody().source.matchAll(/\{(\d+)/g)].some(([, least]) => Number(least) >= WHOLE_ROW);

/** A form with one length only: what fits is a token, even if its letters are in order. */
export const hasFixedLength = ({ getBody }: PrefixedKind): boolean =>
  !/\{\d+,|[+*](?!\/)/.test(getBody().source.replaceAll(/\[[^\]]*\]/g, '')) &&
  [...getBody().source.matchAll(/\{(\d+)\}/g)].some(([, length]) => Number(length) >= WHOLE_ROW);

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const GITHUB_CHECK_LENGTH = 6;

/** Whether the checksum inside a token is right. */
export function passesCheck(check: TokenCheck, token: string): boolean {
  const underscore = token.indexOf('_');
  const body = token.slice(underscore + 1);
  return check === 'github' && body.endsWith(renderGithubCheck(body.slice(0, -GITHUB_CHECK_LENGTH)));
}

/** The CRC (32 bits) of the random part, in base 62, six digits: the end of GitHub and npm tokens. */
export function renderGithubCheck(random: string): string {
  let rest = crc32(random) >>> 0;
  let digits = '';
  while (digits.length < GITHUB_CHECK_LENGTH) {
    digits = `${BASE62[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
