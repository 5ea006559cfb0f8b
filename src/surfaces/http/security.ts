/** Who may talk to the daemon. A page in a browser can reach a loopback port, so an address alone proves nothing. */
import { timingSafeEqual } from 'node:crypto';

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
