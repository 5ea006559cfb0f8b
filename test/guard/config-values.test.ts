/** Secrets in settings of frameworks, servers and routers, in cookies and in forms that many services share. */
import { expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { found, secretsIn, silent } from './secrets-in.ts';

/** Put together here, so that no line of this repository looks like a secret. */
const VALUE = ['q8Zf', '2kLm', '9x'].join('');
const NOISE = ['q7Wd2LkP9sXv4', 'TnB8mRz1YcJ5hFg3A'].join('');
const HEX = '9d3f70b2c6e815a4'.repeat(3);

verifies('GRD-057', 'secrets of settings files, commands and objects for logging in are found', () => {
  found({
    'wordpress-key': `define('AUTH_KEY', '${NOISE}|w5}Z x0vR7@yT4^u');`,
    'jenkins-credential': `<secret>{AQAAABAAAA${NOISE}Kq=}</secret>`,
    'jdbc-password': `jdbc:mysql://db1:3306/shop?user=ada&password=${VALUE}&useSSL=false`,
    'jdbc-password of Oracle': `jdbc:oracle:thin:ada/${VALUE}@db1:1521/ORCL`,
    'command-account': `sqlplus ada/${VALUE}@db`,
    'command-account of a cloud': `az login --service-principal -u a1 -p ${VALUE} --tenant t1`,
    'command-account of a share': String.raw`net use z: \\srv\share ${VALUE} /user:ada`,
    'credential-object': `new NetworkCredential("ada", "${VALUE}")`,
    'credential-object of a directory': `new DirectoryEntry("LDAP://dc1", "ada", "${VALUE}")`,
    'router-password': 'username ada password 7 0822455D0A16',
    'router-password of a device': `enable password ${VALUE}`,
    'router-password of a community': 'snmp-server community q8Zf2kLm RW',
    'machine-key': `<machineKey validationKey="${HEX.toUpperCase()}" />`,
    'session-cookie': `Set-Cookie: theme=dark; session=${NOISE}; HttpOnly`,
  });
});

verifies('GRD-057', 'settings without a value of their own are silent', () => {
  silent([
    "define('AUTH_KEY', 'put your unique phrase here put your unique phrase');",
    "define('DB_CHARSET', 'utf8mb4');",
    'jdbc:mysql://db1:3306/shop?user=ada&password=${DB_PASSWORD}',
    'jdbc:oracle:thin:@db1:1521/ORCL',
    'sqlplus ada/password@db',
    'Set-ADAccountPassword -Identity ada -Password (Read-Host -AsSecureString)',
    'new NetworkCredential("ada", "password")',
    'new NetworkCredential(user, password)',
    'snmp-server community public RO',
    'enable secret 5 <hash>',
    'Cookie: theme=dark; language=de-AT',
    'Set-Cookie: session=<id>; HttpOnly',
  ]);
});

verifies('GRD-010', 'a token that says what it is needs no row of its own', () => {
  found({
    'telling-token': `acme_live_${NOISE}`,
    'telling-token with dashes': `value: "acme-secret-${NOISE}"`,
    'header-key': `x-acme-functions-key: ${NOISE}`,
    'atlassian-data-center': `wiki pat ${Buffer.from(`243293042525:${NOISE.slice(0, 20)}`).toString('base64')}`,
  });
  silent([
    `pk_live_${NOISE}`,
    'color_token_primaryBackgroundHover',
    'acme-token-authenticationservice',
    'see docs/acme-secret-configuration',
    'x-forwarded-key: value',
    `wiki page ${Buffer.from('The quick brown fox jumps over 13').toString('base64')}`,
  ]);
});

verifies(
  'GRD-010',
  'letters in order inside a whole key of a known service are worth a warning, a mere sequence is not',
  () => {
    const severities = (text: string) => secretsIn(text).map(({ severity }) => severity);
    const patterned = ['a1b2', 'c3d4e5f6', 'g7h8i9j0k1l2m3n4o5p6'].join('');
    expect(severities(`CHARTMOGUL_API_KEY=${patterned}`)).toEqual(['warning']);
    silent([`CHARTMOGUL_API_KEY=${'abcdef0123456789'.repeat(2)}`, `password: ${patterned}`]);
  },
);

verifies('GRD-010', 'a password in an address may have an at sign, or letters in an order that no word has', () => {
  const password = ['bria', '@', 'p8ss', '135!'].join('');
  const [hit] = secretsIn(`mongodb+srv://ada:${password}@db.acme.dev/shop`);
  expect([hit?.column, hit?.endColumn]).toEqual([19, 19 + password.length]);
  expect(secretsIn(`https://ada:${['qyOI', 'hJiM'].join('')}@build7`)).toHaveLength(1);
  silent(['pattern: (postgres|mysql)://[^:]+:[^@]+@[^/]+', 'https://ada:userName@build7']);
});

verifies('GRD-010', 'a developer token is a token', () => {
  expect(secretsIn(`ACME_DEVELOPER_TOKEN="${NOISE}"`)).toHaveLength(1);
  silent([`cost_per_token = ${NOISE}`]);
});
