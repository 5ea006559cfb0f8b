import { describe, expect, test } from 'vitest';
import { findNearest } from '../../src/kernel/nearest.ts';

describe('findNearest', () => {
  test.each([
    ['confg', ['config', 'doctor'], 'config'],
    ['doctro', ['config', 'doctor'], 'doctor'],
    ['CONFIG', ['config'], 'config'],
    ['implementation ', ['decision', 'implementation'], 'implementation'],
  ])('%s is read as %s', (word, known, expected) => {
    expect(findNearest(word, known)).toBe(expected);
  });

  test('a word that is far from all has no nearest', () => {
    expect(findNearest('banana', ['config', 'doctor'])).toBeUndefined();
  });

  test('a swap of neighbours counts once', () => {
    expect(findNearest('ab', ['ba'], 1)).toBe('ba');
  });

  test('the first of equally near names is taken, so that the answer never depends on chance', () => {
    expect(findNearest('cat', ['car', 'can'], 1)).toBe('car');
  });
});
