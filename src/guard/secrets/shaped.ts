/** Secrets known by the form of their surroundings: private keys, connection strings, assignments, headers. */
import { isAlphanumeric, unitAt } from '../text/units.ts';
import { isPlaceholder, shannonEntropy } from './placeholder.ts';
import {
  isJwt,
  isRealAddressPassword,
  isRealAssignment,
  isRealLogin,
  isRealOption,
  isRealParameter,
  isToken,
  isUserAndPassword,
  isWordy,
  LEAST_ENTROPY,
} from './real-values.ts';
import { CONFIG_KINDS } from './config-values.ts';
import { ISSUER_KINDS } from './issuer-keys.ts';
import { findKeyEnd, PRIVATE_KEY_KINDS } from './private-keys.ts';
import { NAMED_KINDS } from './named-tokens.ts';
import { PASSWORD_ABROAD } from './password-words.ts';
import { KEYWORD_WINDOW, type ShapedKind } from './shaped-kind.ts';
import { RECEIVED_KINDS } from './received-values.ts';
import { WRITTEN_KINDS } from './written-values.ts';

const isTokenUnit = (unit: number): boolean => isAlphanumeric(unit) || unit === 95 || unit === 45;
const LONG_RUN = 24;

/** A full stop or dot after a long run of letters and digits; rare. */
function endsLongRun(text: string, at: number): boolean {
  for (let i = at - 1; i >= at - LONG_RUN; i -= 1) if (!isTokenUnit(unitAt(text, i))) return false;
  return true;
}

/** Between quotation marks everything to the closing one; elsewhere what neither a sentence nor a program would end with. */
const VALUE = [
  String.raw`(?<=")[^"\\\s]{8,200}(?=\\?")`,
  String.raw`(?<=')[^'\\\s]{8,200}(?=')`,
  String.raw`(?<=\x60)[^\x60\\\s]{8,200}(?=\x60)`,
  String.raw`(?:[A-Za-z0-9_.~+/=!@#$%^&:?-]|\*(?=\w)|;(?![\w .-]{0,20}[=\s]|$)){8,200}?(?=["'\x60*\s,;)}|\]]|</|\\[nrt"']|\.\s|\.?$)`,
].join('|');
const NAME = String.raw`(?<name>[\w.-]{0,30})(?:\[\d{0,4}\])?["'\x60*)\]\\]{0,4}[ \t]{0,12}`;
const GIVEN = String.raw`(?:=>|:=|:-|(?:\|\||\?\?)(?= ?["'\x60])|\bor\b(?= ["'])|string =|(?::[ \t]{0,2}(?:String|str|string|const char ?\*)\??[ \t]{0,2})?==?|[:：|]|(?<=["'] ?),(?=[ \t]{0,2}b?["'])|\bto\b|\bis\b|\bwas\b)`;
const ASSIGNMENT = new RegExp(
  String.raw`^${NAME}${GIVEN}["'\x60*\\]{0,3}[ \t]{0,3}(?:[bfru]{1,2}(?=["']))?["'\x60*\\]{0,3}(?<value>${VALUE})`,
  'i',
);

const OWN_KINDS: readonly ShapedKind[] = [
  {
    id: 'secret-private-key',
    name: 'private key',
    about: 'Finds PEM blocks of private keys of every kind, PGP included.',
    example: '-----BEGIN … PRIVATE KEY-----',
    keywords: ['private key'],
    before: 30,
    after: 400,
    shape: /-----BEGIN[ A-Z0-9]{0,20}PRIVATE KEY(?: BLOCK)?-----(?<value>[\s\S]{20,400}?)(?:-----END|$)/,
    findEnd: findKeyEnd,
    isReal: (value) =>
      /[A-Za-z0-9+/=]{20}/.test(value) && !/(?:\.\.\.|…|xxxx|example|redacted|your)/i.test(value.slice(0, 80)),
  },
  {
    id: 'secret-jwt',
    name: 'JSON web token',
    about: 'Finds signed JSON web tokens: header and payload must be JSON objects in base64.',
    example: 'eyJ….eyJ….…',
    keywords: ['eyj'],
    isAtKeyword: true,
    before: 0,
    after: 1_200,
    isReal: isJwt,
    shape: /^(?<value>eyJ[A-Za-z0-9_-]{10,800}\.eyJ[A-Za-z0-9_-]{8,1000}\.[A-Za-z0-9_-]{10,400}={0,2})/,
  },
  {
    id: 'secret-discord-bot',
    name: 'Discord bot token',
    about: 'Finds a Discord bot token by the words around it and its form.',
    example: '.… = …',
    keywords: ['.'],
    before: 30,
    after: KEYWORD_WINDOW,
    isLikely: endsLongRun,
    shape:
      /(?<![A-Za-z0-9])(?<value>[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38})(?![A-Za-z0-9_-])/,
    isReal: isToken,
  },
  {
    id: 'secret-connection-string',
    name: 'password in an address',
    about: 'Finds user and password inside a database or web address.',
    example: 'postgres://user:…@host/db',
    keywords: ['://'],
    needs: '@',
    isAtKeyword: true,
    before: 0,
    after: 200,
    shape:
      /^:\/\/(?<user>[^\s:@/'"<>`]{0,60}):(?<value>[^\s'"<>`/[\]^+]{3,120}|[^\s@'"<>`/]{3,120})@(?!(?:[\w-]+\.){0,3}example\.(?:com|org|net)\b|(?:host(?:name)?|server|domain|address)(?:[:/\s`"')]|$))(?<host>[A-Za-z0-9_.[-]{1,80})/,
    isReal: isRealAddressPassword,
  },
  {
    id: 'secret-authorization',
    name: 'authorization header',
    about: 'Finds bearer tokens and basic credentials in headers.',
    example: 'Authorization: Bearer …',
    keywords: ['bearer', 'basic ', 'authorization'],
    isAtKeyword: true,
    before: 0,
    after: 300,
    shape: /(?:bearer|basic|token)[ =:]{1,3}(?<value>[A-Za-z0-9_.~+/=-]{16,400})/i,
    isReal: (value, match) =>
      !isPlaceholder(value) &&
      !isWordy(value) &&
      shannonEntropy(value) >= LEAST_ENTROPY &&
      (!/^basic/i.test(match[0]) || isUserAndPassword(value)),
  },
  {
    id: 'secret-assignment',
    name: 'secret beside its name',
    about:
      'Finds a random-looking value beside a name such as password, token, secret or api key: assigned, in a table, in a sentence.',
    example: 'DB_PASSWORD=…',
    keywords: [
      'password',
      'passwd',
      'pwd',
      'passphrase',
      'secret',
      'token',
      'credential',
      'api_key',
      'apikey',
      'api-key',
      'api key',
      'secret key',
      'access key',
      'access_key',
      'access-key',
      'accesskey',
      'private_key',
      'auth_key',
      'client_secret',
      '_key',
      'signing key',
      'encryption_key',
      'encryption-key',
      'passcode',
      '_pass',
      'authkey',
      ...PASSWORD_ABROAD,
    ],
    before: 0,
    after: 240,
    shape: ASSIGNMENT,
    isReal: isRealAssignment,
  },
  {
    id: 'secret-url-parameter',
    name: 'secret in a web address',
    about: 'Finds a random value after token, key, secret, password or signature in a web address.',
    example: '?token=…',
    keywords: ['token=', 'key=', 'secret=', 'password=', 'signature='],
    isAtKeyword: true,
    before: 0,
    after: 240,
    shape: /^(?:token|key|secret|password|signature)=(?<value>[A-Za-z0-9_%.~+/-]{20,200})(?=[&\s"'`)]|$)/i,
    isReal: isRealParameter,
    isWhole: true,
  },
  {
    id: 'secret-command-line',
    name: 'password on a command line',
    about:
      'Finds a password or token after an option of a command: `--password`, `--token`, `curl -u user:…`, `mysql -p…`.',
    example: 'curl -u user:…',
    keywords: ['--password', '--passwd', '--pass', '--token', '--secret', '--api-key', '--apikey', 'curl ', 'mysql '],
    isAtKeyword: true,
    before: 0,
    after: 200,
    shape:
      /^(?:--(?:pass(?:word|wd)?|token|secret|api-?key)(?: {1,3}|=)["']?|(?:curl|mysql) [^\n|;]{0,120}?(?:(?<=\s)(?:-u|--user)[ =]{1,2}["']?[\w.@-]{1,40}:|(?<=^mysql[^\n]{0,100}\s)-p))(?<value>[A-Za-z0-9_.~+/=!@#$%^&*-]{8,120})(?=["'\s\\`]|$)/i,
    isReal: isRealOption,
  },
  {
    id: 'secret-markup',
    name: 'secret in a configuration element',
    about: 'Finds a password, token or key as the text of an XML element or as the value attribute beside its name.',
    example: '<password>…</password>',
    keywords: [
      'password>',
      'password">',
      '_key">',
      '_secret">',
      '_token">',
      'passphrase>',
      'token>',
      'secret>',
      'apikey>',
      '.key">',
      'password" value=',
      'token" value=',
      'secret" value=',
      'apikey" value=',
      'key" value=',
    ],
    before: 0,
    after: 200,
    shape: /^["']?(?<value>[^\s<>"']{8,120})(?=<\/|["'])/,
    isReal: isRealOption,
  },
  {
    id: 'secret-login-pair',
    name: 'user and password side by side',
    about:
      'Finds a password that stands after a user name and a slash or colon, after words such as login or credentials.',
    example: 'login admin / …',
    keywords: ['login', 'logins', 'credentials', 'creds', 'log in with', 'sign in with'],
    before: 0,
    after: 120,
    shape:
      /^(?: with| as| is| are|:)?[ \t]{1,2}["'`*]{0,2}[A-Za-z][\w.@-]{1,40}["'`*]{0,2}[ \t]{0,2}[/:|][ \t]{0,2}["'`*]{0,2}(?<value>[A-Za-z0-9_.~+!@#$%^&*-]{8,60})(?=["'`*\s,;)]|\.?$)/i,
    isReal: isRealLogin,
    isWhole: true,
  },
  {
    id: 'secret-in-prose',
    name: 'secret named in a sentence',
    about: 'Finds a long random value that directly follows the word token, secret, password or key in a sentence.',
    example: 'used the token … for the smoke test',
    keywords: ['token', 'secret', 'password', 'api key', 'secret key', 'access key', 'credentials', 'apikey'],
    before: 0,
    after: 240,
    shape: /^(?<name>s?)\s{1,2}["'`*(]{0,2}(?<value>[A-Za-z0-9_.~+/=-]{16,200})["'`*)]{0,2}(?=[\s,;:]|\.?$|\.\s)/i,
    isReal: (value, match, before, keyword) =>
      /[0-9].*[A-Za-z].*[0-9]|[A-Za-z].*[0-9].*[A-Za-z]/.test(value) &&
      isRealAssignment(value, match, before, keyword) &&
      shannonEntropy(value) >= 3.2,
  },
];

export const SHAPED_KINDS: readonly ShapedKind[] = [
  ...OWN_KINDS,
  ...WRITTEN_KINDS,
  ...CONFIG_KINDS,
  ...RECEIVED_KINDS,
  ...PRIVATE_KEY_KINDS,
  ...NAMED_KINDS,
  ...ISSUER_KINDS,
];
