/** Secrets by the call, pipe, option or setting that receives them, and letters that are given to a password. */
import { verifies } from '../support/verifies.ts';
import { found, silent } from './secrets-in.ts';

/** Put together here, so that no line of this repository looks like a secret. */
const VALUE = ['q8Zf', '2kLm', '9x'].join('');
const LETTERS = ['wind', 'mantel'].join('');
const NOISE = ['q7Wd2LkP9sXv4', 'TnB8mRz1YcJ5hFg3A'].join('');
const HEX = '9d3f70b2c6e815a4'.repeat(4);
const UUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

verifies('GRD-057', 'passwords that calls, pipes, options and servers receive are found', () => {
  found({
    'call-argument': `account.setPassword("${VALUE}");`,
    'call-argument of a pair': `requests.get(url, auth=("ada", "${VALUE}"))`,
    'call-argument of credentials': `new AWSCredentials(KEY_ID, '${NOISE}')`,
    'call-argument of a database': `mysqli_connect("db1", 'ada', "${VALUE}", "shop");`,
    'piped-password': `echo "${VALUE}" | sudo -S apt update`,
    'piped-password of a user': `echo ada:${VALUE} | chpasswd`,
    'piped-password of images': `echo ${VALUE} | docker login -u ada --password-stdin`,
    'command-argument': `htpasswd -nbB ada ${VALUE}`,
    'command-argument of Windows': `net user ada ${VALUE} /add`,
    'command-option': `az storage blob list --account-key ${NOISE}`,
    'server-setting': `requirepass ${VALUE}`,
    'server-setting of a directory': `bindpw ${VALUE}`,
    'key-store': `storePassword "${VALUE}"`,
    'app-password': `pass: '${['qwzj', 'mfha', 'oeuk', 'tbnd'].join(' ')}'`,
    'property-list': `<key>ApiKey</key>\n<string>${NOISE}</string>`,
    'short-name': `rootPw: ${VALUE}`.replace('rootPw', 'pw'),
    'pypirc-password': `user: ada\npass: ${VALUE}`,
    'account-pair': `ID:ada,PW:${VALUE}`,
    'account-pair in words': `user ada password ${VALUE}`,
    'name-value': `{ "name": "DB_PASSWORD", "value": "${VALUE}" }`,
    'name-value of a container': `- name: SHOP_TOKEN\n  value: ${VALUE}`,
    'assignment of what else there is': `const TOKEN = process.env.SHOP_TOKEN || "${NOISE}";`,
    'assignment of a shell': `TOKEN=\${SHOP_TOKEN:-${NOISE}}`,
    'assignment of a default': `PASSWORD = os.environ.get("PASSWORD") or "${VALUE}"`,
    'assignment in Korean': `패스워드:${VALUE}`,
    'assignment in Turkish': `şifre: ${VALUE}`,
    'command-account of a shell': `plink -ssh ada@db1 -pw ${VALUE}`,
    'tool-passphrase in quotation marks': `ConvertTo-SecureString \\"${VALUE}\\"`,
    'assignment with a type': `const SHOP_TOKEN string = "${NOISE}"`,
    'assignment to an array': `char password[64] = "${VALUE}";`,
    'command-login': `curl --proxy-user ada:${VALUE} https://api.acme.dev`,
    'default-value': `variable "shop_token" {\n  type = string\n  default = "${VALUE}"\n}`,
    'jdbc-password': `jdbc:mysql://db1/shop?user=ada&userpass=${VALUE}`,
    'assignment of an f-string': `if password == f"${VALUE}":`,
    'assignment with letters twice': `"password": "${['dogs4', 'ever'].join('')}"`,
  });
});

verifies('GRD-057', 'letters are a password in quotation marks, in an element or in a setting', () => {
  found({
    'plain-password': `the default password is '${LETTERS}'`,
    'plain-password of a map': `'password' => '${LETTERS}',`,
    'plain-password of an element': `<password>${LETTERS}</password>`,
    'plain-password of a variable': `export PASSWORD=${LETTERS}`,
    'property-password': `spring.datasource.password=${['dogs4', 'ever'].join('')}`,
  });
  silent([
    "password: 'required'",
    "'password' => 'mypassword',",
    'password: string | undefined',
    "const label = { password: 'Current' };",
    "if (password === 'incorrect') fail();",
    '<password>changeme</password>',
    'PASSWORD=anything',
    'self.password = credentials',
    'smtp.user, smtp.password = login',
    'the password is optional',
  ]);
});

verifies('GRD-010', 'keys, headers and addresses name what they carry', () => {
  found({
    'key-value': `privateKey: "${HEX}"`,
    'key-value of an entry': `<entry name="x">secret.key=${NOISE}</entry>`,
    'auth-value': `auth = "${NOISE}"`,
    'authorization-scheme': `Authorization: GenieKey ${UUID}`,
    'authorization-scheme alone': `Authorization: ${HEX.slice(0, 40)}`,
    'address-token': `git clone https://${NOISE}@git.acme.dev/shop.git`,
    'uuid-key': `CI_TOKEN=${UUID}`,
    'new-relic-license': `key ${HEX.slice(0, 36)}NRAL`,
    akamai: 'akab-tq7wd2lkp9sxv4nb-h5stbzrwb3v4kj3m',
    'atlassian-token': `JIRA_API_V3 = "${NOISE.slice(0, 24)}"`,
    'azure-data-factory': `IR@${UUID}@adf-shop-001@we@${NOISE}${NOISE.slice(0, 13)}=`,
    'docker-config': `.dockerconfigjson: eyJhdXRocyI6${NOISE}`,
    'assignment of a secret key': `Secret key: ${NOISE}`,
    deepseek: `sk-${['9d3f70b2', '9d3f70b2', 'c6e8c6e8', '9d3f70b2'].join('')}`,
    'docker-swarm-lock': `SWMKEY-1-${NOISE}${NOISE.slice(0, 13)}`,
    'aws-access-key': `AKIA${['0ON7V2DD', '57PL3JXM'].join('')}`,
    telegram: `https://api.telegram.org/bot479795549:AA${NOISE}q8Z/sendMessage`,
    'aws-secret': `secret access key ${NOISE}${NOISE.slice(0, 10)}`,
    'microsoft-teams-webhook': `https://acme.webhook.office.com/webhookb2/${UUID}@${UUID}/IncomingWebhook/${HEX.slice(0, 32)}/${UUID}`,
  });
});

verifies('GRD-010', 'tokens that count or name, public keys and calls are silent', () => {
  silent([
    `--next-token ${NOISE}`,
    `--client-token ${UUID}`,
    `page_token=${UUID}`,
    `csrf_token: ${UUID}`,
    `--public-key ${NOISE}`,
    '--ssh-key ~/.ssh/id_ed25519',
    `https://${HEX.slice(0, 32)}@o1.ingest.sentry.io/123456`,
    'https://ada@git.acme.dev/shop.git',
    'serviceaccountkeys: Resource$Serviceaccountkeys;',
    'SIGNED = rust_openssl.hpke.MLKEM1024P384PrivateKey',
    'pw = Piecewise((t1, x < 0), (t2, x <= 1), (1, True))',
    'password: z.string().min(12),',
    'login with password authentication',
    'id 12 passes after id 11 passed',
    'the user name and password are in the vault',
    'account: ada, password: <yours>',
    'set `mode: "password"` or `auth.allow: false`',
    'if (!session || !session.refresh_token || !session.expires_at) return;',
    '{ "name": "token", "value": "the-token-of-the-shop" }',
    'akab-h5stbzeswb3v4kj3-tblc7jkffv3wfxh3.luna.akamaiapis.net',
    'JIRA_PROJECT: ShopOfTheNorthAndTheSou',
    'variable "shop_token" {\n  type = string\n  default = ""\n}',
    'password: "secure123"',
    'account.setPassword("password");',
    'requirepass <your password>',
    'echo "$TOKEN" | docker login -u ada --password-stdin',
    'Authorization: Basic realm="shop"',
    'Authorization: Bearer <token>',
  ]);
});
