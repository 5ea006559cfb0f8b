/** Who may talk to the daemon. A page in a browser can reach a loopback port, so an address alone proves nothing. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock, Random } from '../../kernel/ports/index.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

export interface Gate {
  /** Host names this server answers to, beside the loopback ones. */
  readonly hosts: ReadonlySet<string>;
  readonly token: string;
  /** Every request needs the token, not only writes. */
  readonly isOpenAddress: boolean;
}

export type Refusal = 'host' | 'origin' | 'token';

export interface Credentials {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
  /** What the browser says of where a request comes from (`Sec-Fetch-Site`). */
  readonly site: string | undefined;
  readonly isWrite: boolean;
}

/** A foreign Host is a rebound name, a foreign Origin somebody else's page; both are refused before anything is read. */
export function findRefusal(
  gate: Gate,
  { host, origin, site, authorization, isWrite }: Credentials,
): Refusal | undefined {
  if (host === undefined || !isOwnHost(gate, host)) return 'host';
  if (site === 'cross-site' || (origin !== undefined && !isOwnOrigin(gate, origin, host))) return 'origin';
  if ((isWrite || gate.isOpenAddress) && !hasToken(gate, authorization)) return 'token';
  return undefined;
}

function isOwnHost({ hosts }: Gate, host: string): boolean {
  const name = host.toLowerCase().replace(/:\d+$/, '');
  return LOOPBACK.has(name) || hosts.has(name);
}

/** The page of this very server, or of a name that its operator gave it: another port of the machine is somebody else's. */
function isOwnOrigin({ hosts }: Gate, origin: string, host: string): boolean {
  const own = /^https?:\/\/([^/]+)$/.exec(origin.toLowerCase())?.[1];
  const name = own?.replace(/:\d+$/, '') ?? '';
  return own === host.toLowerCase() || (hosts.has(name) && !LOOPBACK.has(name));
}

function hasToken({ token }: Gate, authorization: string | undefined): boolean {
  const given = Buffer.from(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

export const isLoopbackAddress = (address: string): boolean =>
  address === 'localhost' || address === '::1' || /^127(?:\.\d{1,3}){3}$/.test(address);

/** Nothing inline, nothing from elsewhere, no frames: whatever an agent wrote cannot become code on the board. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/**
 * How a browser gets the token without ever having it in an address: the address holds a code that works once and for
 * a few minutes, and the page exchanges it. What remains in a history or a log is worth nothing.
 */

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

interface LoginDesk {
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
