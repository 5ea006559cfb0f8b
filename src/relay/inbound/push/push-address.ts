import { BatonError } from '../../../kernel/errors/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Origins that a person has named for notifications; none: nobody may ask for them. */
export function listPushOrigins({ project }: Pick<Platform, 'project'>): readonly string[] {
  const words = (project.settings.values['a2a.push'] ?? '').split(/\s+/).filter((word) => word !== '');
  return words.flatMap((word) => findOrigin(word) ?? []);
}

/**
 * The daemon connects from inside a network that its callers do not see: only to origins that a person has named, over
 * TLS unless they are on this machine, and never with a password in the address.
 */
export function assertPushAddress(platform: Pick<Platform, 'project'>, address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') throw refused(address, 'is not an address');
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
  if (!isSafe) throw refused(address, 'is not an https address');
  if (!listPushOrigins(platform).includes(url.origin))
    throw refused(address, 'is at an origin that nobody here allowed');
}

const findOrigin = (word: string): string | undefined => (URL.canParse(word) ? new URL(word).origin : undefined);

const refused = (address: string, reason: string): BatonError =>
  new BatonError('INPUT_INVALID', `notifications cannot be sent there: ${address} ${reason}`, {
    hint: 'a person allows an origin with baton config set a2a.push',
  });
