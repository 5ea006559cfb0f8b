import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { BatonError } from '../../../src/kernel/errors/index.ts';
import { isConflict, isLost, isStarting, toStoreError } from '../../../src/stores/postgres/connection/failures.ts';

const said = (code: string): DatabaseError => Object.assign(new DatabaseError('no', 1, 'error'), { code });
const broken = (code: string): Error => Object.assign(new Error(`write ${code}`), { code, syscall: 'write' });
const codeOf = (error: unknown): unknown => {
  const translated = toStoreError(error, 'postgres://x');
  return translated instanceof BatonError ? translated.code : translated;
};

test.each([
  [said('28P01'), 'STORE_LOGIN_REFUSED'],
  [said('3D000'), 'STORE_LOGIN_REFUSED'],
  [said('42501'), 'STORE_FORBIDDEN'],
  [said('25006'), 'STORE_READ_ONLY'],
  [said('57P01'), 'STORE_UNREACHABLE'],
  [said('40P01'), 'STORE_BUSY'],
  [said('22012'), 'STORE_FAILED'],
  [broken('EPIPE'), 'STORE_UNREACHABLE'],
  [broken('ECONNREFUSED'), 'STORE_UNREACHABLE'],
  [Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'STORE_TLS_FAILED'],
  [Object.assign(new Error('no match'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), 'STORE_TLS_FAILED'],
  [new Error('The server does not support SSL connections'), 'STORE_TLS_FAILED'],
  [new Error('SASL: client password must be a string'), 'STORE_LOGIN_REFUSED'],
])('%s becomes %s', (error, code) => {
  expect(codeOf(error)).toBe(code);
});

test('a missing password is called that', () => {
  for (const text of [
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    'Password must be a string',
  ])
    expect(toStoreError(new Error(text), 'postgres://x')).toMatchObject({
      message: 'postgres://x: the server asks for a password, and there is none',
    });
});

test('what is lost is tried on another connection, what was overtaken is decided again, the rest is told', () => {
  expect([broken('EPIPE'), said('57P02'), said('25006'), said('40P01'), said('22012')].map(isLost)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect([said('BT001'), said('40P01'), said('23505'), said('22012'), broken('EPIPE')].map(isConflict)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  const own = new TypeError('a mistake of ours');
  expect([isLost(own), toStoreError(own, 'x')]).toEqual([false, own]);
});

test('a server that starts says so, also through our own error', () => {
  const starting = said('57P03');
  expect(
    [starting, toStoreError(starting, 'postgres://x'), said('57P01'), broken('ECONNREFUSED')].map(isStarting),
  ).toEqual([true, true, false, false]);
});
