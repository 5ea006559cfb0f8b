/** Secrets known by the form of their surroundings: private keys, connection strings, assignments, headers. */
import { shannonEntropy } from './entropy.ts';
import { isHashOrId, isPlaceholder } from './placeholder.ts';

export interface ShapedKind {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly example: string;
  /** Lower case; one of them must be in the text before the shape is tried around it. */
  readonly keywords: readonly string[];
  /** How much of the text before and behind the keyword the shape may need. */
  readonly before: number;
  readonly after: number;
  /** A sign that must follow the keyword, looked for before the shape is tried. */
  readonly needs?: string;
  /** The group `value` is the secret itself. Tried on a window of bounded size only. */
  readonly shape: RegExp;
  /** Instead of the usual check for placeholders. */
  isReal?(value: string, whole: string): boolean;
}

const LEAST_ENTROPY = 3;

/** A password or key beside its name: long and mixed enough, and no word, path, call or digest. */
function isRealAssignment(value: string): boolean {
  if (isPlaceholder(value) || isHashOrId(value)) return false;
  if (!/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (/^[A-Za-z]+(?:[-_.][A-Za-z]+)*[-_.]?[0-9]{0,4}$/.test(value)) return false;
  return shannonEntropy(value) >= LEAST_ENTROPY;
}

const isRealPassword = (value: string): boolean =>
  !isPlaceholder(value) &&
  !/^(?:pass(?:word|wd)?|secret|user(?:name)?|pwd|admin|root|token|test|guest|[a-z]+_?(?:password|pass|pwd))$/i.test(
    value,
  );

export const SHAPED_KINDS: readonly ShapedKind[] = [
  {
    id: 'secret-private-key',
    name: 'private key',
    about: 'Finds PEM blocks of private keys of every kind, PGP included.',
    example: '-----BEGIN … PRIVATE KEY-----',
    keywords: ['private key'],
    before: 30,
    after: 400,
    shape: /-----BEGIN[ A-Z0-9]{0,20}PRIVATE KEY(?: BLOCK)?-----(?<value>[\s\S]{20,400})/,
    isReal: (value) =>
      /[A-Za-z0-9+/=]{20}/.test(value) && !/(?:\.\.\.|…|xxxx|example|redacted|your)/i.test(value.slice(0, 80)),
  },
  {
    id: 'secret-jwt',
    name: 'JSON web token',
    about: 'Finds signed JSON web tokens: header and payload must be JSON objects in base64.',
    example: 'eyJ….eyJ….…',
    keywords: ['eyj'],
    before: 0,
    after: 1_200,
    shape: /^(?<value>eyJ[A-Za-z0-9_-]{10,800}\.eyJ[A-Za-z0-9_-]{8,1000}\.[A-Za-z0-9_-]{10,400}={0,2})/,
  },
  {
    id: 'secret-connection-string',
    name: 'password in an address',
    about: 'Finds user and password inside a database or web address.',
    example: 'postgres://user:…@host/db',
    keywords: ['://'],
    needs: '@',
    before: 0,
    after: 200,
    shape: /^:\/\/[^\s:@/'"<>`]{0,60}:(?<value>[^\s@'"<>`/]{3,120})@[A-Za-z0-9_.[-]/,
    isReal: isRealPassword,
  },
  {
    id: 'secret-authorization',
    name: 'authorization header',
    about: 'Finds bearer tokens and basic credentials in headers.',
    example: 'Authorization: Bearer …',
    keywords: ['bearer', 'basic ', 'authorization'],
    before: 0,
    after: 300,
    shape: /(?:bearer|basic|token)[ =:]{1,3}(?<value>[A-Za-z0-9_.~+/=-]{16,280})/i,
    isReal: isRealAssignment,
  },
  {
    id: 'secret-assignment',
    name: 'secret beside its name',
    about: 'Finds a random-looking value assigned to a name such as password, token, secret or api key.',
    example: 'DB_PASSWORD=…',
    keywords: [
      'password',
      'passwd',
      'pwd',
      'secret',
      'token',
      'api_key',
      'apikey',
      'api-key',
      'api key',
      'access_key',
      'access-key',
      'private_key',
      'credential',
      'auth_key',
      'client_secret',
      '_key',
      'passphrase',
    ],
    before: 0,
    after: 220,
    shape:
      /^[\w.-]{0,30}["'`)\]]{0,3}\s{0,3}(?:=>|:=|[=:|]|\bto\b|\bis\b)\s{0,3}["'`*]{0,3}(?<value>[A-Za-z0-9_.~+/=!@#$%^&-]{8,150})(?![A-Za-z0-9(])/i,
    isReal: isRealAssignment,
  },
];
