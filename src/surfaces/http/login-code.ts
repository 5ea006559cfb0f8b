/**
 * How a browser gets the token without ever having it in an address: the address holds a code that works once and for
 * a few minutes, and the page exchanges it. What remains in a history or a log is worth nothing.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock, Random } from '../../kernel/ports/index.ts';

const LIFETIME_MS = 5 * 60_000;
const NONCE_BYTES = 16;

const sign = (token: string, claim: string): string =>
  createHmac('sha256', token).update(`baton-board-login ${claim}`).digest('base64url');

/** Anyone who knows the token can create one; nobody can derive the token from it. */
export function createLoginCode(token: string, { clock, random }: { clock: Clock; random: Random }): string {
  const nonce = Buffer.from(random.bytes(NONCE_BYTES)).toString('base64url');
  const claim = `${(clock.now() + LIFETIME_MS).toString(36)}.${nonce}`;
  return `${claim}.${sign(token, claim)}`;
}

export interface LoginDesk {
  /** True once for a code of this token that has not lapsed. */
  redeem(code: string): boolean;
}

export function createLoginDesk(token: string, clock: Clock): LoginDesk {
  const used = new Map<string, number>();
  return {
    redeem(code) {
      const now = clock.now();
      for (const [old, expiresMs] of used) if (expiresMs <= now) used.delete(old);
      const match = /^(([0-9a-z]{1,12})\.[\w-]{22})\.([\w-]{43})$/.exec(code);
      const [, claim = '', expiry = '', given = ''] = match ?? [];
      const expiresMs = Number.parseInt(expiry, 36);
      if (match === null || used.has(claim) || expiresMs <= now || expiresMs > now + LIFETIME_MS) return false;
      if (!timingSafeEqual(Buffer.from(given), Buffer.from(sign(token, claim)))) return false;
      used.set(claim, expiresMs);
      return true;
    },
  };
}
