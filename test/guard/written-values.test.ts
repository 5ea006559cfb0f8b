/** Passwords in statements, command lines and files with logins, beside samples of the same form. */
import { expect } from 'vitest';
import { createScanner } from '../../src/guard/index.ts';
import { verifies } from '../support/verifies.ts';

const scanner = createScanner();
const secretsIn = (text: string): number => scanner.scan(text, { kinds: ['secret'] }).length;

/** Put together here, so that no line of this repository looks like a secret. */
const VALUE = ['q8Zf', '2kLm', '9x'].join('');

const FORMS = [
  `CREATE USER 'ada'@'%' IDENTIFIED BY '{}';`,
  `ALTER USER 'x' IDENTIFIED WITH mysql_native_password BY '{}';`,
  `ALTER ROLE ada WITH PASSWORD '{}';`,
  `CREATE LOGIN ada WITH PASSWORD = N'{}';`,
  `SET PASSWORD FOR 'bob'@'%' = PASSWORD('{}');`,
  'curl -u ada:{} https://api.acme.dev',
  `curl --user 'ada:{}' https://api.acme.dev`,
  'wget --http-user=ada --http-password={} https://acme.dev/f',
  'PGPASSWORD={} psql -h db',
  'mysql -u root -p{} shop',
  'redis-cli -h r1 -a {} ping',
  'sqlcmd -S db1 -U sa -P {}',
  'mongosh --host m1 -u ada -p {}',
  'docker login -u ada -p {} images.acme.dev',
  'smbclient //srv/share -U ada%{}',
  'Server=db1;Database=shop;User Id=ada;Password={};',
  'host=db1 user=ada password={} dbname=shop',
  'machine api.acme.dev login ada password {}',
  'machine api.acme.dev\n  login ada\n  password {}',
  '[pypi]\nusername = ada\npassword = {}',
  'db.acme.dev:5432:shop:ada:{}',
];

verifies('GRD-057', 'a password in SQL, on a command line, in a connection string or a file of logins is found', () => {
  expect(FORMS.filter((form) => secretsIn(form.replace('{}', VALUE)) === 0)).toEqual([]);
  const encoded = Buffer.from(VALUE).toString('base64');
  expect(secretsIn(`//packages.acme.dev/:_password=${encoded}`)).toBe(1);
});

verifies('GRD-057', 'samples, variables and empty options of the same forms are silent', () => {
  for (const sample of ['password', '<your password>', '$DB_PASSWORD', '${PW}', '********'])
    expect([sample, FORMS.filter((form) => secretsIn(form.replace('{}', sample)) > 0)]).toEqual([sample, []]);
  for (const text of [
    'mysql -u root -p shop',
    'docker login -u ada --password-stdin',
    'docker run -u 1000:1000 img',
    'username: string\npassword: string',
    'login is the first step, password comes next',
    'host=localhost user=postgres password=postgres',
  ])
    expect([text, secretsIn(text)]).toEqual([text, 0]);
});
