import * as fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { estimateTokens, maxTokens, utf8Length } from '../../src/kernel/token-estimate.ts';
import { anyText } from './arbitraries.ts';

test('the estimate is the bytes by four, rounded down as %d does', () => {
  expect(['', 'abc', 'abcd', 'abcdefg', '😀', 'éé'].map(estimateTokens)).toEqual([0, 0, 1, 1, 1, 1]);
});

test('bytes are those of UTF-8, a lone surrogate taking the three of its replacement', () => {
  expect(['a', 'é', '€', '😀', '\ud800'].map(utf8Length)).toEqual([1, 2, 3, 4, 3]);
});

test('no text has more tokens than the upper bound says', () => {
  const stubborn = fc.constantFrom(' ', '\n', '\u{E0041}', '\ud800', '\u0301', '8', '{');
  const text = fc.oneof(anyText(60), fc.string({ unit: stubborn, maxLength: 60 }));
  fc.assert(
    fc.property(text, (sample) => {
      expect(encode(sample, { disallowedSpecial: new Set() }).length).toBeLessThanOrEqual(maxTokens(sample));
    }),
    { numRuns: 300 },
  );
});
