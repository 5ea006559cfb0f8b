/** Secrets by what receives them: a call of a program, a command that reads them from a pipe, a line of a server's settings. */
import { shannonEntropy } from './placeholder.ts';
import { isWordy, LEAST_ENTROPY } from './real-values.ts';
import type { ShapedKind } from './shaped-kind.ts';
import { isMixed, isWritten, isWrittenBare, writtenKind } from './written-values.ts';

const isReceived = (value: string): boolean => isWrittenBare(value) && !isWordy(value);
const isReceivedMixed = (value: string): boolean =>
  isReceived(value) && isMixed(value) && shannonEntropy(value) >= LEAST_ENTROPY;

/** An argument before the value: a text, a number, or what a variable holds. */
const ARGUMENT = String.raw`(?:"[^"\n]{0,120}"|'[^'\n]{0,120}'|[$\w.:>-]{1,60}),\s{0,16}`;
const FIRST =
  'set(?:password|passphrase|apikey|secret|token|accesstoken)|\\.password|azurekeycredential|with(?:token|apikey)';
const SECOND =
  '(?:http|set|with)?basic_?auth|\\bauth=|\\.auth|withcredentials|(?:aws|password|simple|login)credentials?|loginuser';
const THIRD = 'mysqli?_connect|new (?:mysqli|pdo)|ftp_login|ldap_bind|ssh2_auth_password';

/** What stands beside a password without being one: what it is or must be, and the words of samples. */
const SAYS_WHAT =
  /pass|pwd|secret|word|user|auth|valid|correct|wrong|require|option|disable|enable|encrypt|hash|generat|default|string|boolean|number|integer|any|some|what|noth|not-?|unknown|different|same|match|sensitive|prompt|field|input|empty|missing|null|credential|demo|plain|text|varchar|reset|change|forgot|strength|current|confirm/;

export const RECEIVED_KINDS: readonly ShapedKind[] = [
  writtenKind(
    'call-argument',
    'password in a call',
    'Finds the password that a program passes to a call for logging in: `setPassword("…")`, `auth=("ada", "…")`, `mysqli_connect(…)`.',
    'setPassword("…")',
    [
      'setpassword(',
      'setpassphrase(',
      'setapikey(',
      'setsecret(',
      'settoken(',
      'setaccesstoken(',
      '.password(',
      'azurekeycredential(',
      'withtoken(',
      'withapikey(',
      'basicauth(',
      'basic_auth(',
      'auth=(',
      '.auth(',
      'credentials(',
      'credential(',
      'loginuser(',
      'mysqli_connect(',
      'mysql_connect(',
      'new mysqli(',
      'new pdo(',
      'ftp_login(',
      'ldap_bind(',
      'ssh2_auth_password(',
    ],
    new RegExp(
      String.raw`(?:(?:${FIRST})\(|(?:${SECOND})\(\s{0,8}${ARGUMENT}|(?:${THIRD})\(\s{0,8}${ARGUMENT}${ARGUMENT})\s{0,8}(?:"(?=[^"\n]{0,120}")|'(?=[^'\n]{0,120}'))(?<value>[^\s"']{6,120})["']`,
      'i',
    ),
    isReceived,
    24,
  ),
  writtenKind(
    'piped-password',
    'password in a pipe',
    'Finds the password that a command prints for one that reads it: `echo … | sudo -S`, `docker login --password-stdin`.',
    'echo … | docker login --password-stdin',
    ['sudo -s', '-password-stdin', ' --stdin', 'chpasswd'],
    /\becho\s{1,2}(?:-\w\s{1,2})?["']?(?:[\w.-]{1,40}:)?(?<value>[^\s"'|:]{6,80})["']?\s{0,2}\|\s{0,2}(?:sudo\s)?(?:sudo|docker|podman|helm|oras|passwd|chpasswd|\S{1,24}\slogin)\b/i,
    isReceived,
    160,
  ),
  writtenKind(
    'command-argument',
    'password on a command line',
    'Finds the password that `htpasswd -b`, `net user` and `openssl -k` take as an argument.',
    'htpasswd -nb ada …',
    ['htpasswd -', 'net user ', 'openssl '],
    /^(?:htpasswd\s{1,2}-\w{0,4}b\w{0,4}\s(?:-\w{1,3}\s){0,2}(?:[^\s|]{1,60}\s)?[^\s|]{1,40}\s|net user [\w.-]{1,40} |openssl\s[^\n|;]{0,100}?(?<=\s)-k\s)["']?(?<value>[^\s"'/|]{6,80})/i,
    isReceived,
  ),
  writtenKind(
    'command-option',
    'secret after an option',
    'Finds the value of an option whose name ends in key, token, secret or password: `--account-key …`.',
    '--account-key …',
    ['key ', 'token ', 'secret ', 'password ', 'key=', 'token=', 'secret=', 'password='].concat('oauth2-bearer '),
    /(?<![\w-])--(?:[a-z]{1,16}-){0,2}(?:(?:access|account|admin|api|auth|bot|deploy|master|private|sas|secret|service|session|shared|signing|user)-(?:key|token)|[a-z]{2,16}-?(?:secret|password)|oauth2-bearer)[ =]["']?(?<value>[A-Za-z0-9_.~+/=!@#$%^&*-]{12,200})(?=["'\s\\`]|$)/i,
    isReceivedMixed,
    40,
  ),
  writtenKind(
    'server-setting',
    'password in the settings of a server',
    'Finds the password of `requirepass`, `masterauth`, `bindpw` and `rootpw`.',
    'requirepass …',
    ['requirepass ', 'masterauth ', 'bindpw', 'rootpw'],
    /^(?:requirepass|masterauth|bindpw|rootpw)(?:\s{0,2}[=:])?\s{0,4}["']?(?<value>[^\s"'{]{6,120})/i,
    isReceived,
  ),
  writtenKind(
    'property-password',
    'password of a property',
    'Finds the value of a property whose dotted name ends in password: `spring.datasource.password=…`.',
    'spring.datasource.password=…',
    ['.password=', '.password =', '.passwd=', '.passwd ='],
    /^\.pass(?:word|wd)\s?=(?:\s(?=\S{0,99}\d))?(?<value>[A-Za-z0-9_!@%^&*+~-]{6,100})(?=\s|$)/i,
    isWritten,
  ),
  writtenKind(
    'account-pair',
    'account and password',
    'Finds the password of a pair of an account and a password on one line: `user: ada, pw: …`.',
    'user: ada pw: …',
    ['pw:', 'pw=', 'pw ', 'pwd:', 'pwd=', 'pwd ', 'pass:', 'pass=', 'pass ', 'password:', 'password=', 'password '],
    /(?<![A-Za-z])(?:user(?:[ _-]?(?:name|id|account))?|id|log[io]n|account|아이디|계정)(?:\s?[:=]\s?|[ /])[\w.@-]{2,60}[ ,/]{1,2}[-\w]{0,10}?(?:pw|pwd|pass|password)(?:\s?[:=]\s?|[ /])["'\x60]?(?<value>[A-Za-z0-9!@#$%^&*_+~-]{7,40})(?=["'\x60\s,;)]|$)/i,
    (value) => isReceived(value) && isMixed(value) && /[a-z].*[A-Z]|[A-Z].*[a-z]|[!@#$%^&*+~]/.test(value),
    90,
  ),
  writtenKind(
    'name-value',
    'secret in a pair of name and value',
    'Finds the value of an entry whose name says that it is a secret: `{ "name": "DB_PASSWORD", "value": "…" }`.',
    '{ "name": "DB_PASSWORD", "value": "…" }',
    ['"value"', "'value'", 'value:'],
    /\b(?:name|key)["']?\s?[:=]\s?["']?[\w.-]{0,40}(?:password|passwd|secret|token|api_?key|access_?key)["']?,?\s{1,24}["']?value["']?\s?[:=]\s?["']?(?<value>[^\s"',}]{8,200})/i,
    isReceivedMixed,
    120,
  ),
  writtenKind(
    'default-value',
    'secret as the default of a variable',
    'Finds the default of a Terraform variable whose name says that it is a secret.',
    'variable "api_token" { default = "…" }',
    ['variable "'],
    /^variable "\w{0,40}(?:token|password|secret|api_?key)s?"\s{0,4}\{[^{}]{0,200}?\bdefault\s{0,12}=\s{0,4}(?:\[\s{0,20})?"(?<value>[^"\s]{8,200})"/i,
    (value) => isReceived(value) && isMixed(value),
  ),
  writtenKind(
    'plain-password',
    'password of letters',
    'Finds small letters in quotation marks, in an element or at the end of a line that are given to `password`.',
    "password: '…'",
    ['password', 'passwd', 'passphrase', 'pwd'],
    /^(?:password|passwd|passphrase|pwd)(?:["'\]]{0,2}(?:\s{0,3}(?:=>|=|:)|\sis|\swas)\s{0,3}["'](?=[a-z_-]{8,24}["'])|[=>](?=[a-z_-]{8,24}(?:<\/pass|[ \t]{0,4}(?:\n|$))))(?<value>[a-z_-]{8,24})/i,
    (value) => /^[a-z_-]+$/.test(value) && isWritten(value) && !SAYS_WHAT.test(value),
  ),
  writtenKind(
    'key-store',
    'password of a key store',
    'Finds the passwords of a key store in a build file.',
    'storePassword "…"',
    ['storepassword ', 'keypassword '],
    /^(?:store|key)password\s{1,2}["'](?<value>[^\s"']{6,80})["']/i,
    isReceived,
  ),
  writtenKind(
    'app-password',
    'app password',
    'Finds app passwords of mail accounts: four groups of four small letters.',
    "pass: '…'",
    [
      'pass="',
      "pass='",
      'pass: "',
      "pass: '",
      'password="',
      "password='",
      'password: "',
      "password: '",
      'pass":',
      'app password',
    ],
    /^(?:app )?pass(?:word)?["']?\s{0,2}(?:=>|[:=]|is)\s{0,2}["'`](?<value>[a-z]{4}(?: [a-z]{4}){3})["'`]/i,
    (value) => new Set(value.split(' ')).size === 4,
  ),
  writtenKind(
    'property-list',
    'secret in a property list',
    'Finds the text beside a key whose name says that it is a secret.',
    '<key>ApiKey</key><string>…</string>',
    ['key</key>', 'token</key>', 'secret</key>', 'password</key>'],
    /^\w{3,8}<\/key>\s{0,16}<string>(?<value>[^\s<>]{12,200})<\/string>/i,
    isReceivedMixed,
  ),
];
