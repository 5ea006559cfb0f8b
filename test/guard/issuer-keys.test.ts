import { expect } from 'vitest';
import { createScanner } from '../../src/guard/index.ts';
import { verifies } from '../support/verifies.ts';

const scanner = createScanner();
const rulesIn = (text: string) => scanner.scan(text, { kinds: ['secret'], model: false }).map(({ rule }) => rule);

const UUID = ['8c1f0a74', '5b2e', '4d96', '9f03', '7ae1c25d46b8'].join('-');
const HEX = '9d3f70b2c6e815a4'.repeat(2);
const NOISE = 'q7Wd2LkP9sXv4TnB8mRz1YcJ5hFg3A';
const BASE64 = `${NOISE}Kq8wZ2${NOISE}Kq8wZ2${NOISE}Kq8wZ2`;

verifies('GRD-010', 'a key beside the name of the service that issues it is found, whatever its form', () => {
  for (const text of [
    `DEEPGRAM_API_KEY=${HEX}`,
    `postmark server token: ${UUID}`,
    `| Shodan key | ${NOISE.slice(0, 32)} | rotate |`,
    `"sauce_access_key": "${UUID}"`,
  ])
    expect([text, rulesIn(text).length]).toEqual([text, 1]);
});

verifies('GRD-010', 'a UUID is a secret only beside a name that says it opens something', () => {
  expect(rulesIn(`X-Api-Key: ${UUID}`)).toEqual(['secret-uuid-key']);
  expect(rulesIn(`client_secret = "${UUID}"`)).toEqual(['secret-uuid-key']);
  for (const text of [`request_id: ${UUID}`, `api_key_id=${UUID}`, `token ${UUID} was closed`, `shodan scan ${UUID}`])
    expect([text, rulesIn(text)]).toEqual([text, []]);
});

verifies('GRD-010', 'hashes of passwords are found in the forms that programs keep them in', () => {
  const salted = 'Zr4qTn8wYk2Lx6Vd0Hs9Bm3Pc7Gf1Jt5Re';
  for (const text of [
    `ada:$2b$12$${salted.slice(0, 22)}${salted.slice(3)}`,
    `root:$6$${salted.slice(0, 16)}$${`${salted}${salted}${salted}`.slice(0, 86)}:19000:0:99999:7:::`,
    `$argon2id$v=19$m=65536,t=3,p=4$${salted.slice(0, 22)}$${salted.slice(0, 33)}Zq7Wd2LkP9`,
    `pbkdf2_sha256$600000$${salted.slice(0, 22)}$${salted}Kq8wZ2vXp=`,
  ])
    expect([text.slice(0, 12), rulesIn(text)]).toEqual([text.slice(0, 12), ['secret-password-hash']]);
});

verifies('GRD-057', 'keys in connection strings of queues and in commands that join a cluster are found', () => {
  const key = `${BASE64.slice(0, 43)}=`;
  expect(rulesIn(`Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=root;SharedAccessKey=${key}`)).toEqual(
    ['secret-shared-access-key'],
  );
  expect(rulesIn('kubeadm join 10.0.0.4:6443 --token k7d2qx.9w4tz8mn1v6b3rfy')).toContain('secret-bootstrap-token');
});

verifies('GRD-010', 'names of types, settings and channels beside the name of a service are no keys', () => {
  for (const text of [
    'type AirtableRecordCreatedPayload = {',
    'channels.mattermost.network.dangerouslyAllowPrivateNetwork: true',
    'alice: ["discord:987654321012345678"]',
    'DISCORD_DEFAULT_THREAD_ID=987654321098765432',
    String.raw`connection string (e.g. mongodb+srv://user:password\@cluster.mongodb.net)`,
    'DB = "mongodb://mongodb:mongodb@localhost:27017/database"',
    'username: USERNAME_MESSAGE,\npassword: PASSWORD_MESSAGE,',
  ])
    expect([text, rulesIn(text)]).toEqual([text, []]);
});

verifies(
  'GRD-010',
  'tokens of smaller services are found by their beginning, and what only resembles them is not',
  () => {
    const noise = `${NOISE}Kq8wZ2${NOISE}Kq8wZ2${NOISE}`;
    const hex = '9d3f70b2c6e815a4'.repeat(8);
    const found: readonly (readonly [text: string, rule: string])[] = [
      [`aio_${noise.slice(0, 28)}`, 'secret-adafruit-io'],
      [`AVNS_${noise.slice(0, 19)}`, 'secret-aiven'],
      [`cflt${noise.slice(0, 60)}`, 'secret-confluent-cloud'],
      [`mdb_sa_sk_${noise.slice(0, 40)}`, 'secret-mongodb-service'],
      [`ck_${hex.slice(0, 40)}`, 'secret-woocommerce'],
      [`ATTA${hex.slice(0, 64)}9D3F70B2`, 'secret-trello-token'],
      [`hf_${noise.slice(0, 34)}`, 'secret-huggingface'],
      [`https://mainnet.infura.io/v3/${hex.slice(0, 32)}`, 'secret-key-in-address'],
      [`https://acme.azurewebsites.net/api/sync?code=${noise.slice(0, 54)}==`, 'secret-azure-function'],
      [`https://acme.azconfig.io;Id=a1-l9-s0:Zk;Secret=${BASE64.slice(0, 43)}=`, 'secret-azure-app-configuration'],
      [`${hex.slice(0, 10)}msh${hex.slice(0, 15)}p1${hex.slice(0, 5)}jsn${hex.slice(0, 12)}`, 'secret-rapidapi-key'],
    ];
    for (const [text, rule] of found) expect([text.slice(0, 24), rulesIn(text)]).toEqual([text.slice(0, 24), [rule]]);
    for (const text of [
      'db-migration-of-the-old-customer-table',
      'service:billing:handle-refunds-nightly',
      'sess-0123456789',
      'https://mainnet.infura.io/v3/YOUR_PROJECT_ID',
      `commit ${hex.slice(0, 40)}`,
    ])
      expect([text, rulesIn(text)]).toEqual([text, []]);
  },
);

verifies('GRD-010', 'the recovery phrase of a wallet is found, a sentence about one is not', () => {
  const phrase = 'orbit velvet carbon saddle meadow ticket jungle copper lantern walnut ribbon harbor';
  expect(rulesIn(`Seed phrase: ${phrase}`)).toEqual(['secret-wallet-phrase']);
  expect(rulesIn(`MNEMONIC="${phrase}"`)).toEqual(['secret-wallet-phrase']);
  for (const text of [
    'Seed phrase: twelve words that nobody else should ever see, so do not store it in a file.',
    'The mnemonic is shown once, write it down.',
  ])
    expect([text, rulesIn(text)]).toEqual([text, []]);
});
