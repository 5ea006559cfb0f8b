import { crc32 } from '../../kernel/hash.ts';
import type { TokenCheck } from './prefixed-row.ts';

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
