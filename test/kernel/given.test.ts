import { expect, test } from 'vitest';
import { given, whenGiven } from '../../src/kernel/given.ts';

test('an optional member without a value leaves no key', () => {
  const members: { a?: string; b: number | undefined; c: null } = { b: undefined, c: null };
  expect(Object.keys({ ...given(members), ...given({ d: false, e: 0, f: '' }) })).toEqual(['c', 'd', 'e', 'f']);
});

test('only a value that is there is turned into another: an empty text is one', () => {
  const lengthOf = (text: string): number => text.length;
  expect([whenGiven('', lengthOf), whenGiven('ab', lengthOf), whenGiven(undefined, lengthOf)]).toEqual([
    0,
    2,
    undefined,
  ]);
});
