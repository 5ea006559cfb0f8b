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
