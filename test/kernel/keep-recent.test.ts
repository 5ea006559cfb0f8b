import { expect, test } from 'vitest';
import { keepRecent } from '../../src/kernel/keep-recent.ts';

test('a text is read once, and the oldest are forgotten', () => {
  const read: string[] = [];
  const length = keepRecent((text) => {
    read.push(text.slice(0, 2));
    return text.length;
  });
  for (const text of ['a1', 'a2', 'a1', 'a2']) length(text);
  expect(read).toEqual(['a1', 'a2']);
  for (let n = 0; n < 16; n += 1) length(`b${n.toString(36)}`);
  length('a1');
  expect(read.filter((text) => text === 'a1')).toHaveLength(2);
});

test('few large texts are kept, and none that is too large', () => {
  const read: string[] = [];
  const length = keepRecent((text) => {
    read.push(text.slice(0, 1));
    return text.length;
  });
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(1024 * 1024));
  for (const text of texts) length(text);
  expect(texts.toReversed().map(length)).toEqual([1024 * 1024, 1024 * 1024, 1024 * 1024]);
  expect(read).toEqual(['a', 'b', 'c', 'a']);
  const large = 'd'.repeat(2 * 1024 * 1024 + 1);
  expect([length(large), length(large)]).toEqual([large.length, large.length]);
  expect(read.slice(4)).toEqual(['d', 'd']);
});
