import { maskAddress } from '../../../kernel/config/index.ts';
import { BatonError } from '../../../kernel/errors/index.ts';

export interface Host {
  readonly host: string;
  readonly port: number;
}

export interface StoreAddress {
  /** Tried in this order; the first that takes changes is used. */
  readonly hosts: readonly Host[];
  /** As given, for one of the hosts. */
  urlFor(host: Host): string;
  /** Without the password. */
  readonly shown: string;
}

const ADDRESS = /^postgres(?:ql)?:\/\/(?:(?<login>[^/?#]*)@)?(?<hosts>[^@/?#]+)(?<rest>[/?#].*)?$/;
const DEFAULT_PORT = 5432;

/** `postgres://user:password@one:5432,two:5432/database?sslmode=require`. Fails with STORE_ADDRESS_INVALID. */
export function parseStoreAddress(text: string): StoreAddress {
  const shown = maskAddress(text);
  const groups = ADDRESS.exec(text)?.groups;
  if (groups?.['hosts'] === undefined) throw new BatonError('STORE_ADDRESS_INVALID', describeNoAddress(text, shown));
  const { login, hosts, rest = '' } = groups;
  assertTlsMode(rest);
  return {
    hosts: hosts.split(',').map((part) => parseHost(part)),
    urlFor: ({ host, port }) => `postgres://${login === undefined ? '' : `${login}@`}${host}:${port}${rest}`,
    shown,
  };
}

const TLS_MODES: readonly string[] = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** The driver takes an unknown word for TLS of some kind. */
function assertTlsMode(rest: string): void {
  const mode = new URLSearchParams(rest.slice(rest.indexOf('?') + 1)).get('sslmode');
  if (!rest.includes('?') || mode === null || TLS_MODES.includes(mode)) return;
  throw new BatonError('STORE_ADDRESS_INVALID', `the setting store has the unknown sslmode ${JSON.stringify(mode)}`, {
    hint: `sslmode is one of ${TLS_MODES.join(', ')}`,
  });
}

/** What is no address at all may hold a password anywhere: of that nothing is shown. */
const describeNoAddress = (text: string, shown: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? `${shown} is not an address of a PostgreSQL database`
    : 'the setting store holds neither files nor an address that begins with postgres://';

/** What cannot be read as a host may be a piece of a password: it is not shown. */
function parseHost(text: string): Host {
  const match = /^(?<host>\[[0-9a-f:.]+\]|[^:[\]]+)(?::(?<port>\d{1,5}))?$/i.exec(text);
  const port = Number(match?.groups?.['port'] ?? DEFAULT_PORT);
  if (match?.groups?.['host'] === undefined || port > 65_535)
    throw new BatonError('STORE_ADDRESS_INVALID', 'the setting store names something that is no host with a port', {
      hint: 'in user and password write / as %2F, ? as %3F, # as %23, @ as %40, : as %3A',
    });
  return { host: match.groups['host'], port };
}
