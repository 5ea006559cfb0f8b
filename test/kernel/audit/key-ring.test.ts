import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { isGenuine, signHead } from '../../../src/kernel/audit/index.ts';

const HEAD = {
  log: 'a'.repeat(64),
  entries: 3,
  hash: 'b'.repeat(64),
  root: 'c'.repeat(64),
  at: '2026-02-09T10:00:00Z',
};

test('a signature that was checked before vouches for its own head and key alone', () => {
  const [own, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const head = signHead(HEAD, own.privateKey);
  const another = signHead(HEAD, other.privateKey);
  expect([isGenuine(head), isGenuine(another), isGenuine(head)]).toEqual([true, true, true]);
  expect(isGenuine({ ...head, entries: 4 })).toBe(false);
  expect(isGenuine({ ...head, key: another.key })).toBe(false);
  expect(isGenuine({ ...head, signature: another.signature })).toBe(false);
});
