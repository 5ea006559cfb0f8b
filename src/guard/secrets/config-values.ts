/** Secrets by the file or the address they are kept in: settings of frameworks, servers and routers, cookies, JDBC. */
import { shannonEntropy } from './placeholder.ts';
import { isToken, isWordy } from './real-values.ts';
import type { ShapedKind } from './shaped-kind.ts';
import { isMixed, isWrittenBare, writtenKind } from './written-values.ts';

const LEAST_SALT_ENTROPY = 4;
const LEAST_COOKIE_ENTROPY = 3.5;

export const CONFIG_KINDS: readonly ShapedKind[] = [
  writtenKind(
    'wordpress-key',
    'key or salt of a WordPress site',
    'Finds the keys and salts of `wp-config.php`, which sign the cookies of everybody who is logged in.',
    "define('AUTH_KEY', '…')",
    ["define('", "define( '", 'define("', 'define( "'],
    /^define\( ?["'](?:auth|secure_auth|logged_in|nonce)_(?:key|salt)["'],\s{1,12}["'](?<value>[^\n'"]{40,100})["']/i,
    (value) => shannonEntropy(value) >= LEAST_SALT_ENTROPY && !/ unique phrase|your /i.test(value),
  ),
  writtenKind(
    'jenkins-credential',
    'credential of a Jenkins server',
    'Finds encrypted values of `credentials.xml`; the files of the server are enough to read them.',
    '{AQAAABAAAA…}',
    ['{aqaaabaaaa'],
    /^(?<value>\{AQAAABAAAA[A-Za-z0-9+/]{20,400}={0,2}\})/,
    isToken,
  ),
  writtenKind(
    'jdbc-password',
    'password in a JDBC address',
    'Finds the password among the parameters of a JDBC address, and before its host.',
    'jdbc:mysql://db/shop?user=ada&password=…',
    ['jdbc:'],
    /^jdbc:[^\s"'\x60<>]{4,160}?(?:[?&;](?:\w{1,8})?pass(?:word)?=|thin:[\w$]{1,40}\/(?=[^\s@/]{4,80}@))(?<value>[^\s"'\x60<>&;@]{4,120})/i,
    isWrittenBare,
  ),
  writtenKind(
    'command-account',
    'account on a command line',
    'Finds the password of `sqlplus user/…`, `az login -p …`, `net use … /user:` and `gpg --passphrase …`.',
    'sqlplus ada/…@db',
    ['sqlplus ', 'sqlldr ', 'az login', 'net use ', '--passphrase', ' -password ', ' -pw '],
    /^(?:sql(?:plus|ldr)\s{1,2}(?:-\w{1,3} )?[\w$]{1,40}\/|az login [^\n|;]{0,140}?(?<=\s)(?:-p|--password)[ =]["']?|net use \S{1,4} \S{3,80} (?=\S{4,80} \/user:)|(?:--passphrase[ =]| -(?:password|pw) )["']?(?!\())(?<value>[^\s"'\x60@]{4,120})/i,
    isWrittenBare,
  ),
  writtenKind(
    'credential-object',
    'password of a credential object',
    'Finds the password that a program gives to an object for logging in: `new NetworkCredential("ada", "…")`.',
    'new NetworkCredential("ada", "…")',
    ['networkcredential(', 'directoryentry(', 'passwordauthentication('],
    /^\w{14,22}\(\s{0,8}"[^"\n]{2,100}"\s{0,4},\s{0,16}(?:"[^"\n]{2,60}"\s{0,4},\s{0,16})?"(?<value>[^"\s]{6,60})"/i,
  ),
  writtenKind(
    'router-password',
    'password of a network device',
    'Finds passwords in settings of routers that can be turned back, and community names with digits.',
    'password 7 …',
    ['password 7 ', 'key 7 ', 'snmp-server community ', 'enable password ', 'enable secret ', 'pac key '],
    /^(?:(?:password|key) 7 (?=[0-9A-F]{8,60}(?:\s|$))|snmp-server community |enable (?:password|secret) (?:level \d{1,2} )?(?:\d )?|pac key [0-7] )(?<value>\S{6,60})/i,
    (value) => isWrittenBare(value) && isMixed(value),
  ),
  writtenKind(
    'machine-key',
    'machine key of a web server',
    'Finds validation and decryption keys of ASP.NET, with which sessions are forged.',
    'validationKey="…"',
    ['validationkey="', 'decryptionkey="'],
    /^(?:validation|decryption)key="(?<value>[0-9A-F]{32,128})"/i,
    isToken,
  ),
  writtenKind(
    'session-cookie',
    'cookie of a session',
    'Finds cookies that keep somebody logged in, by their name and a long random value.',
    'Set-Cookie: session=…',
    ['cookie: ', 'cookie": "'],
    /^cookie(?:": "|: )(?:[\w.-]{1,40}=[^;\s]{0,80}; ){0,4}(?:[\w.-]{0,24}(?:sess|auth|jwt|sid|token)[\w.-]{0,16})=(?<value>[A-Za-z0-9_.~%+/=-]{24,300})(?=[;\s"']|$)/i,
    (value) => isToken(value) && !isWordy(value) && isMixed(value) && shannonEntropy(value) >= LEAST_COOKIE_ENTROPY,
  ),
];
