/** Secrets by the statement, command or file they are written in: SQL, command lines, files with logins. */
import { isPlaceholder, shannonEntropy } from './placeholder.ts';
import { hasOddCapitals, LEAST_ENTROPY } from './real-values.ts';
import type { ShapedKind } from './shaped-kind.ts';

const LEAST_PASSWORD = 4;
/** Words that manuals put there: `IDENTIFIED BY 'password'`. */
const SAMPLE =
  /^(?:(?:my|your|the|new|old|some|user|db|root|admin|test|strong|secure|secret|default)?[-_ ]?(?:pass(?:word|wd|phrase)?|pwd|pw|secret|token|auth|user(?:name)?)[-_ ]?\d{0,3}|test(?:ing)?\d{0,4}|admin|root|guest|postgres|mysql|foo(?:bar)?|bar|baz|abc|x+|n\/a|md5|scram-sha-256|[a-z]|\?|:\w+|@\w+|%\w*)$/i;

/** The statement says what it is, so a short value counts too, unless it is a sample, a variable or a hash of one. */
export const isWritten = (value: string): boolean =>
  value.length >= LEAST_PASSWORD &&
  !SAMPLE.test(value) &&
  !isPlaceholder(value) &&
  !/^[<[{$%]|^\.{2,}|^\/\/|^[A-Z]+(?:_[A-Z]+)+,?$|\(.*\)/.test(value);

const LEAST_LETTERS = 12;
const isMixedCase = (value: string): boolean => value.length >= LEAST_LETTERS && hasOddCapitals(value);

export const isMixed = (value: string): boolean => /[0-9]/.test(value) && /[A-Za-z]/.test(value);
const LEAST_KEY_ENTROPY = 3.8;

/** Without quotation marks around it a value must not be an ordinary word. */
export const isWrittenBare = (value: string): boolean =>
  isWritten(value) && (/[0-9!@#$%^&*_+=~-]/.test(value) || isMixedCase(value)) && !/^(?:-.*|\d{1,6})$/.test(value);

export const writtenKind = (
  id: string,
  name: string,
  about: string,
  example: string,
  keywords: readonly string[],
  shape: RegExp,
  isReal: ShapedKind['isReal'] = isWritten,
  before = 0,
): ShapedKind => ({
  id: `secret-${id}`,
  name,
  about,
  example,
  keywords,
  isAtKeyword: true,
  before,
  after: 240,
  shape,
  isReal,
});

export const WRITTEN_KINDS: readonly ShapedKind[] = [
  writtenKind(
    'sql-password',
    'password in an SQL statement',
    'Finds the password of `IDENTIFIED BY`, `PASSWORD`, `SET PASSWORD` and of roles, logins and subscriptions.',
    "CREATE USER ada IDENTIFIED BY '…'",
    ['identified by', 'identified with', 'password '],
    new RegExp(
      String.raw`^(?:identified (?:with [\w"'\x60]{1,40} )?(?:by|as)(?: password)?|password)\s{1,3}(?:=\s{0,2})?(?:N)?'(?<value>[^'\n]{4,120})'`,
      'i',
    ),
    (value, match) => isWritten(value) && (/^identified/i.test(match[0]) || /[0-9!@#$%^&*]/.test(value)),
  ),
  writtenKind(
    'sql-login',
    'password in an SQL statement',
    'Finds the password of a login or of a linked server: `WITH PASSWORD = …`, `PASSWORD(…)`.',
    "CREATE LOGIN ada WITH PASSWORD = '…'",
    ['with password', 'encrypted password', 'password('],
    /^(?:(?:with|encrypted) (?:encrypted )?password\s{0,2}=?|password\()\s{0,2}N?'(?<value>[^'\n]{4,120})'/i,
  ),
  writtenKind(
    'command-login',
    'login on a command line',
    'Finds user and password after `-u` and `--user` of programs that make requests, and after `-p` of those that log in.',
    'curl -u ada:… https://api.acme.dev',
    [
      'curl ',
      'wget ',
      'http ',
      'httpie ',
      '-u ',
      '--user ',
      '--user=',
      '--proxy-user ',
      'ftp ',
      'docker login',
      'podman login',
      'helm ',
    ],
    /^(?:curl|wget|https?|httpie|l?ftp|(?:docker|podman) login|helm)?[^\n|;]{0,120}?(?:(?:^|\s)(?:-u|--user|--proxy-user|-U|-a|--auth)[ =]{0,2}["']?[\w.@+-]{1,60}:|--(?:http-|ftp-|proxy-)?password[ =]["']?|(?<=login[^\n]{0,100}\s)-p[ =]?["']?)(?<value>[^\s"'\\\x60:@]{4,120})(?=["'\s\\\x60]|$)/i,
    isWrittenBare,
  ),
  writtenKind(
    'command-password',
    'password on a command line',
    'Finds the password of database and remote programs: `PGPASSWORD=…`, `mysql -p…`, `sqlcmd -P …`, `redis-cli -a …`, `smbclient -U user%…`.',
    'PGPASSWORD=… psql -h db',
    [
      'pgpassword=',
      'mysql_pwd=',
      'mysqldump ',
      'mysqladmin ',
      'mysql ',
      'mongo',
      'redis-cli ',
      'sqlcmd ',
      'sshpass',
      'smbclient ',
      'rclone ',
      'ldapsearch ',
      'net use ',
      'restic_password=',
      'rediscli_auth=',
    ],
    /^(?:(?:pgpassword|mysql_pwd|restic_password|rediscli_auth)=["']?|(?:mysql|mysqldump|mysqladmin)\s[^\n|;]{0,100}?(?<=\s)(?:-p|--password=)["']?|mongo\w{0,8}\s[^\n|;]{0,100}?(?<=\s)(?:-p|--password)[ =]["']?|redis-cli\s[^\n|;]{0,100}?(?<=\s)-a\s{1,2}["']?|sqlcmd\s[^\n|;]{0,100}?(?<=\s)-P\s{0,2}["']?|sshpass\s{1,2}-p\s{0,2}["']?|smbclient\s[^\n|;]{0,100}?(?<=\s)-U\s{0,2}[\w.\\/-]{1,40}%|ldapsearch\s[^\n|;]{0,100}?(?<=\s)-w\s{0,2}["']?|net use\s[^\n|;]{0,100}?(?<=\s)\/user:\S{1,60}\s{1,2}["']?)(?<value>[^\s"'\x60]{4,120})(?=["'\s\x60]|$)/i,
    isWrittenBare,
  ),
  writtenKind(
    'netrc-login',
    'password in a netrc file',
    'Finds the password after a login of a `.netrc` file, on one line or several.',
    'login ada password …',
    ['login '],
    /^login\s{1,4}\S{1,80}\s{1,8}password\s{1,4}(?<value>\S{4,120})/i,
    isWrittenBare,
  ),
  writtenKind(
    'npmrc-password',
    'password in an npmrc file',
    'Finds `_password` and `_auth` of an `.npmrc` file, which are base64.',
    '//registry/:_password=…',
    ['_password', '_auth'],
    /^_(?:password|auth)\s{0,2}=\s{0,2}["']?(?<value>[A-Za-z0-9+/]{8,200}={0,2})(?=["'\s]|$)/i,
    (value) =>
      isWritten(value) &&
      isWritten(
        Buffer.from(value, 'base64')
          .toString('latin1')
          .replace(/^[^:]*:/, ''),
      ),
  ),
  writtenKind(
    'pypirc-password',
    'password in a pypirc file',
    'Finds the password of a section of a `.pypirc` file or of another file with user and password below one another.',
    'username = ada, password = …',
    ['username', 'user =', 'user:', 'login:', 'login ='],
    /^(?:user(?:name)?|login)\s{0,3}[=:]\s{0,3}\S{1,80}[ \t]*\r?\n[ \t]*pass(?:word|wd)?\s{0,3}[=:][ \t]{0,3}["']?(?<value>[^\s"']{4,200})/i,
    isWrittenBare,
  ),
  writtenKind(
    'pgpass-password',
    'password in a pgpass line',
    'Finds the password of a `.pgpass` line: host, port, database, user and password between colons.',
    'db.acme.dev:5432:shop:ada:…',
    [':5432:', ':5433:', ':6432:'],
    /^:\d{4}:[\w*-]{1,60}:[\w*.@-]{1,60}:(?<value>[^\s:]{4,120})(?=\s|$)/,
  ),
  writtenKind(
    'connection-setting',
    'password in a connection string',
    'Finds the password of a connection string of names and values: `Server=…;User Id=…;Password=…`.',
    'Server=db;User Id=ada;Password=…',
    ['user id=', 'uid=', 'user=', 'username=', 'dbname=', 'host=', 'server=', 'data source='],
    /^(?:user id|uid|user(?:name)?|dbname|host|server|data source)=[^\n"']{0,140}?[; ](?:password|pwd)=["']?(?<value>[^\s;"'<>]{4,120})(?=[;\s"']|$)/i,
    isWrittenBare,
  ),
  writtenKind(
    'tool-passphrase',
    'passphrase on a command line',
    'Finds the passphrase of programs that keep keys and of those that start others as another user.',
    'openssl rsa -passin pass:…',
    ['pass:', '-storepass', '-keypass', 'ssh-keygen', 'psexec', 'convertto-securestring'],
    /^(?:pass:|-(?:store|key)pass\s{1,2}["']?|ssh-keygen\s[^\n|;]{0,100}?(?<=\s)-[NP]\s{1,2}["']?|psexec\S{0,4}\s[^\n|;]{0,100}?(?<=\s)-p\s{1,2}["']?|convertto-securestring\s{1,2}(?:-string\s{1,2})?\\?["'])(?<value>[^\s"'\x60]{6,120})(?=["'\s\x60]|$)/i,
    (value, match) => (/^psexec/i.test(match[0]) ? isWritten(value) : isWrittenBare(value) && isMixed(value)),
  ),
  writtenKind(
    'short-name',
    'password beside a short name',
    'Finds a mixed value given to `pass`, `pw` or `psk`, in a settings file or an object.',
    'mail.smtp.pass=…',
    [
      'pass=',
      'pass =',
      'pass":',
      "pass':",
      'pass: "',
      "pass: '",
      "pass' =>",
      'pass" =>',
      'pw=',
      'pw =',
      'pw":',
      "pw':",
      'pw: ',
      'psk=',
      'psk =',
      'psk":',
      'psk: ',
    ],
    /^(?:pass|pw|psk)(?:["']\s{0,2}(?::|=>)\s{0,2}["']|: ["']|(?<=p(?:w|sk)): |\s?=\s?["']?)(?<value>[^\s"'\x60&;,]{6,80})(?=["'\s\x60;,]|$)/i,
    (value, match, before) =>
      isWrittenBare(value) &&
      isMixed(value) &&
      shannonEntropy(value) >= LEAST_ENTROPY &&
      !/^\w+\(/.test(value) &&
      !(/^p(?:w|sk)/i.test(match[0]) && /[A-Za-z0-9+/]$/.test(before)),
  ),
  writtenKind(
    'framework-key',
    'secret key of a web framework',
    'Finds the long random value of `SECRET_KEY`, also with signs that programs use.',
    "SECRET_KEY = '…'",
    ['secret_key'],
    /^secret_key["']?\]?\s{0,2}[:=]\s{0,2}["'](?<value>[^"'\s]{32,100})["']/i,
    (value) => isWritten(value) && shannonEntropy(value) >= LEAST_KEY_ENTROPY && !/[()]{2}|\$\{|^[\w.]+\(/.test(value),
  ),
  writtenKind(
    'wireguard-key',
    'WireGuard key',
    'Finds private and preshared keys of WireGuard, 32 bytes in base64.',
    'PrivateKey = …',
    ['privatekey =', 'privatekey=', 'presharedkey =', 'presharedkey='],
    /^(?:private|preshared)key\s?=\s{0,2}(?<value>[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)/i,
  ),
];
