import { expect, test } from 'vitest';
import { maskAddress } from '../../../src/kernel/config/index.ts';
import { parseStoreAddress } from '../../../src/stores/postgres/connection/address.ts';
import { assertSchemaName } from '../../../src/stores/postgres/schema/migrate.ts';
import { codeOf } from '../../support/code-of.ts';

test('several hosts share the rest of the address', () => {
  const address = parseStoreAddress('postgres://u:p%40ss@one,two:6000/work?sslmode=require');
  expect(address.hosts).toEqual([
    { host: 'one', port: 5432 },
    { host: 'two', port: 6000 },
  ]);
  expect(address.hosts.map((host) => address.urlFor(host))).toEqual([
    'postgres://u:p%40ss@one:5432/work?sslmode=require',
    'postgres://u:p%40ss@two:6000/work?sslmode=require',
  ]);
  expect(parseStoreAddress('postgresql://[::1]:5433/x').hosts).toEqual([{ host: '[::1]', port: 5433 }]);
});

test.each(['', 'postgres', 'http://x/y', 'postgres://', 'postgres://h:99999/x', 'postgres://a:b:c/x'])(
  '%s is refused',
  async (text) => {
    expect(await codeOf((async () => parseStoreAddress(text))())).toBe('STORE_ADDRESS_INVALID');
  },
);

test('a mistyped sslmode is named, and not read as another one', () => {
  expect(() => parseStoreAddress('postgres://u:s3cret@h/x?a=b&sslmode=verify_full')).toThrow(
    'the setting store has the unknown sslmode "verify_full"',
  );
  for (const mode of ['disable', 'require', 'verify-full'])
    expect(parseStoreAddress(`postgres://h/x?sslmode=${mode}`).hosts).toHaveLength(1);
});

test.each(['postgres://baton:s3cret/xyz@127.0.0.1/work', 'postgres://baton:s3cret?@h/x', 'host=h password=s3cret'])(
  'what is wrong with an address is said without what may be its password: %s',
  (text) => {
    expect(() => parseStoreAddress(text)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('s3') }),
    );
  },
);

test.each(['pg_mine', 'a$$b', 'x'.repeat(64), 'ä'.repeat(32), ''])('%s is no name of a schema', (name) => {
  expect(() => assertSchemaName(name)).toThrow('cannot be the name of a schema');
});

test.each([
  ['postgres://u:secret@h/x', 'postgres://u:***@h/x'],
  ['postgres://u:se@cret@h/x', 'postgres://u:***@h/x'],
  ['postgres://u:se/cr?e#t@h/x', 'postgres://u:***@h/x'],
  ['postgres://:secret@h/x', 'postgres://:***@h/x'],
  ['postgres://u@h/x?password=secret&a=b', 'postgres://u@h/x?password=***&a=b'],
  ['postgres://u@h/x', 'postgres://u@h/x'],
  ['files', 'files'],
  ['host=h password=secret', '***'],
])('%s is shown as %s', (text, shown) => {
  expect(maskAddress(text)).toBe(shown);
});
