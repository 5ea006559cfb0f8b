import { expect, test } from 'vitest';
import { given } from '../../src/kernel/given.ts';

test('an optional member without a value leaves no key', () => {
  const members: { a?: string; b: number | undefined; c: null } = { b: undefined, c: null };
  expect(Object.keys({ ...given(members), ...given({ d: false, e: 0, f: '' }) })).toEqual(['c', 'd', 'e', 'f']);
});
